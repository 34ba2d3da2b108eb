/* main.c: runs the contract tests on all games, or on one; TAP on stdout.
 *
 *   contract [GAME] [GAMES-PER-SEAT-COUNT] [FIRST-SEED]
 *   contract --keys             catalogue keys that the games need (tests/style/catalogue.py)
 *   contract --seats GAME       its seat counts (tools/campaign)
 *
 * SERAI_GAMES in the environment sets the number of games too. A failing game is cut down to the
 * shortest list of moves that breaks the same promise, and printed. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "contract.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static int test_number, failures;
static struct run *current;  /* for the signal handler */
static sigjmp_buf crash;
static volatile sig_atomic_t crash_is_caught;

bool run_fail(struct run *c, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->text, sizeof c->text, format, args);
    va_end(args);
    snprintf(c->label, sizeof c->label, "%s", label);
    return false;
}

/* ---- crashes --------------------------------------------------------------------------------- */

/* An assertion or a crash in the rules is a failure like others: it is shrunk and printed. Under a
 * sanitizer, which cannot be left alive, only the game is named. */
static void on_signal(int number)
{
    if (crash_is_caught && !SANITIZED)
        siglongjmp(crash, number);
    if (current) {
        char line[200];
        const int n =
            snprintf(line, sizeof line, "# signal %d in %s, %d seats, seed %llu, ply %d\n", number,
                     current->rules.game->id, current->seats, (unsigned long long)current->seed,
                     current->count);
        (void)!write(STDOUT_FILENO, line, (size_t)n);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static bool run_guarded(struct run *c, bool (*check)(struct run *c))
{
    c->label[0] = '\0';
    current = c;
    const int number = sigsetjmp(crash, 1);
    if (number) {
        crash_is_caught = 0;
        return run_fail(c, number == SIGABRT ? "an assertion in the rules" : "a crash", "signal %d",
                        number);
    }
    crash_is_caught = 1;
    const bool ok = check(c);
    crash_is_caught = 0;
    return ok;
}

/* ---- shrinking ------------------------------------------------------------------------------- */

static bool fails_alike(struct run *c, const char *label, const sr_move *script, int count)
{
    c->script = script;
    c->script_count = count;
    return !run_guarded(c, run_game) && strcmp(c->label, label) == 0;
}

/* Leaves out ever smaller stretches of the moves as long as the same promise breaks. Moves that
 * are not legal in the shorter game are skipped, so what was played is the new list. */
static void shrink(struct run *c, sr_move *best, int *best_count)
{
    char label[LABEL_MAX];
    memcpy(label, c->label, sizeof label);
    const size_t room = (size_t)c->rules.game->plies_max + 1;
    sr_move *attempt = (sr_move *)calloc(room, sizeof *attempt);
    if (!attempt)
        abort();
    memcpy(best, c->moves, (size_t)c->count * sizeof *best);
    *best_count = c->count;
    c->every = 1; /* a check that came late may have failed sooner */
    int budget = 400;
    for (int piece = *best_count; piece >= 1 && budget > 0; piece /= 2) {
        for (int from = 0; from + piece <= *best_count && budget-- > 0;) {
            int n = 0;
            for (int i = 0; i < *best_count; i++)
                if (i < from || i >= from + piece)
                    attempt[n++] = best[i];
            if (fails_alike(c, label, attempt, n) && c->count < *best_count) {
                memcpy(best, c->moves, (size_t)c->count * sizeof *best);
                *best_count = c->count;
            } else {
                from += piece;
            }
        }
    }
    if (!fails_alike(c, label, best, *best_count))
        (void)run_fail(c, label, "(does not fail a second time)");
    free(attempt);
}

/* Prints options, moves and the last position of a failing game. */
static void print_game(const struct run *c, const sr_move *moves, int count)
{
    static char json[1 << 17];
    struct sr_buf b;
    union sr_state s;
    sr_buf_init(&b, json, sizeof json);
    sr_options_write(&b, c->rules.game, c->option);
    printf("# options %s\n# moves (%d):", json, count);
    if (sr_setup(&c->rules, c->seats, c->option, c->seed, &s, NULL) != SR_OK)
        return;
    for (int i = 0; i < count; i++) {
        char text[SR_TEXT_MAX];
        sr_move_text(c->rules.game, moves[i], text);
        const int actor = sr_actor(&c->rules, &s);
        printf("%s P%d %s", i ? ";" : "", actor + 1, text);
        if (i + 1 < count && sr_play(&c->rules, &s, moves[i], NULL) != SR_OK) {
            printf(" (not legal)");
            break;
        }
    }
    sr_buf_init(&b, json, sizeof json);
    sr_state_write(&b, &c->rules, &s);
    printf("\n# position before the last of them: %s\n", json);
}

/* ---- reporting ------------------------------------------------------------------------------- */

static void result(bool ok, const char *what)
{
    test_number++;
    failures += !ok;
    printf("%s %d - %s\n", ok ? "ok" : "not ok", test_number, what);
    fflush(stdout);
}

static void print_failure(const struct run *c)
{
    printf("# broken: %s\n#         %s\n", c->label, c->text);
}

static void silence_stderr(bool on)
{
    static int kept = -1;
    fflush(stderr);
    if (on && kept < 0) {
        kept = dup(STDERR_FILENO);
        const int null = open("/dev/null", O_WRONLY);
        if (null >= 0) {
            dup2(null, STDERR_FILENO);
            close(null);
        }
    } else if (!on && kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
        kept = -1;
    }
}

static void report_game(struct run *c, const char *edition)
{
    const size_t room = (size_t)c->rules.game->plies_max + 1;
    sr_move *best = (sr_move *)calloc(room, sizeof *best);
    if (!best)
        abort();
    print_failure(c);
    printf("# %s, %d seats, seed %llu, after %d moves%s%s\n", c->rules.game->id, c->seats,
           (unsigned long long)c->seed, c->count, edition ? ", edition " : "",
           edition ? edition : "");
    if (!SANITIZED) {
        int count = 0;
        silence_stderr(true);
        shrink(c, best, &count);
        silence_stderr(false);
        printf("# shortest found:\n");
        print_failure(c);
        print_game(c, best, count);
    }
    free(best);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void random_options(const struct sr_game *g, struct sr_rng *rng, bool vary, int8_t *out)
{
    memset(out, 0, SR_OPTIONS_MAX);
    for (int i = 0; g->options[i].id; i++) {
        const struct sr_option *o = &g->options[i];
        out[i] = o->def;
        if (vary)
            out[i] = (int8_t)(o->min + (int)sr_rng_below(rng, (uint32_t)(o->max - o->min + 1)));
    }
}

/* Describes game number i of a series: half of them with the default options, half with others. */
static void describe_game(struct run *c, const struct sr_game *g, int seats, uint64_t seed, int i)
{
    struct sr_rng rng;
    c->rules = sr_rules_default(g);
    c->seats = seats;
    c->seed = seed + (uint64_t)i;
    sr_rng_seed(&rng, c->seed * 31 + (uint64_t)seats);
    random_options(g, &rng, i % 2, c->option);
    c->policy = (enum policy)((unsigned)i / 2 % POLICIES);
    c->every = 8;
    c->spoil_at = -1;
    c->script = NULL;
}

/* All checks take a while: about 200 states of each of the first games, 25 of the others. */
static int how_often(uint64_t decisions, int games)
{
    const int length = games ? (int)(decisions / (uint64_t)games) : 200;
    const int least = games < 4 ? 200 : 25;
    return sr_max(1, length / least);
}

static void test_games(struct run *c, const struct sr_game *g, int seats, int games, uint64_t seed)
{
    char what[200];
    const uint64_t before = c->decisions;
    c->texts = false;
    bool ok = true;
    int played = 0;
    for (; ok && played < games; played++) {
        describe_game(c, g, seats, seed, played);
        c->every = how_often(c->decisions - before, played);
        if (played > 0 && played < 4) /* at the start, in the middle and late */
            c->spoil_at = (played - 1) * (int)((c->decisions - before) / (uint64_t)played) * 2 / 5;
        ok = run_guarded(c, run_game);
        if (ok && played < 4)
            ok = run_guarded(c, table_check);
    }
    snprintf(what, sizeof what, "%s, %d seats: %d random games, %llu decisions", g->id, seats,
             played, (unsigned long long)(c->decisions - before));
    result(ok, what);
    if (!ok)
        report_game(c, NULL);
}

static void test_texts(struct run *c, const struct sr_game *g, int games, uint64_t seed)
{
    char what[200];
    bool ok = true;
    c->texts = true;
    for (int i = 0; ok && i < games; i++) {
        const int seats = g->seats_min + i % (g->seats_max - g->seats_min + 1);
        describe_game(c, g, seats, seed, i);
        ok = run_guarded(c, run_game);
    }
    c->texts = false;
    snprintf(what, sizeof what, "%s: sentences of moves and events in %d languages", g->id,
             SR_LANGS);
    result(ok, what);
    if (!ok)
        print_failure(c);
}

static void test_editions(struct run *c, const struct sr_game *g, int games, uint64_t seed)
{
    static union {
        uint64_t align;
        unsigned char bytes[SR_EDITION_MAX];
    } edition;
    static char changed[4000];
    char what[200];
    struct sr_rng rng;
    bool ok = true;
    int accepted = 0, tried = 0;
    sr_rng_seed(&rng, seed ^ 0xED1710);
    for (; ok && tried < games; tried++) {
        if (!edition_vary(g, &rng, edition.bytes, changed, sizeof changed))
            continue;
        accepted++;
        const int seats =
            g->seats_min + (int)sr_rng_below(&rng, (uint32_t)(g->seats_max - g->seats_min + 1));
        describe_game(c, g, seats, seed, tried);
        c->every = 16;
        c->rules.edition = edition.bytes;
        ok = run_guarded(c, run_game);
    }
    snprintf(what, sizeof what, "%s: %d changed editions, %d accepted and played", g->id, tried,
             accepted);
    result(ok && accepted > 0, what);
    if (!ok)
        report_game(c, changed);
    else if (accepted == 0)
        printf("# broken: no change of the edition was ever accepted\n");
}

static bool fill_some(struct run *c) { return fill_check(c, 600); }

static void test_simple(struct run *c, const struct sr_game *g, const char *name, int seats,
                        bool (*check)(struct run *c))
{
    char what[200];
    describe_game(c, g, seats, 1, 0);
    const bool ok = run_guarded(c, check);
    snprintf(what, sizeof what, "%s: %s", g->id, name);
    result(ok, what);
    if (!ok)
        print_failure(c);
}

static void print_unseen(const struct run *c, const char *kind, const struct sr_verb *verbs,
                         int count, const uint64_t *seen)
{
    int unseen = 0;
    for (int i = 0; i < count; i++)
        if (!(seen[i / 64] >> (i % 64) & 1))
            printf("%s %s", unseen++ ? "," : kind, verbs[i].name);
    if (unseen)
        printf(" (%s)\n", c->rules.game->id);
}

/* A field said to hide that nobody was ever refused is a lie or a hole in `hide`. */
static bool hiding_check(struct run *c)
{
    const struct sr_field *stack[8] = {c->rules.game->state_fields};
    int depth = 1;
    while (depth > 0) {
        const struct sr_field *f = stack[depth - 1];
        if (!f->key) {
            depth--;
            continue;
        }
        stack[depth - 1]++;
        if (f->sub && depth < 8)
            stack[depth++] = f->sub;
        bool seen = !(f->flags & SR_F_HIDES);
        for (int i = 0; i < c->hidden_count && !seen; i++)
            seen = c->seen_hidden[i] == f;
        NEEDF(c, seen, "a field with SR_F_HIDES was hidden from nobody", "%s", f->key);
    }
    return true;
}

static void test_game(const struct sr_game *g, int games, uint64_t seed)
{
    static struct run c;
    memset(&c, 0, sizeof c);
    c.rules = sr_rules_default(g);
    c.moves = (sr_move *)calloc((size_t)g->plies_max + 1, sizeof *c.moves);
    if (!c.moves)
        abort();
    test_simple(&c, g, "vocabularies, fields and limits", g->seats_min, vocabulary_check);
    test_simple(&c, g, "the default edition, there and back", g->seats_min, edition_check);
    for (int seats = g->seats_min; seats <= g->seats_max; seats++)
        test_games(&c, g, seats, games, seed);
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        char name[80];
        snprintf(name, sizeof name, "%d seats: what is filled in at set-up is as set-up draws it",
                 seats);
        test_simple(&c, g, name, seats, fill_some);
    }
    test_simple(&c, g, "fields said to hide are hidden from someone", g->seats_min, hiding_check);
    test_editions(&c, g, games * 4, seed);
    test_texts(&c, g, sr_max(4, games / 4), seed);
    print_unseen(&c, "# moves never played:", g->moves, g->move_count, c.seen_moves);
    print_unseen(&c, "# events never seen:", g->events, g->event_count, c.seen_events);
    if (c.secret_scores)
        printf("# scores of %s tell something that is hidden: show them to nobody\n", g->id);
    if (c.samples_differ == 0)
        printf("# nothing is hidden in %s: every sample was the position itself\n", g->id);
    free(c.moves);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--keys") == 0) {
        for (int i = 0; i < sr_game_count(); i++)
            vocabulary_keys(sr_game_at(i));
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "--seats") == 0 && sr_game_find(argv[2])) {
        const struct sr_game *g = sr_game_find(argv[2]);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            printf("%d\n", seats);
        return 0;
    }
    const char *env = getenv("SERAI_GAMES");
    const struct sr_game *only = argc > 1 ? sr_game_find(argv[1]) : NULL;
    const int games =
        argc > 2 ? (int)strtol(argv[2], NULL, 10) : (int)strtol(env ? env : "16", NULL, 10);
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if ((argc > 1 && !only && strcmp(argv[1], "all") != 0) || games < 1) {
        fprintf(stderr, "usage: contract [GAME|all] [GAMES-PER-SEAT-COUNT] [FIRST-SEED]\n");
        return 2;
    }
    signal(SIGABRT, on_signal);
    if (!SANITIZED) {
        signal(SIGSEGV, on_signal);
        signal(SIGFPE, on_signal);
    }
    for (int i = 0; i < sr_game_count(); i++)
        if (!only || only == sr_game_at(i))
            test_game(sr_game_at(i), games, seed);
    printf("1..%d\n", test_number);
    return failures ? 1 : 0;
}

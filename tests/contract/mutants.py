#!/usr/bin/env python3
"""Breaks the template game on purpose, one promise at a time, and sees that the contract tests
notice: mutants.py ROOT BUILD CC. A mutant that lives is a contract test that cannot fail."""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# name, file, text, changed text, what the contract tests must say
MUTANTS = [
    ("hands are not hidden", "view.c",
     "memset(s->player[p].hand, SR_HIDDEN, sizeof s->player[p].hand);", ";",
     "SR_F_HIDES was hidden from nobody"),
    ("the next card shows", "view.c",
     "memset(s->deck, SR_HIDDEN, s->deck_count);",
     "if (s->deck_count) memset(s->deck, SR_HIDDEN, s->deck_count - 1u);",
     "a sample"),
    ("spectators see hands", "view.c",
     "if (p != seat && !open_hands(s))", "if (p != seat && seat != SR_SPECTATOR && !open_hands(s))",
     ""),
    ("a view is changed beyond hiding", "view.c",
     "memset(s->deck, SR_HIDDEN, s->deck_count);",
     "memset(s->deck, SR_HIDDEN, s->deck_count); s->head.turn = 0;",
     "the head of a view"),
    ("samples are not shuffled", "view.c",
     "sr_rng_shuffle(rng, unseen, n);", "(void)rng;", "samples are drawn as set-up draws"),
    ("samples forget what was sold", "view.c",
     "int left = ed->copies[w] - s->sold[w];", "int left = ed->copies[w];",
     "a sample breaks no invariant"),
    ("samples change what is known", "view.c",
     "if (p == viewer || open_hands(s))\n            continue;", "if (open_hands(s))\n            continue;",
     ""),
    ("moves depend on other hands", "play.c",
     "if (p->hand[w] > 0)",
     "if (p->hand[w] > 0 && (w != 3 || s->player[(s->active + 1) % s->head.seats].hand[0] != 1))",
     "the view of the seat that decides lists the same moves"),
    ("a draw is not marked as revealing", "blank.c",
     '{"took", "2.1", true,', '{"took", "2.1", false,', "a move without reveal teaches nothing"),
    ("an event tells the next card", "play.c",
     "sr_emit(ev, BLANK_SOLD, s->active, ware, ed->price[ware], 0, 0);",
     "sr_emit(ev, BLANK_SOLD, s->active, ware, s->deck[s->deck_count - 1], 0, 0);",
     "a move without reveal teaches nothing: events"),
    ("a secret is emitted to all", "play.c",
     "sr_emit_secret(ev, BLANK_TOOK, s->active, seers, 1u, ware, 0, 0, 0);",
     "(void)seers; sr_emit(ev, BLANK_TOOK, s->active, ware, 0, 0, 0);",
     "an event is emitted with the mask"),
    ("a move is listed twice", "play.c",
     "out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 0);",
     "out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 0), out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 0);",
     "a move is listed once"),
    ("unused bits of a move are set", "play.c",
     "out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 0);", "out[n++] = sr_move_make(BLANK_TAKE, 0, 0, 1);",
     "bits of a move that mean nothing"),
    ("notation leaves the ware out", "blank.c",
     '{{"ware", SR_A_NAME, 8, 8, 0, &blank__wares}}}', '{{"ware", SR_A_NAME, 8, 8, SR_A_SILENT, &blank__wares}}}',
     "notation is unique"),
    ("allows says yes to all", "blank.c",
     ".allows = NULL,", ".allows = anything,", "allows agrees with legal: not listed, allowed"),
    ("allows says no to jade", "blank.c",
     ".allows = NULL,", ".allows = no_jade,", "allows agrees with legal: listed, not allowed"),
    ("events steer the game", "play.c",
     "    next_turn(ed, s, ev);\n}", "    if (ev && s->deck_count > 3)\n        s->deck[0] = s->deck[1];\n    next_turn(ed, s, ev);\n}",
     ""),
    ("the rules count plies too", "play.c",
     "s->head.turn++;", "s->head.turn++, s->head.ply++;", "the rules do not"),
    ("a turn goes back", "play.c",
     "s->head.turn++;", "s->head.turn = (uint16_t)(s->head.turn ^ 1);", "head.turn never goes back"),
    ("set-up remembers the last game", "play.c",
     "    s->round = 1;", "    static int games;\n    s->round = (uint8_t)(1 + games++ % 2);",
     "the same seed gives the same bytes"),
    ("a card is lost", "play.c",
     "sr_add_u8(&s->sold[ware], 1);", "", "cards are lost or invented"),
    ("a number is not in the JSON", "blank.c",
     "    SR_ARRAY(S, sold, SR_T_U8, .by = &blank__wares),\n", "", "JSON of a state"),
    ("a byte nobody describes", "play.c",
     "s->round++;", "s->round++, s->spare = 0, s->player[0].points |= 0, s->sold[0] |= 0, s->head.spare = 1;",
     "head of the state is damaged"),
    ("scores do not add up", "play.c",
     "out->part[p][0] = out->total[p] = s->player[p].points;",
     "out->part[p][0] = s->player[p].points, out->total[p] = s->player[p].points + p;",
     "parts of the score add up"),
    ("ranks have holes", "play.c",
     "sr_rank_by_total(out);", "sr_rank_by_total(out), out->rank[0]++;", "ranks are 1, 2"),
    ("moves_max is too small", "blank.c", ".moves_max = 1 + BLANK_WARES", ".moves_max = 2", "moves_max"),
    ("events_max is too small", "blank.c", ".events_max = 3", ".events_max = 1", "events_max"),
    ("plies_max is too small", "blank.c", "20 * BLANK_SEATS", "5 * BLANK_SEATS", "plies_max|longer than it can be"),
    ("the decision has no name", "play.c", "return 0;\n}", "return 1;\n}", "the decision has a name"),
    ("the game does not end", "play.c", "s->head.over = 1;", "s->round--;", ""),
    ("nobody can move", "play.c",
     "if (s->deck_count > 0 || p->hand_count == 0)", "if (s->deck_count > 25)",
     "between 1 and moves_max moves"),
    ("an edition with too many cards is accepted", "edition.c",
     "if (cards > BLANK_DECK)", "if (cards > 250)", ""),
    ("an edition outside its range", "edition.c", ".rounds = 6,", ".rounds = 21,",
     "the JSON of an edition can be read"),
    ("a value of unknown origin", "edition.c",
     '.min = 1, .max = 20, .prov = "R"', ".min = 1, .max = 20", "says where it comes from"),
    ("a rule that is not written down", "blank.c", '{"sell", "2.1"', '{"sell", "2.9"',
     "its rule stands in docs/rules"),
    ("an event without a text", "blank.c", '{"round", "2.3"', '{"day", "2.3"', "a sentence is missing"),
    ("an argument the text does not know", "blank.c", '{"n", SR_A_INT, 0, 0, 0, NULL}}},\n    {"end"',
     '{"k", SR_A_INT, 0, 0, 0, NULL}}},\n    {"end"', "not filled in"),
]

EXTRA = """
static bool anything(const void *ed, const void *s, sr_move m)
{ (void)ed; (void)s; (void)m; return true; }
static bool no_jade(const void *ed, const void *s, sr_move m)
{ sr_move l[8]; const int n = blank__legal(ed, s, l);
  for (int i = 0; i < n; i++) if (l[i] == m) return sr_move_a(m) != BLANK_JADE;
  return false; }
const void *const use_extra[] = {(const void *)anything, (const void *)no_jade};
"""


def run(root, build, cc, work, number, mutant):
    name, file, old, new, wanted = mutant
    folder = os.path.join(work, str(number))
    os.makedirs(folder)
    sources = []
    for source in ("blank.c", "edition.c", "play.c", "view.c"):
        with open(f"{root}/src/games/blank/{source}", encoding="utf-8") as f:
            text = f.read()
        if source == file:
            if text.count(old) != 1:
                return f"{name}: the text to change stands {text.count(old)} times in {file}"
            text = text.replace(old, new)
        if source == "blank.c":
            text = text.replace("SR_GAME(blank)", EXTRA + "SR_GAME(blank)")
        sources.append(os.path.join(folder, source))
        with open(sources[-1], "w", encoding="utf-8") as f:
            f.write(text)
    objects = sorted(os.path.join(build, "tests/contract/contract.p", o)
                     for o in os.listdir(f"{build}/tests/contract/contract.p") if o.endswith(".o"))
    program = os.path.join(folder, "contract")
    # The changed game comes first, so the library's own is not asked for.
    made = subprocess.run([*cc.split(), "-std=gnu17", "-O1", "-w", f"-I{root}/include", f"-I{root}/src",
                           *sources, *objects, f"{build}/libtable.a", f"{build}/librules.a", "-lm",
                           "-o", program], capture_output=True, text=True)
    if made.returncode:
        return f"{name}: does not compile\n{made.stderr}"
    try:
        done = subprocess.run([program, "blank", "24"], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return f"{name}: ran too long"
    if done.returncode == 0:
        return f"{name}: not noticed"
    if wanted and not any(w in done.stdout for w in wanted.split("|")):
        return f"{name}: noticed, but '{wanted}' was expected\n{done.stdout}"
    return None


def main(root, build, cc):
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run, root, build, cc, work, i, m) for i, m in enumerate(MUTANTS)]
        failed = 0
        for i, (job, mutant) in enumerate(zip(jobs, MUTANTS), 1):
            problem = job.result()
            failed += problem is not None
            print("not ok" if problem else "ok", i, "-", mutant[0], flush=True)
            if problem:
                print("\n".join("# " + line for line in problem.split("\n")))
    print(f"1..{len(MUTANTS)}")
    return failed > 0


sys.exit(main(*sys.argv[1:]))

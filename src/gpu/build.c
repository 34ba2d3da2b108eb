/* build.c: compiling with NVRTC, file by file on as many threads as there are cores, linking, and
 * the cache. Files are not compiled as one: between files nothing is inlined, which keeps both the
 * code and the time it takes to make it small (Merv as one file takes eleven minutes). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ai/eval.h"
#include "base/memory.h"
#include "base/mix.h"
#include "core/format.h"
#include "gpu/build.h"
#include "gpu/sources.h"
#include "lab/lab.h"

enum { FILES_MAX = 64, HEADERS_MAX = 256, OPTIONS_MAX = 30, ROOM = 200, MAGIC = 0x47524153 };

/* A thread of a device may use so many of its registers. */
enum { REGISTERS = 128 };

/* Bytes of rules up to which they are optimised as a whole, for the series, which are about speed:
 * calls between files go away, and with them most of a thread's own memory. It takes time that
 * grows faster than the rules: 10 s for Yspahan, minutes for Tadmor. */
enum { WHOLE_MAX = 90000 };

struct unit {
    char name[96];
    const char *text; /* in the program, or made (own) */
    char *own;
    unsigned char *code;
    size_t len;
    char *log; /* why it failed */
};

struct work {
    struct cuda *cuda;
    struct unit unit[FILES_MAX];
    int units;
    const char *header_name[HEADERS_MAX], *header_text[HEADERS_MAX];
    int headers;
    char option_text[OPTIONS_MAX][64];
    const char *option[OPTIONS_MAX];
    int options;
    bool whole;
};

bool gpu_has_network(const struct sr_game *game)
{
    const struct sr_rules r = sr_rules_default(game);
    return ai_eval_for(&r, true).net != NULL;
}

/* ---- what is compiled ----------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool ends(const char *text, const char *with)
{
    const size_t a = strlen(text), b = strlen(with);
    return a >= b && !strcmp(text + a - b, with);
}

static const char *kernels_of(enum gpu_part part)
{
    static const char *const name[] = {"device/series.cu", "device/guided.cu", "device/guided.cu",
                                       "device/calls.cu"};
    return name[part];
}

static void add_option(struct work *w, const char *text)
{
    SR_ASSERT(w->options < OPTIONS_MAX);
    snprintf(w->option_text[w->options], sizeof w->option_text[0], "%s", text);
    w->option[w->options] = w->option_text[w->options];
    w->options++;
}

static void add_number(struct work *w, const char *name, int value)
{
    char text[64];
    snprintf(text, sizeof text, "%s=%d", name, value);
    add_option(w, text);
}

static void add_header(struct work *w, const char *name, const char *text)
{
    SR_ASSERT(w->headers < HEADERS_MAX);
    w->header_name[w->headers] = name;
    w->header_text[w->headers++] = text;
}

static void add_unit(struct work *w, const char *name, const char *text, char *own)
{
    SR_ASSERT(w->units < FILES_MAX);
    struct unit *u = &w->unit[w->units++];
    *u = (struct unit){.text = text, .own = own};
    snprintf(u->name, sizeof u->name, "%s", name);
}

/* The kernels begin with the game's table, so that they call its functions and not pointers. */
static void add_kernels(struct work *w, const struct sr_game *g, enum gpu_part part)
{
    static const char format[] = "#include \"games/%s/%s.c\"\n#define SERAI_GAME sr_game_%s\n"
                                 "#include \"%s\"\n";
    static const char sight[] = "#include \"ai/features/%s.c\"\n#include \"device/sight.cu\"\n";
    static const char script[] =
        "#include \"lab/%s_players.c\"\n#define SERAI_PLAYERS lab_%s_players\n"
        "#include \"device/script.cu\"\n";
    char *text = mem_new(sizeof format + ROOM);
    snprintf(text, sizeof format + ROOM, format, g->id, g->id, g->id, kernels_of(part));
    add_unit(w, "kernels", text, text);
    if (gpu_thinks(part)) {
        text = mem_new(sizeof sight + ROOM);
        snprintf(text, sizeof sight + ROOM, sight, g->id);
        add_unit(w, "sight", text, text);
    }
    if (part == GPU_SCRIPTED) {
        text = mem_new(sizeof script + ROOM);
        snprintf(text, sizeof script + ROOM, script, g->id, g->id);
        add_unit(w, "script", text, text);
    }
}

/* Whether the kernel that does both works on a copy of the state: pays for a small one. Which games
 * do so was settled by trial (docs/performance.md); the others lose by it. */
static bool copies(const struct sr_game *g) { return !strcmp(g->id, "yspahan"); }
bool gpu_fuses(const struct sr_game *g) { return copies(g) || !strcmp(g->id, "caravans"); }

/* Which has keys of its own for some moves (device/gather.h). */
static bool gathers(const struct sr_game *g) { return !strcmp(g->id, "yspahan"); }

/* Where loops stay as they stand in the rules (device/prelude.h); the others lose by it. */
static bool rolls(const struct sr_game *g, enum gpu_part part)
{
    const bool tadmor = !strcmp(g->id, "tadmor");
    return part == GPU_SERIES ? tadmor || !strcmp(g->id, "yspahan") : part == GPU_GUIDED && tadmor;
}

static void collect(struct work *w, const struct sr_game *g, enum gpu_part part, int arch)
{
    char games[64], table[64], features[64], experts[64], own[64], option[64];
    snprintf(games, sizeof games, "games/%s/", g->id);
    snprintf(table, sizeof table, "games/%s/%s.c", g->id, g->id);
    snprintf(features, sizeof features, "ai/features/%s_", g->id);
    snprintf(experts, sizeof experts, "ai/experts/%s_", g->id);
    snprintf(own, sizeof own, "-DSERAI_FEATURES=ai_game_%s", g->id);
    size_t size = 0;
    for (const struct gpu_source *s = gpu_sources; s->name; s++) {
        add_header(w, s->name, s->text);
        if (begins(s->name, games) && ends(s->name, ".h")) /* a game's files may name it shortly */
            add_header(w, s->name + strlen(games), s->text);
        const bool rules = begins(s->name, games) && strcmp(s->name, table) != 0;
        const bool sight = gpu_thinks(part) && begins(s->name, features);
        const bool script = part == GPU_SCRIPTED && begins(s->name, experts);
        if (ends(s->name, ".c") && (rules || sight || script))
            add_unit(w, s->name, s->text, NULL);
        size += rules && ends(s->name, ".c") ? strlen(s->text) : 0;
    }
    add_kernels(w, g, part);
    w->whole = part == GPU_SERIES && size <= WHOLE_MAX;
    if (w->whole)
        add_option(w, "-dlto");
    add_option(w, "--device-as-default-execution-space");
    add_option(w, "--relocatable-device-code=true");
    add_option(w, "-std=c++20");
    add_option(w, "-DNDEBUG");
    add_option(w, "-diag-suppress=68,167,177,1215");
    add_option(w, "-include=device/prelude.h");
    if (part != GPU_CALLS)
        add_option(w, "-DSERAI_SILENT");
    snprintf(option, sizeof option, "--gpu-architecture=sm_%d", arch);
    add_option(w, option);
    add_number(w, "-DSERAI_COPY", copies(g));
    add_number(w, "--maxrregcount", REGISTERS);
    add_number(w, "-DSERAI_REGISTERS", REGISTERS);
    add_number(w, "-DSERAI_GATHER", gathers(g));
    add_number(w, "-DSERAI_ROLLED", rolls(g, part));
    add_number(w, "-DSERAI_STATE", g->state_size);
    add_number(w, "-DSERAI_MOVES", g->moves_max);
    const struct ai_net *net = gpu_thinks(part) ? ai_net_find(g->id) : NULL;
    if (!net)
        return;
    add_option(w, own);
    add_number(w, "-DSERAI_LINES", sr_max(g->seats_max, 2));
    add_number(w, "-DSERAI_INPUTS", ai_game_find(g->id)->inputs);
    add_number(w, "-DSERAI_KEY", ai_game_find(g->id)->key_size);
    add_number(w, "-DSERAI_PIECE", ai_game_find(g->id)->piece_size);
    add_number(w, "-DSERAI_BLOCK", ai_game_find(g->id)->block);
    add_number(w, "-DSERAI_BLOCKS", ai_game_find(g->id)->blocks);
    add_number(w, "-DSERAI_H1", net->hidden[0]);
    add_number(w, "-DSERAI_H2", net->hidden[1]);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    return base_mix(hash, 0);
}

/* Of everything the code depends on: the files it can include, options, and the compiler. */
static uint64_t hash_of(const struct work *w, int major, int minor)
{
    uint64_t hash = base_mix((uint64_t)major, (uint64_t)minor);
    for (int i = 0; i < w->headers; i++)
        hash = hash_text(hash_text(hash, w->header_name[i]), w->header_text[i]);
    for (int i = 0; i < w->options; i++)
        hash = hash_text(hash, w->option[i]);
    for (int i = 0; i < w->units; i++)
        hash = hash_text(hash_text(hash, w->unit[i].name), w->unit[i].text);
    return hash;
}

/* ---- compiling and linking ------------------------------------------------------------------ */

static void compile(void *context, int worker, int64_t index)
{
    struct work *w = context;
    struct cuda *c = w->cuda;
    struct unit *u = &w->unit[index];
    cu_handle program = NULL;
    (void)worker;
    if (c->nvrtcCreateProgram(&program, u->text, u->name, w->headers, w->header_text,
                              w->header_name))
        return;
    cu_result (*const size)(cu_handle, size_t *) =
        w->whole ? c->nvrtcGetLTOIRSize : c->nvrtcGetCUBINSize;
    cu_result (*const get)(cu_handle, char *) = w->whole ? c->nvrtcGetLTOIR : c->nvrtcGetCUBIN;
    if (c->nvrtcCompileProgram(program, w->options, w->option) == 0 &&
        size(program, &u->len) == 0 && u->len) {
        u->code = mem_grow(NULL, u->len);
        get(program, (char *)u->code);
    } else {
        size_t n = 0;
        c->nvrtcGetProgramLogSize(program, &n);
        u->log = mem_new(n + 1);
        if (n)
            c->nvrtcGetProgramLog(program, u->log);
    }
    c->nvrtcDestroyProgram(&program);
}

static enum sr_err link_units(struct work *w, int arch, struct gpu_code *out, struct sr_diag *diag)
{
    struct cuda *c = w->cuda;
    char option[32];
    snprintf(option, sizeof option, "-arch=sm_%d", arch);
    const char *options[] = {option, "-lto"};
    cu_handle link = NULL;
    if (c->nvJitLinkCreate(&link, 1 + w->whole, options))
        return sr_fail(diag, SR_IO, "CUDA's linker does not know sm_%d", arch);
    int error = 0;
    for (int i = 0; !error && i < w->units; i++)
        error = c->nvJitLinkAddData(link, w->whole ? JITLINK_LTOIR : JITLINK_CUBIN, w->unit[i].code,
                                    w->unit[i].len, w->unit[i].name);
    error = error ? error : c->nvJitLinkComplete(link);
    if (!error && !c->nvJitLinkGetLinkedCubinSize(link, &out->len)) {
        out->data = mem_grow(NULL, out->len);
        error = c->nvJitLinkGetLinkedCubin(link, out->data);
    }
    if (error) {
        size_t n = 0;
        char *log = NULL;
        c->nvJitLinkGetErrorLogSize(link, &n);
        log = mem_new(n + 1);
        if (n)
            c->nvJitLinkGetErrorLog(link, log);
        sr_explain(diag, "CUDA's linker refuses the rules: %.200s", log);
        mem_free(log);
    }
    c->nvJitLinkDestroy(&link);
    return error ? SR_IO : SR_OK;
}

/* The line of a compiler's log that says why; warnings may stand before it. */
static const char *first_error(const char *log)
{
    const char *at = log ? strstr(log, ": error") : NULL;
    while (at && at > log && at[-1] != '\n')
        at--;
    return at ? at : log ? log : "no program could be made";
}

static enum sr_err make(struct work *w, int arch, struct gpu_code *out, struct sr_diag *diag)
{
    struct lab_jobs jobs = {.count = w->units, .work = compile, .context = w};
    if (lab_run(&jobs, lab_cores()))
        return sr_fail(diag, SR_IO, "no thread could be started");
    for (int i = 0; i < w->units; i++)
        if (!w->unit[i].code)
            return sr_fail(diag, SR_IO, "CUDA's compiler refuses %s: %.160s", w->unit[i].name,
                           first_error(w->unit[i].log));
    return link_units(w, arch, out, diag);
}

/* ---- the cache ------------------------------------------------------------------------------ */

struct cache_head {
    uint32_t magic, spare;
    uint64_t len, hash; /* of the code */
};

static uint64_t hash_bytes(const unsigned char *data, size_t len)
{
    uint64_t hash = len;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ data[i]) * 0x100000001B3u;
    return hash;
}

/* Makes the folder; false where there is no place for it. */
static bool cache_path(const struct sr_game *g, uint64_t hash, char *path, size_t max)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[700];
    if (cache && cache[0] == '/' && strlen(cache) < 600)
        snprintf(folder, sizeof folder, "%s", cache);
    else if (home && home[0] == '/' && strlen(home) < 600)
        snprintf(folder, sizeof folder, "%s/.cache", home);
    else
        return false;
    static const char *const inner[] = {"", "/caravanserai", "/gpu"};
    for (int i = 0; i < 3; i++) {
        snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "%s", inner[i]);
        if (mkdir(folder, 0700) && errno != EEXIST)
            return false;
    }
    snprintf(path, max, "%s/%s-%016llx.cubin", folder, g->id, (unsigned long long)hash);
    return true;
}

/* A file that is cut or damaged counts as none. */
static bool cache_read(const char *path, struct gpu_code *out)
{
    struct cache_head head;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    bool good = fread(&head, sizeof head, 1, f) == 1 && head.magic == MAGIC && head.len > 0 &&
                head.len < (1u << 28);
    if (good) {
        out->len = head.len;
        out->data = mem_grow(NULL, out->len);
        good = fread(out->data, 1, out->len, f) == out->len &&
               hash_bytes(out->data, out->len) == head.hash;
        if (!good)
            mem_free(out->data);
    }
    fclose(f);
    return good;
}

/* Beside its target first, then renamed: nobody reads half a file. Failing here is no fault. */
static void cache_write(const char *path, const struct gpu_code *code)
{
    char beside[800];
    snprintf(beside, sizeof beside, "%s.%d", path, (int)getpid());
    const struct cache_head head = {MAGIC, 0, code->len, hash_bytes(code->data, code->len)};
    FILE *f = fopen(beside, "wb");
    if (!f)
        return;
    bool good =
        fwrite(&head, sizeof head, 1, f) == 1 && fwrite(code->data, 1, code->len, f) == code->len;
    good = fclose(f) == 0 && good;
    if (!good || rename(beside, path))
        remove(beside);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void work_free(struct work *w)
{
    for (int i = 0; i < w->units; i++) {
        mem_free(w->unit[i].own);
        mem_free(w->unit[i].code);
        mem_free(w->unit[i].log);
    }
    mem_free(w);
}

enum sr_err gpu_build(struct cuda *c, const struct sr_game *game, enum gpu_part part, int arch,
                      bool fresh, struct gpu_code *out, struct sr_diag *diag)
{
    char path[760] = "";
    int major = 0, minor = 0;
    *out = (struct gpu_code){0};
    enum sr_err err = cuda_load_compiler(c, diag);
    if (err)
        return err;
    c->nvrtcVersion(&major, &minor);
    struct work *w = mem_new(sizeof *w);
    w->cuda = c;
    collect(w, game, part, arch);
    const bool keeps = cache_path(game, hash_of(w, major, minor), path, sizeof path);
    if (fresh || !keeps || !cache_read(path, out)) {
        const double start = now();
        err = make(w, arch, out, diag);
        out->seconds = now() - start;
        if (!err && keeps)
            cache_write(path, out);
    }
    work_free(w);
    return err;
}

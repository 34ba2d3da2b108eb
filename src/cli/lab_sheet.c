/* lab_sheet.c: results of the lab as sheets, and sheets as text, JSON and CSV. */
#include <math.h>

#include "cli/lab.h"
#include "cli/version.h"

/* ---- building ---------------------------------------------------------------------------- */

struct sheet *paper_sheet(struct paper *p, const char *id, const char *title)
{
    p->sheet = mem_grow(p->sheet, (size_t)(p->sheets + 1) * sizeof *p->sheet);
    struct sheet *s = &p->sheet[p->sheets++];
    memset(s, 0, sizeof *s);
    snprintf(s->id, sizeof s->id, "%s", id);
    snprintf(s->title, sizeof s->title, "%s", title);
    s->reference = NAN;
    s->second = -1;
    return s;
}

int sheet_column(struct sheet *s, const char *id, const char *heading)
{
    SR_ASSERT(s->columns < SHEET_COLUMNS);
    snprintf(s->column[s->columns], sizeof s->column[0], "%s", id);
    snprintf(s->heading[s->columns], sizeof s->heading[0], "%s", heading);
    return s->columns++;
}

struct sheet_row *sheet_row(struct sheet *s, const char *id, const char *label)
{
    s->row = mem_grow(s->row, (size_t)(s->rows + 1) * sizeof *s->row);
    struct sheet_row *r = &s->row[s->rows++];
    memset(r, 0, sizeof *r);
    snprintf(r->id, sizeof r->id, "%s", id);
    snprintf(r->label, sizeof r->label, "%s", label);
    return r;
}

struct finding *paper_find(struct paper *p, const char *id, const char *about, bool good)
{
    p->finding = mem_grow(p->finding, (size_t)(p->findings + 1) * sizeof *p->finding);
    struct finding *f = &p->finding[p->findings++];
    memset(f, 0, sizeof *f);
    snprintf(f->id, sizeof f->id, "%s", id);
    snprintf(f->about, sizeof f->about, "%s", about);
    f->good = good;
    return f;
}

void paper_free(struct paper *p)
{
    for (int i = 0; i < p->sheets; i++) {
        mem_free(p->sheet[i].row);
        mem_free(p->sheet[i].picture);
    }
    mem_free(p->sheet);
    mem_free(p->finding);
}

struct cell cell_text(const char *text)
{
    struct cell c = {.kind = CELL_TEXT};
    snprintf(c.text, sizeof c.text, "%s", text);
    return c;
}

struct cell cell_number(double value, int decimals)
{
    return (struct cell){.kind = CELL_NUMBER, .decimals = decimals, .value = value};
}

struct cell cell_p(double value)
{
    return (struct cell){.kind = CELL_P, .decimals = 4, .value = value};
}

struct cell cell_range(double value, struct stats_interval i, int decimals)
{
    return (struct cell){CELL_RANGE, decimals, value, i.low, i.high, ""};
}

struct cell cell_mean(const struct stats_mean *m, int decimals)
{
    return cell_range(m->mean, stats_mean_interval(m, 0.95), decimals);
}

void cell_print(const struct cell *c, char *out, size_t max)
{
    out[0] = '\0';
    if (c->kind == CELL_TEXT)
        snprintf(out, max, "%s", c->text);
    else if (c->kind == CELL_P && c->value < 0.00005)
        snprintf(out, max, "< 0.0001");
    else if (c->kind == CELL_NUMBER || c->kind == CELL_P)
        snprintf(out, max, "%s", lab_number(c->value, c->decimals));
    else if (c->kind == CELL_RANGE)
        snprintf(out, max, "%s",
                 lab_plus_minus(c->value, (struct stats_interval){c->low, c->high}, c->decimals));
}

/* ---- for people -------------------------------------------------------------------------- */

static int columns_of(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xC0) != 0x80;
    return n;
}

static int rows_shown(const struct sheet *s)
{
    return s->shown ? sr_min(s->shown, s->rows) : s->rows;
}

static void print_sheet(const struct lab_job *j, const struct sheet *s)
{
    int width[SHEET_COLUMNS], first = 8;
    char text[256];
    const int rows = rows_shown(s);
    for (int i = 0; i < rows; i++)
        first = sr_max(first, columns_of(s->row[i].label));
    for (int c = 0; c < s->columns; c++) {
        width[c] = columns_of(s->heading[c]);
        for (int i = 0; i < rows; i++) {
            cell_print(&s->row[i].cell[c], text, sizeof text);
            width[c] = sr_max(width[c], columns_of(text));
        }
    }
    printf("\n%s%s%s\n", cli_bold(j->cli), s->title, cli_plain(j->cli));
    if (s->note[0])
        cli_print_wrapped(s->note, 0, sr_min(cli_columns(), 100));
    fputs(cli_dim(j->cli), stdout);
    cli_pad("", first);
    for (int c = 0; c < s->columns; c++) {
        fputs("  ", stdout);
        cli_pad(s->heading[c], -width[c]);
    }
    printf("%s\n", cli_plain(j->cli));
    for (int i = 0; i < rows; i++) {
        cli_pad(s->row[i].label, first);
        for (int c = 0; c < s->columns; c++) {
            cell_print(&s->row[i].cell[c], text, sizeof text);
            fputs("  ", stdout);
            cli_pad(text, s->row[i].cell[c].kind == CELL_TEXT ? width[c] : -width[c]);
        }
        putchar('\n');
    }
    if (rows < s->rows)
        printf("%s\n", lab_text(j, "more_rows", CLI_ARGS({"n", .num = s->rows - rows})));
}

void lab_print(const struct lab_job *j)
{
    const struct paper *p = &j->paper;
    for (int i = 0; i < p->findings; i++) {
        const struct finding *f = &p->finding[i];
        printf("%s%s%s ",
               f->good    ? cli_green(j->cli)
               : f->small ? ""
                          : cli_red(j->cli),
               f->good    ? "+"
               : f->small ? "-"
                          : "!",
               f->small ? "" : cli_plain(j->cli));
        cli_print_wrapped(p->finding[i].text, 2, sr_min(cli_columns(), 100));
    }
    for (int i = 0; i < p->sheets; i++)
        print_sheet(j, &p->sheet[i]);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void json_real(struct sr_buf *b, double v)
{
    char text[40];
    if (!isfinite(v)) {
        sr_json_null(b);
        return;
    }
    snprintf(text, sizeof text, "%.6g", v);
    sr_json_raw(b, text);
}

static void json_cell(struct sr_buf *b, const struct cell *c)
{
    if (c->kind == CELL_TEXT) {
        sr_json_str(b, c->text);
    } else if (c->kind == CELL_NUMBER || c->kind == CELL_P) {
        json_real(b, c->value);
    } else {
        sr_json_open(b, '{');
        sr_json_key(b, "value");
        json_real(b, c->value);
        sr_json_key(b, "low");
        json_real(b, c->low);
        sr_json_key(b, "high");
        json_real(b, c->high);
        sr_json_close(b, '}');
    }
}

static void json_sheet(struct sr_buf *b, const struct sheet *s)
{
    sr_json_put_open(b, s->id, '[');
    for (int i = 0; i < s->rows; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "id", s->row[i].id);
        for (int c = 0; c < s->columns; c++)
            if (s->row[i].cell[c].kind != CELL_NONE) {
                sr_json_key(b, s->column[c]);
                json_cell(b, &s->row[i].cell[c]);
            }
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

void lab_json(struct sr_buf *b, const void *job)
{
    const struct lab_job *j = job;
    char change[1000];
    sr_json_open(b, '{');
    sr_json_put_str(b, "lab", j->what);
    sr_json_put_str(b, "command", j->command);
    sr_json_put_str(b, "version", SERAI_VERSION);
    sr_json_put_str(b, "game", j->game->id);
    sr_json_put_int(b, "rules_version", j->game->rules_version);
    sr_json_put_int(b, "players", j->base.seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, j->base.seed);
    numbers_difference(j->numbers, &j->printed, &j->base.set, change, sizeof change);
    sr_json_put_str(b, "changes", change);
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; i < j->base.seats; i++)
        sr_json_str(b, j->base.bot[i]);
    sr_json_close(b, ']');
    sr_json_put_open(b, "notes", '[');
    for (int i = 0; i < j->note_count; i++)
        sr_json_str(b, j->notes[i]);
    sr_json_close(b, ']');
    sr_json_put_open(b, "findings", '[');
    for (int i = 0; i < j->paper.findings; i++) {
        const struct finding *f = &j->paper.finding[i];
        sr_json_open(b, '{');
        sr_json_put_str(b, "id", f->id);
        sr_json_put_str(b, "about", f->about);
        sr_json_put_bool(b, "good", f->good);
        if (f->small)
            sr_json_put_bool(b, "small", true);
        sr_json_put_str(b, "text", f->text);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_put_open(b, "sheets", '{');
    for (int i = 0; i < j->paper.sheets; i++)
        json_sheet(b, &j->paper.sheet[i]);
    sr_json_close(b, '}');
    sr_json_close(b, '}');
}

/* ---- CSV --------------------------------------------------------------------------------- */

static void csv_arm(const struct lab_job *j, FILE *out, int k)
{
    const int arm = j->csv.arm[k];
    const struct trial_arm *a = trial_arm_get(j->trial, arm);
    const struct trial_layout l = trial_layout(j->trial, arm);
    const int64_t games = trial_games(j->trial, arm);
    for (int64_t i = 0; i < games; i++) {
        const int32_t *row = trial_row(j->trial, arm, i);
        fprintf(out, "\"%s\",%lld,%llu", j->csv.name[k], (long long)i,
                (unsigned long long)a->seed + (unsigned long long)i);
        for (int c = 0; c < l.width; c++)
            fprintf(out, ",%d", row[c]);
        fputc('\n', out);
    }
}

bool lab_csv(const struct lab_job *j, FILE *out)
{
    fprintf(out, "# %s\narm,game,seed", j->command);
    const struct trial_layout l = trial_layout_of(j->game, j->base.seats);
    for (int c = 0; c < l.width; c++) {
        char name[96];
        trial_column_name(j->game, j->base.seats, c, name, sizeof name);
        fprintf(out, ",%s", name);
    }
    fputc('\n', out);
    for (int k = 0; k < j->csv.arms; k++)
        csv_arm(j, out, k);
    return !ferror(out);
}

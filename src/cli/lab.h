/* lab.h: inside of `serai lab`: an experiment as the command line asks for it, and its results as
 * sheets (tables with intervals), findings (sentences) and pictures. What is measured, and when a
 * figure means something, is the lab's (lab/measure.h, lab/verdict.h). */
#ifndef SERAI_CLI_LAB_H
#define SERAI_CLI_LAB_H

#include "cli/cli.h"
#include "lab/verdict.h"

/* ---- results ----------------------------------------------------------------------------- */

enum { SHEET_COLUMNS = 16, SHEET_LABEL = 120, FINDING_ABOUT = 1000, FINDING_TEXT = 1200 };

enum cell_kind { CELL_NONE, CELL_TEXT, CELL_NUMBER, CELL_RANGE, CELL_P };
struct cell {
    enum cell_kind kind;
    int decimals;
    double value, low, high;
    char text[160];
};

struct sheet_row {
    char id[SHEET_LABEL], label[SHEET_LABEL];
    struct cell cell[SHEET_COLUMNS];
};

/* How a sheet is drawn, by one of its columns. */
enum chart {
    CHART_NONE,
    CHART_RANGES, /* a dot with its interval in each row */
    CHART_BARS,
    CHART_MATRIX, /* all columns: two-sided around `reference` */
    CHART_LINES   /* all columns, one small picture each, rows from left to right */
};

struct sheet {
    char id[32], title[SHEET_LABEL], note[1000];
    int columns, rows;
    char column[SHEET_COLUMNS][32], heading[SHEET_COLUMNS][64];
    struct sheet_row *row;
    enum chart chart;
    int drawn;        /* column */
    int second;       /* column drawn as a diamond beside it; -1: none */
    double reference; /* NAN: none */
    char *picture;    /* NULL, or an SVG of its own instead of a chart (mem_free) */
    int shown;        /* rows shown to people; the others are in JSON. 0: all */
};

struct finding {
    char id[24], about[FINDING_ABOUT]; /* what kind, and of what: for programs */
    bool good;
    bool small; /* not good, but no more than well-tried games have */
    char text[FINDING_TEXT];
};

struct paper {
    struct sheet *sheet;
    int sheets;
    struct finding *finding;
    int findings;
};

struct sheet *paper_sheet(struct paper *p, const char *id, const char *title);
/* A column; returns its number. */
int sheet_column(struct sheet *s, const char *id, const char *heading);
struct sheet_row *sheet_row(struct sheet *s, const char *id, const char *label);
void paper_free(struct paper *p);
struct finding *paper_find(struct paper *p, const char *id, const char *about, bool good);

struct cell cell_text(const char *text);
struct cell cell_number(double value, int decimals);
/* A probability: what is too small to be told is "< 0.0001". */
struct cell cell_p(double value);
struct cell cell_range(double value, struct stats_interval i, int decimals);
/* Of a mean with its 95 % interval. */
struct cell cell_mean(const struct stats_mean *m, int decimals);
void cell_print(const struct cell *c, char *out, size_t max);

/* ---- the experiment ---------------------------------------------------------------------- */

enum { LAB_NOTES = 6 };

struct lab_job {
    struct cli *cli;
    const char *what;        /* "compare" */
    struct cli_match match;
    const struct sr_game *game;
    struct numbers *numbers;
    struct trial *trial;
    struct trial_arm base;   /* as -e, -o, -p, -b, -s say; counts uses */
    struct numbers_set printed;
    bool changed;            /* base is not as printed */
    int64_t games;           /* 0: until intervals are narrow */
    int64_t most;
    double within;           /* points of percent */
    char **word;             /* what follows the game */
    int words;
    char command[2000];
    char notes[LAB_NOTES][480];
    int note_count;
    struct paper paper;
    struct lab_csv {
        char (*name)[SHEET_LABEL];
        int *arm, arms;
    } csv;
    uint64_t started;        /* lab_clock */
    struct ranks *ranks;
    struct gpu *gpu;         /* NULL: none */
    struct lab_device device;
};

/* Text of "serai.lab.<key>" filled with arguments, in static memory (eight at a time). */
const char *lab_text(const struct lab_job *j, const char *key, const struct sr_text_arg *args);
#define LAB_TEXT(j, key) lab_text(j, key, NULL)
/* A number as text, in static memory (sixteen at a time). */
const char *lab_number(double v, int decimals);
/* "25.1 ± 1.9" of a mean. */
const char *lab_plus_minus(double value, struct stats_interval i, int decimals);
/* How a measure, an item, a part is called. */
void lab_measure_label(const struct lab_job *j, const struct measure *m, char *out, size_t max);
/* "tile", "hall": what the words of a vocabulary are. */
const char *lab_kind_label(const struct lab_job *j, const struct sr_names *names);
/* Game, players, who plays, the seed. */
const char *lab_head(const struct lab_job *j);
void lab_item_label(const struct lab_job *j, const struct items *items, int item, char *out,
                    size_t max);
const char *lab_part_label(const struct lab_job *j, int part);
/* "2: temple 41 %": a road found, by the source of points it has more of than the others. */
const char *lab_road_name(const struct lab_job *j, const struct roads *r, int road);

/* Why an edition cannot be played, in the language of the player, of what numbers_check told; NULL:
 * it told something else. */
const char *lab_why(const struct lab_job *j, const char *told);
/* An arm like `base` with changes ("printed", a file, "path=value,..."); CLI_OK or what was
 * printed. */
int lab_arm_read(struct lab_job *j, const char *text, struct trial_arm *out);
/* A sentence that is told with the results, once. */
void lab_note(struct lab_job *j, const char *text);
/* Notes what must be said with games of these players by these numbers. */
void lab_note_players(struct lab_job *j, const struct trial_arm *a);
/* Registers it for --csv, too. */
int lab_arm_add(struct lab_job *j, const struct trial_arm *a, const char *name);
/* Plays the arms as -n says: a number, or until places are known to `within`. *games: how many. */
int lab_play_arms(struct lab_job *j, const int *arm, int arms, int64_t *games);
/* So many. */
int lab_play_games(struct lab_job *j, const int *arm, int arms, int64_t games);

/* ---- parts of results: each adds sheets and findings -------------------------------------- */

void lab_part_places(struct lab_job *j, int arm, int64_t games, int other);
void lab_part_measures(struct lab_job *j, int arm, int64_t games, bool drama);
void lab_find_course(struct lab_job *j, int arm, int64_t games);
void lab_part_length(struct lab_job *j, int arm, int64_t games);
void lab_part_scores(struct lab_job *j, int arm, int64_t games);
void lab_part_ends(struct lab_job *j, int arm, int64_t games);
void lab_part_compare(struct lab_job *j, int a, int b, int64_t games);
/* A sheet for each vocabulary of places, with so many rows shown (0: all); the first has the board
 * as a picture. */
void lab_part_heat(struct lab_job *j, int arm, int shown);
/* The places once more by another kind of player, where -b names none: what one kind finds may be
 * the player. */
int lab_part_kinds(struct lab_job *j, int arm, int64_t games);
void lab_part_uses(struct lab_job *j, int arm, bool findings);
void lab_part_roads(struct lab_job *j, int arm, int64_t games);
int lab_part_players(struct lab_job *j, int64_t games);
int lab_part_skill(struct lab_job *j, int64_t games);
int lab_part_numbers(struct lab_job *j, int64_t games, int64_t more);

int lab_compare(struct lab_job *j);
int lab_sweep(struct lab_job *j);
int lab_usage(struct lab_job *j);
int lab_heat(struct lab_job *j);
int lab_drama(struct lab_job *j);
int lab_restrict(struct lab_job *j);
int lab_roads(struct lab_job *j);
int lab_skill(struct lab_job *j);
int lab_sensitivity(struct lab_job *j);
int lab_search(struct lab_job *j);
int lab_report_all(struct lab_job *j);

/* ---- writing ------------------------------------------------------------------------------ */

void lab_print(const struct lab_job *j);
void lab_json(struct sr_buf *b, const void *job);
void lab_html(struct sr_buf *b, const void *job);
/* Text in a page. */
void lab_escape(struct sr_buf *b, const char *s);
/* A picture of a sheet (lab_chart.c). */
void lab_chart(struct sr_buf *b, const struct lab_job *j, const struct sheet *s);
bool lab_csv(const struct lab_job *j, FILE *out);

#endif

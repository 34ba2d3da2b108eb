/* merv_about.c: actions, discoveries, contracts, spices, halls and cities of Merv, explained. */
#include "games/merv/merv.h"
#include "terminal/boards/about.h"

static const char *name_of(const struct board_scene *scene, const struct sr_names *names, int i)
{
    return sr_name_text(scene->speaker, names, i);
}

static void put_gain(const struct board_scene *scene, char out[200], int gain)
{
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    struct sr_buf b;
    sr_buf_init(&b, out, 200);
    about_put(scene, &b, "gain", merv__gains.name[gain],
              ABOUT_ARGS({"n", ed->mosque_sites_vp, NULL}));
}

/* "2 × purple, 1 × green" */
static void put_cubes(const struct board_scene *scene, char out[200], const uint8_t *cost)
{
    struct sr_buf b;
    sr_buf_init(&b, out, 200);
    for (int i = 0; i < NORMAL; i++) {
        if (!cost[i])
            continue;
        sr_buf_put(&b, b.len ? ", " : "");
        sr_buf_int(&b, cost[i]);
        sr_buf_put(&b, " × ");
        sr_buf_put(&b, name_of(scene, &merv__colours, i));
    }
}

static void about_discovery(const struct board_scene *scene, int value, struct sr_buf *b)
{
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    const char *name = merv__discoveries.name[value];
    const int great = value - (merv__discoveries.count - GREATS);
    if (!strncmp(name, "less_", 5))
        about_put(scene, b, "discovery", "less",
                  ABOUT_ARGS({"action", 0, name_of(scene, &merv__actions, value)}));
    else if (!strncmp(name, "any_", 4))
        about_put(
            scene, b, "discovery", "any",
            ABOUT_ARGS({"colour", 0, name_of(scene, &merv__colours, value - merv__actions.count)}));
    else if (!strncmp(name, "free_", 5))
        about_put(scene, b, "discovery", name, NULL);
    else
        about_put(scene, b, "discovery", "great",
                  ABOUT_ARGS({"points", ed->great_vp[great], NULL},
                             {"favours", ed->great_favours[great], NULL},
                             {"soldiers", ed->great_soldiers[great], NULL}));
    about_rule(b, "2.12");
}

static void need(const struct board_scene *scene, struct sr_buf *b, int n, const char *key)
{
    if (!n)
        return;
    sr_buf_put(b, b->len ? ", " : "");
    sr_text_put(b, scene->speaker->lang, key, ABOUT_ARGS({"n", n, NULL}));
}

/* The parts of a contract are counted as things in a player's stock are. */
static void need_goods(const struct board_scene *scene, struct sr_buf *b, int n, const char *key)
{
    if (!n)
        return;
    const enum sr_lang lang = scene->speaker->lang;
    const char *pattern = sr_text_get(lang, key, sr_plural(lang, n));
    sr_buf_put(b, b->len ? ", " : "");
    sr_text_format(b, lang, pattern ? pattern : key, ABOUT_ARGS({"n", n, NULL}));
}

static void about_contract(const struct board_scene *scene, int c, struct sr_buf *b)
{
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    char needs[240], gain[200];
    struct sr_buf t;
    sr_buf_init(&t, needs, sizeof needs);
    need_goods(scene, &t, ed->contract_scrolls[c], "merv.stock.scrolls");
    need_goods(scene, &t, ed->contract_common[c], "merv.stock.common");
    need_goods(scene, &t, ed->contract_rare[c], "merv.stock.rare");
    need(scene, &t, ed->contract_any[c], "merv.about.any_good");
    put_gain(scene, gain, ed->contract_bonus[c]);
    about_put(scene, b, "contract", NULL,
              ABOUT_ARGS({"influence", ed->level_at[ed->contract_level[c] - 1], NULL},
                         {"needs", 0, needs}, {"points", ed->contract_vp[c], NULL},
                         {"gain", 0, gain}));
    about_rule(b, "5.9");
}

static void about_spice(const struct board_scene *scene, int spice, struct sr_buf *b)
{
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    char gain[200], values[64];
    struct sr_buf t;
    put_gain(scene, gain, ed->pair_gain[spice]);
    sr_buf_init(&t, values, sizeof values);
    for (int i = 1; i <= SPICES; i++) {
        sr_buf_put(&t, i > 1 ? ", " : "");
        sr_buf_int(&t, ed->set_vp[i]);
    }
    about_put(scene, b, "spice", NULL, ABOUT_ARGS({"gain", 0, gain}, {"values", 0, values}));
    about_rule(b, "2.13");
}

static void about_hall(const struct board_scene *scene, int hall, struct sr_buf *b)
{
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    char worth[200];
    struct sr_buf t;
    sr_buf_init(&t, worth, sizeof worth);
    about_put(scene, &t, "worth", merv__halls.name[hall], NULL);
    about_put(scene, b, "hall", NULL,
              ABOUT_ARGS({"colour", 0, name_of(scene, &merv__colours, ed->hall_colour[hall])},
                         {"worth", 0, worth}));
    about_rule(b, "2.10");
}

bool merv_about(const struct board_scene *scene, const struct sr_names *names, int value,
                struct sr_buf *b)
{
    static const char *const action_rule[] = {"5.3", "5.4", "5.5", "5.6", "5.7", "5.8"};
    const struct merv_edition *ed = (const struct merv_edition *)scene->rules->edition;
    enum { INNER_CITIES = 4 };
    if (about_is(names, "action")) {
        about_put(scene, b, "action", merv__actions.name[value], NULL);
        about_rule(b, action_rule[value]);
    } else if (about_is(names, "discovery")) {
        about_discovery(scene, value, b);
    } else if (about_is(names, "contract")) {
        about_contract(scene, value, b);
    } else if (about_is(names, "spice")) {
        about_spice(scene, value, b);
    } else if (about_is(names, "hall")) {
        about_hall(scene, value, b);
    } else if (about_is(names, "city")) {
        char cost[200];
        put_cubes(scene, cost, ed->city_cost[value]);
        about_put(scene, b, value < INNER_CITIES ? "inner" : "outer", NULL,
                  ABOUT_ARGS({"cost", 0, cost}));
        about_rule(b, "5.6");
    } else {
        return false;
    }
    return true;
}

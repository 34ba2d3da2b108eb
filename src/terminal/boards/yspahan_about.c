/* yspahan_about.c: levels of the tower, buildings and cards of Yspahan, explained. */
#include "games/yspahan/yspahan.h"
#include "terminal/boards/about.h"

static void about_building(const struct board_scene *scene, int building, struct sr_buf *b)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)scene->rules->edition;
    const uint8_t power[YSP_BUILDINGS] = {ed->paddock_camels, ed->booth_gold,
                                          ed->hammam_squares, ed->caravanserai_cards,
                                          ed->bazaar_points,  ed->hoist_goods};
    about_put(scene, b, "building", yspahan__buildings.name[building],
              ABOUT_ARGS({"n", power[building], NULL}));
    about_put(scene, b, "costs", NULL,
              ABOUT_ARGS({"camels", ed->buildings[building].camels, NULL},
                         {"gold", ed->buildings[building].gold, NULL}));
    about_put(scene, b, "ranks", NULL, NULL);
    about_rule(b, "2.7");
}

static void about_card(const struct board_scene *scene, int card, struct sr_buf *b)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)scene->rules->edition;
    int n = 0, points = 0;
    switch (card) {
    case CD_THREE_CAMELS:
        n = ed->card_camels;
        break;
    case CD_THREE_GOLD:
        n = ed->card_gold;
        break;
    case CD_GOLD_TO_VP:
        n = ed->gold_most;
        points = ed->gold_points;
        break;
    case CD_CAMELS_TO_VP:
        n = ed->camels_most;
        points = ed->camels_points;
        break;
    default:
        break;
    }
    about_put(scene, b, "card", yspahan__cards.name[card],
              ABOUT_ARGS({"n", n, NULL}, {"points", points, NULL}));
    about_put(scene, b, "boost", NULL, NULL);
    about_rule(b, "2.8");
}

bool yspahan_about(const struct board_scene *scene, const struct sr_names *names, int value,
                   struct sr_buf *b)
{
    if (about_is(names, "building")) {
        about_building(scene, value, b);
    } else if (about_is(names, "card")) {
        about_card(scene, value, b);
    } else if (about_is(names, "level")) {
        about_put(scene, b, "level",
                  value == LV_CAMEL  ? "camel"
                  : value == LV_GOLD ? "gold"
                                     : "goods",
                  NULL);
        about_put(scene, b, "level", NULL, NULL);
        about_rule(b, "4.4");
    } else {
        return false;
    }
    return true;
}

/* about.h: what things of a game are and do, for `? NAME`: one file per game, <id>_about.c. The
 * texts "<game>.about.<thing>" are those of the page. */
#ifndef SERAI_TERMINAL_ABOUT_H
#define SERAI_TERMINAL_ABOUT_H

#include "terminal/board.h"

/* See struct board. */
bool caravans_about(const struct board_scene *scene, const struct sr_names *names, int value,
                    struct sr_buf *b);
bool merv_about(const struct board_scene *scene, const struct sr_names *names, int value,
                struct sr_buf *b);
bool tadmor_about(const struct board_scene *scene, const struct sr_names *names, int value,
                  struct sr_buf *b);
bool yspahan_about(const struct board_scene *scene, const struct sr_names *names, int value,
                   struct sr_buf *b);

#define ABOUT_ARGS(...) ((const struct sr_text_arg[]){__VA_ARGS__, {NULL, 0, NULL}})

/* Appends the text "<game>.about.<a>[.<b>]", after a blank where something stands before it. */
static inline void about_put(const struct board_scene *scene, struct sr_buf *b, const char *kind,
                             const char *thing, const struct sr_text_arg *args)
{
    char key[96];
    struct sr_buf k;
    sr_buf_init(&k, key, sizeof key);
    sr_buf_put(&k, scene->speaker->game->id);
    sr_buf_put(&k, ".about.");
    sr_buf_put(&k, kind);
    sr_buf_put(&k, thing ? "." : "");
    sr_buf_put(&k, thing ? thing : "");
    sr_buf_put(b, b->len ? " " : "");
    sr_text_put(b, scene->speaker->lang, key, args);
}

/* Whether this is the vocabulary with that id. */
static inline bool about_is(const struct sr_names *names, const char *id)
{
    return strcmp(names->id, id) == 0;
}

/* "(R4.3)" */
static inline void about_rule(struct sr_buf *b, const char *rule)
{
    sr_buf_put(b, " (R");
    sr_buf_put(b, rule);
    sr_buf_put(b, ")");
}

#endif

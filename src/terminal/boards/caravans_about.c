/* caravans_about.c: what the resources of Caravans are worth. */
#include "games/caravans/caravans.h"
#include "terminal/boards/about.h"

bool caravans_about(const struct board_scene *scene, const struct sr_names *names, int value,
                    struct sr_buf *b)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)scene->rules->edition;
    if (!about_is(names, "kind"))
        return false;
    if (value == 0) {
        about_put(scene, b, "ecu", NULL, NULL);
        return true;
    }
    const int rank = ed->classes[value - 1];
    about_put(scene, b, "class", caravans__class_names.name[rank],
              ABOUT_ARGS({"n", ed->values[rank], NULL}));
    about_rule(b, "2.2");
    return true;
}

/* quick.c: a seat at once (http.h): who asks for a table with "quick" is shown one that waits here
 * already, where there is one, in place of a table of his own. This is decided in one turn of the
 * loop, and a table counts from the turn in which it is opened: of two who press at the same time,
 * one opens and the other is sent to him. Other processes are not asked: clients look into the
 * lobby before and after. */
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"

enum { OWN_MAX = 64 };

/* Whether the client does not want that table: it is his own, or he could not sit down there. */
static bool unwanted(const struct sr_doc *d, int list, const char *id)
{
    for (int i = 0; list >= 0 && i < d->tok[list].size && i < OWN_MAX; i++)
        if (sr_json_is(d, sr_json_at(d, list, i), id))
            return true;
    return false;
}

static bool sits_there(const struct sv_table *t, const char *account)
{
    for (int i = 0; account[0] && i < t->setup.config.seats; i++)
        if (strcmp(t->people.seat[i].account, account) == 0)
            return true;
    return false;
}

/* The same match as far as one may care who is asked for any: game, seats, pace, rated; the printed
 * numbers, sealed dice, a language that is the same or not said. */
static bool fits(const struct sv_table *t, const struct sv_table *wish)
{
    const struct sv_setup *a = &t->setup, *b = &wish->setup;
    bool open = false;
    for (int i = 0; i < a->config.seats; i++)
        open |= t->people.seat[i].kind == ENTRY_OPEN;
    return open && t->log.status == SV_WAITING && t->log.host >= 0 && sv_listed(t) &&
           !t->log.locked && a->config.rules.game == b->config.rules.game &&
           a->config.seats == b->config.seats && a->live == b->live && a->rated == b->rated &&
           !a->edition && !a->open_dice && !a->cup[0] &&
           (!a->language[0] || !b->language[0] || strcmp(a->language, b->language) == 0);
}

const struct sv_table *quick_find(const struct server *sv, const struct sr_doc *d,
                                  const struct sv_table *wish, const char *account)
{
    const struct sv_table *found = NULL;
    const int own = sr_json_get(d, 0, "not");
    if (!sv_get_bool(d, 0, "quick", false) || wish->setup.edition || wish->setup.open_dice)
        return NULL;
    for (int i = 0; i < SV_BUCKETS; i++)
        for (const struct sv_table *t = sv->bucket[i]; t; t = t->next)
            if (fits(t, wish) && !unwanted(d, own, t->id) && !sits_there(t, account) &&
                (!found || t->setup.created < found->setup.created))
                found = t;
    return found;
}

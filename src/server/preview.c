/* preview.c: the start page as links to a table ask for it (http.h): /?t=TABLE, with words and a
 * picture for those who show what a link leads to (Open Graph), in the language asked for; and
 * /?embed=TABLE, which pages of the origins named by --embed-origin may show in a frame. What comes
 * after # in such an address, an invitation, is never sent here. */
#include "core/alloc.h"
#include "serai/text.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/page.h"
#include "server/secret.h"

enum { TAGS_MAX = 4096 };

struct wanted {
    struct server *sv;
    struct net_request *r;
};

/* ---- the language asked for ------------------------------------------------------------------ */

static enum sr_lang language_of(const struct net_request *r)
{
    enum sr_lang lang = SR_EN;
    char text[8];
    if (http_asked(r, "l", text, sizeof text) && sr_lang_parse(text, &lang))
        return lang;
    for (const char *at = r->accept_language; *at; at += strcspn(at, ","), at += *at != '\0') {
        at += strspn(at, " ");
        snprintf(text, sizeof text, "%.2s", at);
        if (sr_lang_parse(text, &lang))
            return lang;
    }
    return SR_EN;
}

/* ---- HTML ------------------------------------------------------------------------------------ */

static void put_escaped(struct sr_buf *b, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
        if (as)
            sr_buf_put(b, as);
        else
            sr_buf_putn(b, text, 1);
    }
}

static void put_tag(struct sr_buf *b, const char *property, const char *content)
{
    sr_buf_put(b, strncmp(property, "og:", 3) == 0 ? "<meta property=\"" : "<meta name=\"");
    sr_buf_put(b, property);
    sr_buf_put(b, "\" content=\"");
    put_escaped(b, content);
    sr_buf_put(b, "\" />");
}

/* Where people reach this server, without a slash; false: that cannot be told. */
static bool own_address(const struct server *sv, const char *host, char *out, size_t max)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    const bool secure =
        sv->options.proxies || (sv->options.origin && strstr(sv->options.origin, "https://"));
    if (!host[0] || host[strspn(host, letters)] != '\0')
        return false;
    return (size_t)snprintf(out, max, "http%s://%s", secure ? "s" : "", host) < max;
}

struct facts { /* of a table, for a sentence about it */
    char game[SR_NAME_MAX], names[256], status[16];
    int seats, open;
};

static void read_facts(struct server *sv, const char *info, struct facts *f)
{
    struct sr_doc d;
    memset(f, 0, sizeof *f);
    if (sr_json_parse(&d, info, strlen(info), sv->tok_a, SV_TOKENS_MAX, NULL) != SR_OK)
        return;
    sv_get_text(&d, 0, "game", f->game, sizeof f->game);
    sv_get_text(&d, 0, "status", f->status, sizeof f->status);
    const int seats = sr_json_get(&d, 0, "seats");
    size_t len = 0;
    f->seats = seats < 0 ? 0 : d.tok[seats].size;
    for (int i = 0; i < f->seats; i++) {
        char kind[8], name[SR_NAME_MAX];
        const int s = sr_json_at(&d, seats, i);
        sv_get_text(&d, s, "kind", kind, sizeof kind);
        f->open += strcmp(kind, "open") == 0 || strcmp(kind, "link") == 0;
        if (strcmp(kind, "human") == 0 && sv_get_text(&d, s, "name", name, sizeof name) &&
            len + strlen(name) + 3 < sizeof f->names)
            len += (size_t)snprintf(f->names + len, sizeof f->names - len, "%s%s", len ? ", " : "",
                                    name);
    }
}

static void put_tags(const struct wanted *w, struct sr_buf *b, const struct facts *f)
{
    const enum sr_lang lang = language_of(w->r);
    char key[SR_NAME_MAX + 16], text[512], address[NET_HEADER_MAX + 16], link[NET_HEADER_MAX + 96];
    char yes[4];
    struct sr_buf t;
    snprintf(key, sizeof key, "%s.title", f->game);
    const char *game = sr_text(lang, key);
    sr_buf_init(&t, text, sizeof text);
    sr_text_put(
        &t, lang, f->names[0] ? "server.preview.title" : "server.preview.bare",
        (const struct sr_text_arg[]){{"game", .text = game}, {"names", .text = f->names}, {0}});
    put_tag(b, "og:title", text);
    sr_buf_init(&t, text, sizeof text);
    snprintf(key, sizeof key, "server.preview.%s",
             http_asked(w->r, "i", yes, sizeof yes) ? "invited" : f->status);
    sr_text_put(
        &t, lang, key,
        (const struct sr_text_arg[]){
            {"game", .text = game}, {"n", .num = f->open}, {"seats", .num = f->seats}, {0}});
    put_tag(b, "og:description", text);
    put_tag(b, "description", text);
    put_tag(b, "og:type", "website");
    put_tag(b, "og:site_name", "Caravanserai");
    put_tag(b, "og:locale", lang == SR_FR ? "fr_FR" : lang == SR_RU ? "ru_RU" : "en_GB");
    put_tag(b, "twitter:card", "summary_large_image");
    if (!own_address(w->sv, w->r->host, address, sizeof address))
        return;
    snprintf(link, sizeof link, "%s/preview/%s.png", address, f->game);
    put_tag(b, "og:image", link);
    put_tag(b, "og:image:width", "1200");
    put_tag(b, "og:image:height", "630");
}

/* ---- answers --------------------------------------------------------------------------------- */

static const char head_ends[] = "</head>";

static void answer(const struct wanted *w, const char *tags, const char *frame)
{
    const struct page_file *f = page_find("/index.html");
    struct sr_buf b = sv_buf(w->sv);
    const char *html = f ? (const char *)f->plain.data : "";
    const size_t len = f ? f->plain.len : 0;
    size_t at = 0;
    while (at + sizeof head_ends - 1 <= len &&
           strncmp(html + at, head_ends, sizeof head_ends - 1) != 0)
        at++;
    if (!f || at + sizeof head_ends - 1 > len) {
        http_error(w->sv, w->r, "not_found", "this build has no page");
        return;
    }
    sr_buf_putn(&b, html, at);
    sr_buf_put(&b, tags);
    sr_buf_putn(&b, html + at, len - at);
    const struct net_answer a = {.status = b.full ? 500 : 200,
                                 .type = "text/html; charset=utf-8",
                                 .body = b.text,
                                 .len = b.full ? 0 : b.len,
                                 .cache = "no-cache",
                                 .frame = frame};
    w->r->answer(w->r, &a);
}

static void found(struct store_job *job, void *context)
{
    struct wanted *w = (struct wanted *)context;
    const struct db_rows *rows = store_rows(job, 0);
    char memory[TAGS_MAX] = "";
    struct sr_buf b;
    struct facts f;
    sr_buf_init(&b, memory, sizeof memory);
    read_facts(w->sv, rows->count ? db_text(rows, 0, 0) : "", &f);
    if (f.game[0] && f.status[0])
        put_tags(w, &b, &f);
    answer(w, b.full ? "" : memory, NULL);
    sr_free(w);
}

bool preview_get(struct server *sv, struct net_request *r)
{
    char id[SV_ID_MAX];
    const struct wanted now = {sv, r};
    if (strcmp(r->path, "/") != 0 || strcmp(r->method, "POST") == 0)
        return false;
    if (http_asked(r, "embed", id, sizeof id) && sv_id_ok(id) && sv->options.embed_origin) {
        answer(&now, "", sv->options.embed_origin);
        return true;
    }
    if (!http_asked(r, "t", id, sizeof id) || !sv_id_ok(id))
        return false;
    struct wanted *w = (struct wanted *)sr_alloc(sizeof *w);
    struct store_job *job = w ? store_job_new(found, w) : NULL;
    if (!job) {
        sr_free(w);
        http_error(sv, r, "busy", "no memory");
        return true;
    }
    *w = now;
    store_add(job, ST_TABLE_SUMMARY, "s", id);
    store_send(sv->store, job);
    return true;
}

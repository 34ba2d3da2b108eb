/* lab_html.c: a report as one page that needs nothing else: verdict, pictures, tables. */
#include "cli/lab.h"
#include "cli/version.h"

static const char style[] =
    "body{margin:0;background:#f0e7d6;color:#2b2320;font:15px/1.45 Georgia,'Times New Roman',serif}"
    "main{max-width:1180px;margin:0 auto;padding:24px}"
    "h1{font-size:30px;margin:0 0 4px}h2{font-size:20px;margin:0 0 6px}"
    ".paper{background:#fffaf0;border:1px solid #ddcfb4;border-radius:12px;"
    "padding:18px 22px;margin:0 0 18px}"
    ".note,.meta{color:#6d604c;font-size:13px;margin:2px 0 10px}"
    ".meta code{overflow-wrap:anywhere}"
    ".findings{list-style:none;padding:0;margin:0}.findings li{padding:6px 0 6px 30px;"
    "position:relative}"
    ".findings li::before{position:absolute;left:4px;font-weight:bold;content:'\\25B2';"
    "color:#b0452b}"
    ".findings li.good::before{content:'\\2713';color:#117a80}"
    ".findings li.small::before{content:'\\25B3';color:#8a6d1f}"
    ".findings li:first-child{font-size:22px;font-weight:bold}"
    ".warn{color:#b0452b}"
    "table{border-collapse:collapse;font-size:13px;font-family:sans-serif}"
    "th,td{padding:3px 10px;border-bottom:1px solid #eadfc8;text-align:right;vertical-align:top}"
    "th:first-child,td:first-child,td.t{text-align:left}"
    "svg{width:760px;max-width:100%;height:auto;display:block}"
    "details{margin-top:8px}.wide{overflow-x:auto}"
    "@media(max-width:600px){main{padding:10px}.paper{padding:12px 14px}th,td{padding:3px 6px}}"
    "summary{cursor:pointer;color:#117a80}"
    "@media(prefers-color-scheme:dark){body{background:#221c17;color:#eee3cf}"
    ".paper{background:#2c2520;border-color:#4a3f33}"
    "svg{background:#fffaf0;border-radius:8px}th,td{border-color:#4a3f33}"
    ".note,.meta{color:#b9ab93}}";

static void element(struct sr_buf *b, const char *open, const char *text, const char *close)
{
    sr_buf_put(b, open);
    lab_escape(b, text);
    sr_buf_put(b, close);
}

static void table(struct sr_buf *b, const struct sheet *s)
{
    sr_buf_put(b, "<div class=\"wide\"><table><tr><th></th>");
    for (int c = 0; c < s->columns; c++)
        element(b, "<th>", s->heading[c], "</th>");
    sr_buf_put(b, "</tr>");
    for (int i = 0; i < s->rows; i++) {
        element(b, "<tr><td>", s->row[i].label, "</td>");
        for (int c = 0; c < s->columns; c++) {
            char text[256];
            cell_print(&s->row[i].cell[c], text, sizeof text);
            element(b, s->row[i].cell[c].kind == CELL_TEXT ? "<td class=\"t\">" : "<td>", text,
                    "</td>");
        }
        sr_buf_put(b, "</tr>");
    }
    sr_buf_put(b, "</table></div>");
}

static void section(struct sr_buf *b, const struct lab_job *j, const struct sheet *s)
{
    const bool drawn = s->chart != CHART_NONE || s->picture;
    sr_buf_put(b, "<section class=\"paper\" id=\"");
    lab_escape(b, s->id);
    element(b, "\"><h2>", s->title, "</h2>");
    if (s->note[0])
        element(b, "<p class=\"note\">", s->note, "</p>");
    lab_chart(b, j, s);
    if (drawn)
        element(b, "<details><summary>", LAB_TEXT(j, "table"), "</summary>");
    table(b, s);
    sr_buf_put(b, drawn ? "</details></section>\n" : "</section>\n");
}

static void head(struct sr_buf *b, const struct lab_job *j, const char *title)
{
    sr_buf_put(b, "<!doctype html>\n<html lang=\"");
    sr_buf_put(b, sr_lang_code(j->cli->lang));
    element(b,
            "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width\"><title>",
            title, "</title><style>");
    sr_buf_put(b, style);
    element(b, "</style></head><body><main><section class=\"paper\"><h1>", title, "</h1>");
    element(b, "<p class=\"meta\">", lab_head(j), "<br><code>");
    element(b, "", j->command, "</code> · serai " SERAI_VERSION "</p>");
    char change[1200];
    if (numbers_difference(j->numbers, &j->printed, &j->base.set, change, sizeof change))
        element(b, "<p class=\"meta\">",
                lab_text(j, "head_changes", CLI_ARGS({"changes", .text = change})), "</p>");
    for (int i = 0; i < j->note_count; i++)
        element(b, "<p class=\"warn\">", j->notes[i], "</p>");
}

void lab_html(struct sr_buf *b, const void *job)
{
    const struct lab_job *j = job;
    char key[64], title[160];
    snprintf(key, sizeof key, "%s.title", j->game->id);
    snprintf(title, sizeof title, "%s", cli_text(j->cli, key));
    head(b, j, title);
    sr_buf_put(b, "<ul class=\"findings\">");
    for (int i = 0; i < j->paper.findings; i++)
        element(b,
                j->paper.finding[i].good    ? "<li class=\"good\">"
                : j->paper.finding[i].small ? "<li class=\"small\">"
                                            : "<li>",
                j->paper.finding[i].text, "</li>");
    sr_buf_put(b, "</ul></section>\n");
    for (int i = 0; i < j->paper.sheets; i++)
        section(b, j, &j->paper.sheet[i]);
    element(b, "<p class=\"note\">", LAB_TEXT(j, "limits"), "</p></main></body></html>\n");
}

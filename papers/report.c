#include "report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const Paper *const all_papers[] = {&paper_000, &paper_001, &paper_002, &paper_004};
const size_t all_papers_count = sizeof all_papers / sizeof all_papers[0];

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Urto: the papers, reproduced</title>\n<style>\n"
    ":root{color-scheme:light dark;--ink:#1d2126;--dim:#5a6470;--page:#fbfaf7;--card:#fff;"
    "--line:#dcdcd6;--good:#0b6e4f;--bad:#b3261e}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--dim:#a3abb5;--page:#15181c;"
    "--card:#1e2329;--line:#363d46;--good:#5fd3a6;--bad:#ff8a80}}\n"
    "body{margin:0 auto;max-width:72rem;padding:1rem;background:var(--page);color:var(--ink);"
    "font:1rem/1.55 system-ui,sans-serif}\n"
    "h1{font-size:1.7rem;line-height:1.2}h2{margin-top:3rem;font-size:1.35rem;line-height:1.3;"
    "border-bottom:2px solid var(--line);padding-bottom:.4rem}\n"
    "article{background:var(--card);border:1px solid var(--line);border-radius:.7rem;"
    "padding:1rem;margin:1.2rem 0}h3{margin:.1rem 0 .7rem}\n"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));"
    "gap:.7rem}.pictures img{width:100%;height:auto;display:block;border-radius:.4rem;"
    "background:#fff}\n"
    "p{margin:.6rem 0;max-width:60rem}.dim{color:var(--dim)}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line)}"
    "th{color:var(--dim);font-weight:600}td.n{white-space:nowrap}\n"
    ".ok{color:var(--good)}.no{color:var(--bad);font-weight:700}"
    "summary{cursor:pointer;padding:.4rem 0}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.3rem .9rem}a{color:inherit}\n"
    "</style>\n</head>\n<body>\n<h1>Urto: the papers, reproduced</h1>\n"
    "<p>Published figures and tables, computed by "
    "<code>urto papers</code>. Each item shows our pictures, what to see in them, what the paper "
    "says, and published numbers beside ours. A row marked <b class=\"ok\">✓</b> agrees within the "
    "tolerance given; rows that say <i>past the paper</i> are results of our own. Where a paper "
    "prints no number, the row ends in <i>by eq. (…)</i>, a formula of the paper, or <i>computed "
    "independently</i>, a reference from a second program. In all pictures "
    "a scheme keeps its colour, and closed forms are black.</p>\n";

static void add_escaped(Text *html, const char *string)
{
    for (; *string; string++) {
        switch (*string) {
        case '&':
            text_add(html, "&amp;");
            break;
        case '<':
            text_add(html, "&lt;");
            break;
        case '>':
            text_add(html, "&gt;");
            break;
        case '"':
            text_add(html, "&quot;");
            break;
        default:
            text_add_bytes(html, string, 1);
        }
    }
}

static void add_base64(Text *html, const Text *data)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < data->length; i += 3) {
        const size_t left = data->length - i;
        unsigned bits = (unsigned)(unsigned char)data->data[i] << 16;
        bits |= left > 1 ? (unsigned)(unsigned char)data->data[i + 1] << 8 : 0;
        bits |= left > 2 ? (unsigned)(unsigned char)data->data[i + 2] : 0;
        const char group[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                               left > 1 ? digits[bits >> 6 & 63] : '=',
                               left > 2 ? digits[bits & 63] : '='};
        text_add_bytes(html, group, sizeof group);
    }
}

static void add_paragraph(Text *html, const char *lead, const char *text, const char *kind)
{
    if (text) {
        text_add(html, "<p%s><b>%s</b> ", kind, lead);
        add_escaped(html, text);
        text_add(html, "</p>\n");
    }
}

static PlotStatus add_pictures(Text *html, const Item *item)
{
    text_add(html, "<div class=\"pictures\">\n");
    for (size_t i = 0; i < item->plot.count; i++) {
        const PlotPanel *panel = &item->plot.panels[i];
        Text svg = {0};
        const PlotStatus status = plot_panel_svg(panel, &svg);
        if (status != PLOT_OK) {
            text_free(&svg);
            return status;
        }
        text_add(html, "<img alt=\"");
        add_escaped(html, panel->title);
        text_add(html, ": ");
        add_escaped(html, panel->y.label);
        text_add(html, " against ");
        add_escaped(html, panel->x.label);
        text_add(html, "\" src=\"data:image/svg+xml;base64,");
        add_base64(html, &svg);
        text_add(html, "\">\n");
        text_free(&svg);
    }
    text_add(html, "</div>\n");
    return PLOT_OK;
}

static void add_value(Text *html, const Value *value)
{
    text_add(html, "<td class=\"n\">");
    if (value->is_text) {
        add_escaped(html, value->text);
    } else {
        text_add(html, "%.7g", value->number);
    }
    text_add(html, "</td>");
}

static void add_table(Text *html, const Item *item, size_t failed)
{
    if (item->row_count == 0) {
        return;
    }
    text_add(html,
             "<details%s><summary>%zu rows, %zu differ</summary><div class=\"wide\"><table>\n",
             item->row_count <= 20 || failed ? " open" : "", item->row_count, failed);
    text_add(html, "<tr><th>quantity</th><th>published</th><th>ours</th><th>tolerance</th><th></th>"
                   "</tr>\n");
    for (size_t i = 0; i < item->row_count; i++) {
        const ItemRow *row = &item->rows[i];
        text_add(html, "<tr><td>");
        add_escaped(html, row->quantity);
        text_add(html, "</td>");
        add_value(html, &row->published);
        add_value(html, &row->ours);
        text_add(html, "<td class=\"n\">%.2g</td><td class=\"%s\">%s</td></tr>\n", row->tolerance,
                 row->ok ? "ok" : "no", row->ok ? "✓" : "✗");
    }
    text_add(html, "</table></div></details>\n");
}

static void add_json_value(Text *json, const Value *value)
{
    if (value->is_text) {
        text_add_json_string(json, value->text);
    } else {
        text_add_json_number(json, value->number);
    }
}

static void add_json_rows(Report *report, const Paper *paper, const Item *item)
{
    Text *json = &report->json;

    for (size_t i = 0; i < item->row_count; i++) {
        const ItemRow *row = &item->rows[i];
        text_add(json, "%s  {\"paper\": \"%s\", \"item\": \"%s\", \"quantity\": ",
                 report->rows + i ? ",\n" : "", paper->name, item->what->name);
        text_add_json_string(json, row->quantity);
        text_add(json, ", \"published\": ");
        add_json_value(json, &row->published);
        text_add(json, ", \"ours\": ");
        add_json_value(json, &row->ours);
        text_add(json, ", \"tolerance\": ");
        text_add_json_number(json, row->tolerance);
        text_add(json, ", \"ok\": %s}", row->ok ? "true" : "false");
    }
}

static PlotStatus add_item(Report *report, const Paper *paper, const PaperItem *what)
{
    Item item = {.what = what};
    Text *html = &report->html;
    size_t failed = 0;

    what->make(&item);
    for (size_t i = 0; i < item.row_count; i++) {
        failed += !item.rows[i].ok;
    }
    text_add(html, "<article>\n<h3>%s, %s: ", paper->name, what->name);
    add_escaped(html, what->title);
    text_add(html, "</h3>\n");
    const PlotStatus status = add_pictures(html, &item);
    add_paragraph(html, "What to see.", what->see, "");
    add_paragraph(html, "The paper says:", what->says, "");
    add_paragraph(html, "Note.", what->note, " class=\"dim\"");
    add_table(html, &item, failed);
    text_add(html, "</article>\n");
    add_json_rows(report, paper, &item);
    report->rows += item.row_count;
    report->failed += failed;
    report->ok_of_paper += item.row_count - failed;
    report->failed_of_paper += failed;
    item_free(&item);
    return status;
}

void report_begin(Report *report)
{
    *report = (Report){0};
    text_add(&report->html, "%s", page_head);
    text_add(&report->json, "[\n");
}

PlotStatus report_add(Report *report, const Paper *paper)
{
    PlotStatus status = PLOT_OK;

    report->ok_of_paper = report->failed_of_paper = 0;
    text_add(&report->html, "<h2 id=\"p%s\">%s. ", paper->name, paper->name);
    add_escaped(&report->html, paper->citation);
    text_add(&report->html, "</h2>\n");
    for (size_t i = 0; i < paper->count && status == PLOT_OK; i++) {
        status = add_item(report, paper, &paper->items[i]);
    }
    return status;
}

void report_end(Report *report)
{
    text_add(&report->html, "<p>%zu rows, %zu agree, %zu differ.</p>\n</body>\n</html>\n",
             report->rows, report->rows - report->failed, report->failed);
    text_add(&report->json, "\n]\n");
}

void report_free(Report *report)
{
    text_free(&report->html);
    text_free(&report->json);
}

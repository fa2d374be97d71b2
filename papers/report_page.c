#include "report_page.h"

#include "output/page.h"

#include <string.h>

static const char *const source_titles[SOURCES] = {
    "a number printed in the paper", "a sentence of the paper", "an equation of the paper",
    "a second program, <code>papers/check</code>", "a finding of our own"};
static const char *const verdict_classes[VERDICTS] = {"agrees", "differs", "contradicts"};

static void add_citation(Text *html, const Paper *paper)
{
    text_add(html, "<h2 id=\"%s\">%s. ", paper->name, paper->name);
    page_add_text(html, paper->title);
    text_add(html, "</h2>\n<p class=\"quiet\">");
    page_add_text(html, paper->authors);
    text_add(html, ". ");
    page_add_text(html, paper->where);
    if (paper->doi) {
        text_add(html, ", <a href=\"https://doi.org/%s\">doi:%s</a>", paper->doi, paper->doi);
    }
    text_add(html, ".</p>\n");
}

static void add_card(Report *report, const PaperItem *what, size_t picture, size_t panels)
{
    Text *html = &report->cards;

    text_add(html, "<a class=\"card\" href=\"#%s.%s\">", report->paper->name, what->key);
    if (panels && report->pictures[picture].svg.length) {
        text_add(html, "<img loading=\"lazy\" alt=\"\" src=\"pictures/%s\">",
                 report->pictures[picture].name);
    }
    text_add(html, "<b>%s</b> ", what->name);
    page_add_text(html, what->title);
    text_add(html, "</a>\n");
}

/* Panels keep their size, so that text has the same size in every figure. */
static void add_pictures(Text *html, const Report *report, const Item *item, size_t picture)
{
    text_add(html, "<div class=\"pictures\">\n");
    for (size_t i = 0; i < item->plot.count; i++) {
        const PlotPanel *panel = &item->plot.panels[i];
        if (!report->pictures[picture + i].svg.length) {
            text_add(html, "<p class=\"quiet\">Not drawn: ");
            page_add_text(html, panel->title);
            text_add(html, "</p>\n");
            continue;
        }
        text_add(html,
                 "<img loading=\"lazy\" width=\"%d\" height=\"%d\" src=\"pictures/%s\" alt=\"",
                 PLOT_PANEL_WIDTH, plot_panel_height(panel), report->pictures[picture + i].name);
        page_add_plain(html, panel->title);
        text_add(html, ": ");
        page_add_plain(html, panel->y.label);
        text_add(html, " against ");
        page_add_plain(html, panel->x.label);
        text_add(html, "\">\n");
    }
    text_add(html, "</div>\n");
}

static void add_paragraph(Text *html, const char *lead, const char *text)
{
    if (text) {
        text_add(html, "<p><b>%s</b> ", lead);
        page_add_text(html, text);
        text_add(html, "</p>\n");
    }
}

static void add_reference(Text *html, const Judge *judge)
{
    text_add(html, judge->at_most ? "at most " : "");
    page_add_number(html, judge->reference, 6);
    if (judge->tolerance > 0.0) {
        text_add(html, " ± ");
        page_add_number(html, judge->tolerance, 2);
    }
}

static void add_row(Text *html, const ItemRow *row)
{
    text_add(html, "<tr><td>");
    page_add_text(html, row->quantity);
    text_add(html, "</td><td class=\"number\" data-name=\"ours\">");
    page_add_number(html, row->ours, 6);
    text_add(html, "</td><td class=\"number\" data-name=\"reference\">");
    add_reference(html, &row->judge);
    text_add(html, "</td><td>%s: ", source_names[row->judge.source]);
    page_add_text(html, row->judge.why);
    text_add(html, "</td><td class=\"%s\">%s</td></tr>\n", verdict_classes[row->verdict],
             verdict_names[row->verdict]);
}

static void add_rows(Text *html, const Item *item)
{
    size_t verdicts[VERDICTS] = {0};

    for (size_t i = 0; i < item->row_count; i++) {
        verdicts[item->rows[i].verdict]++;
    }
    text_add(html,
             "<details><summary>%zu results: %zu agree, %zu differ, %zu contradict the "
             "paper</summary>\n<table class=\"rows\"><thead><tr><th>quantity</th><th>ours</th>"
             "<th>reference</th><th>source</th><th>verdict</th></tr></thead><tbody>\n",
             item->row_count, verdicts[VERDICT_AGREES], verdicts[VERDICT_DIFFERS],
             verdicts[VERDICT_CONTRADICTS]);
    for (size_t i = 0; i < item->row_count; i++) {
        add_row(html, &item->rows[i]);
    }
    text_add(html, "</tbody></table></details>\n");
}

/* How many of the rows after this one do not agree for the same reason. */
static size_t more_like(const Item *item, size_t i)
{
    const char *because = item->rows[i].judge.because;
    size_t more = 0;

    while (because && ++i < item->row_count) {
        const ItemRow *row = &item->rows[i];
        more += row->verdict != VERDICT_AGREES && row->judge.because == because;
    }
    return more;
}

/* What does not agree, with the reason, for the list at the top. Rows that share a reason share an
 * entry, which counts them. */
static void add_differing(Report *report, const Item *item)
{
    Text *html = &report->differing;
    const char *last = NULL;

    for (size_t i = 0; i < item->row_count; i++) {
        const ItemRow *row = &item->rows[i];
        if (row->verdict == VERDICT_AGREES || (last && row->judge.because == last)) {
            continue;
        }
        last = row->judge.because;
        text_add(html, "<li><a href=\"#%s.%s\">%s, %s</a>, <span class=\"%s\">%s</span>: ",
                 report->paper->name, item->what->key, report->paper->name, item->what->name,
                 verdict_classes[row->verdict], verdict_names[row->verdict]);
        page_add_text(html, row->quantity);
        text_add(html, " is ");
        page_add_number(html, row->ours, 6);
        text_add(html, ", not ");
        add_reference(html, &row->judge);
        text_add(html, ". ");
        page_add_text(html, last ? last : "Nobody has explained this.");
        const size_t more = more_like(item, i);
        if (more > 0) {
            text_add(html, " The same holds for %zu more result%s.", more, more > 1 ? "s" : "");
        }
        text_add(html, "</li>\n");
    }
}

void report_page_item(Report *report, const Item *item, size_t picture, bool first)
{
    const PaperItem *what = item->what;
    Text *html = &report->figures;

    if (first) {
        add_citation(html, report->paper);
        text_add(&report->cards, "<h3>%s. ", report->paper->name);
        page_add_text(&report->cards, report->paper->title);
        text_add(&report->cards, "</h3>\n");
    }
    add_card(report, what, picture, item->plot.count);
    add_differing(report, item);
    text_add(html, "<section id=\"%s.%s\">\n<h3>%s. ", report->paper->name, what->key, what->name);
    page_add_text(html, what->title);
    text_add(html, "</h3>\n");
    add_pictures(html, report, item, picture);
    add_paragraph(html, "The paper shows:", what->says);
    add_paragraph(html, "We see:", what->see);
    add_paragraph(html, "What differs, and what the text does not give:", what->note);
    if (item->converged) {
        text_add(html, "<p class=\"quiet\">The thin reference is ");
        page_add_text(html, item->converged);
        text_add(html,
                 ", from <code>papers/check</code>; its last refinement changed it by at most ");
        page_add_number(html, 100.0 * item->converged_error, 2);
        text_add(html, " %%.</p>\n");
    }
    text_add(html, "<p class=\"quiet\">Made by <code>urto papers --figure %s.%s</code></p>\n",
             report->paper->name, what->key);
    add_rows(html, item);
    text_add(html, "</section>\n");
}

static void add_counts(Text *html, const Report *report)
{
    text_add(html, "<table class=\"count\"><thead><tr><th>judged by</th>");
    for (size_t j = 0; j < VERDICTS; j++) {
        text_add(html, "<th>%s</th>", verdict_names[j]);
    }
    text_add(html, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < SOURCES; i++) {
        text_add(html, "<tr><td>%s</td>", source_titles[i]);
        for (size_t j = 0; j < VERDICTS; j++) {
            text_add(html, "<td>%zu</td>", report->counts[i][j]);
        }
        text_add(html, "</tr>\n");
    }
    text_add(html, "</tbody></table>\n");
}

void report_page_end(Report *report)
{
    Text *html = &report->page;

    page_begin(html, "Urto: the papers, computed again");
    text_add(html,
             "<p>Figures, tables and claims of four papers on collisions, by the papers' own "
             "methods and by ours. Every result says what it is judged by, within which "
             "tolerance and why. A difference that is understood is a result: it is shown and "
             "explained. In all pictures a scheme keeps its colour and line; closed forms are "
             "black, converged references thin and grey.</p>\n<p>");
    report_sentence(report, html);
    text_add(html, " All numbers are in <a href=\"results.json\">results.json</a>.</p>\n");
    add_counts(html, report);
    if (report->differing.length) {
        text_add(html, "<h2>What does not agree</h2>\n<ul>\n");
        text_add_bytes(html, report->differing.data, report->differing.length);
        text_add(html, "</ul>\n");
    }
    text_add(html, "<h2>Figures</h2>\n<div class=\"cards\">\n");
    text_add_bytes(html, report->cards.data, report->cards.length);
    text_add(html, "</div>\n");
    text_add_bytes(html, report->figures.data, report->figures.length);
    page_end(html);
}

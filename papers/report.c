#include "report.h"

#include "report_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Paper *const all_papers[] = {&paper_000, &paper_001, &paper_002, &paper_004};
const size_t all_papers_count = sizeof all_papers / sizeof all_papers[0];

static void add_json_text(Text *json, const char *key, const char *value)
{
    text_add(json, ", \"%s\": ", key);
    text_add_json_string(json, value);
}

static void add_json_value(Text *json, const char *key, double value)
{
    text_add(json, ", \"%s\": ", key);
    text_add_json_number(json, value);
}

static void add_json_row(Report *report, const Item *item, const ItemRow *row)
{
    const Judge *judge = &row->judge;
    Text *json = &report->json;

    text_add(json, "%s  {\"id\": \"%s.%s.%s\"", report->rows ? ",\n" : "", report->paper->name,
             item->what->key, row->id);
    add_json_text(json, "quantity", row->quantity);
    add_json_value(json, "ours", row->ours);
    add_json_value(json, "reference", judge->reference);
    add_json_value(json, "tolerance", judge->tolerance);
    add_json_text(json, "bound", judge->at_most ? "at most" : "within");
    add_json_text(json, "source", source_names[judge->source]);
    add_json_text(json, "why", judge->why);
    add_json_text(json, "verdict", verdict_names[row->verdict]);
    if (row->verdict != VERDICT_AGREES) {
        add_json_text(json, "because", judge->because ? judge->because : "");
    }
    text_add(json, "}");
}

/* Draws the panels of an item; their names are in the report, from the first on. */
static void draw_pictures(Report *report, const Item *item)
{
    for (size_t i = 0; i < item->plot.count; i++) {
        Picture picture = {0};
        const PlotStatus status = plot_panel_svg(&item->plot.panels[i], &picture.svg);
        if (status != PLOT_OK) {
            report->missing++;
            report->drawing = status;
        }
        snprintf(picture.name, sizeof picture.name, "%s.%s-%zu.svg", report->paper->name,
                 item->what->key, i + 1);
        ARRAY_GROW(report->pictures, report->picture_count, report->picture_room);
        report->pictures[report->picture_count++] = picture;
    }
}

static void count_row(Report *report, const ItemRow *row)
{
    report->counts[row->judge.source][row->verdict]++;
    report->of_paper[row->verdict]++;
    report->unexplained += row->verdict != VERDICT_AGREES && !row->judge.because;
    report->rows++;
}

void report_begin(Report *report)
{
    *report = (Report){0};
    text_add(&report->json, "[\n");
}

void report_add(Report *report, const Paper *paper, const PaperItem *what)
{
    Item item = {.what = what};
    const bool first = report->paper != paper;
    const size_t picture = report->picture_count;

    report->paper = paper;
    if (first) {
        memset(report->of_paper, 0, sizeof report->of_paper);
    }
    what->make(&item);
    draw_pictures(report, &item);
    report_page_item(report, &item, picture, first);
    for (size_t i = 0; i < item.row_count; i++) {
        add_json_row(report, &item, &item.rows[i]);
        count_row(report, &item.rows[i]);
    }
    item_free(&item);
}

void report_end(Report *report)
{
    text_add(&report->json, "\n]\n");
    report_page_end(report);
}

void report_sentence(const Report *report, Text *text)
{
    size_t verdicts[VERDICTS] = {0};

    for (size_t i = 0; i < SOURCES; i++) {
        for (size_t j = 0; j < VERDICTS; j++) {
            verdicts[j] += report->counts[i][j];
        }
    }
    text_add(text, "%zu results: %zu agree, %zu differ, %zu contradict the paper", report->rows,
             verdicts[VERDICT_AGREES], verdicts[VERDICT_DIFFERS], verdicts[VERDICT_CONTRADICTS]);
    text_add(text, report->unexplained ? "; %zu of them nobody explains." : ".",
             report->unexplained);
}

void report_free(Report *report)
{
    for (size_t i = 0; i < report->picture_count; i++) {
        text_free(&report->pictures[i].svg);
    }
    free(report->pictures);
    text_free(&report->json);
    text_free(&report->page);
    text_free(&report->cards);
    text_free(&report->figures);
    text_free(&report->differing);
}

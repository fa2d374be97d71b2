#include "tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { DEPTH_MAX = 16, NODES_MAX = 100000, ERRORS_MAX = 64 };

void tree_error(TreeErrors *errors, TreePlace at, const char *format, ...)
{
    char message[512];
    va_list arguments;

    if (errors->count++ >= ERRORS_MAX) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7F) {
            *c = '?';
        }
    }
    text_add(&errors->lines, "%s:%u:%u: %s\n", errors->path, at.line, at.column, message);
}

void tree_free(TreeNode *node)
{
    while (node) {
        TreeNode *next = node->next;
        tree_free(node->first);
        free(node->text);
        free(node->key);
        free(node);
        node = next;
    }
}

TreeNode *tree_find(const TreeNode *map, const char *key)
{
    TreeNode *entry = map && map->kind == TREE_MAP ? map->first : NULL;

    while (entry && strcmp(entry->key, key) != 0) {
        entry = entry->next;
    }
    return entry;
}

const char *tree_kind(const TreeNode *node)
{
    return node->kind == TREE_LIST  ? "a list"
           : node->kind == TREE_MAP ? "a mapping"
                                    : "a single value";
}

typedef struct Reader {
    yaml_parser_t parser;
    const char *text;
    size_t size, nodes;
    size_t character, byte; /* libyaml counts characters; how far that is in bytes */
    TreeErrors *errors;
} Reader;

/* Marks come in the order of the text. */
static TreePlace place_of(Reader *reader, yaml_mark_t mark)
{
    if (mark.index < reader->character) {
        reader->character = reader->byte = 0;
    }
    while (reader->character < mark.index && reader->byte < reader->size) {
        do {
            reader->byte++;
        } while (reader->byte < reader->size &&
                 ((unsigned char)reader->text[reader->byte] & 0xC0U) == 0x80U);
        reader->character++;
    }
    return (TreePlace){(uint32_t)mark.line + 1, (uint32_t)mark.column + 1, reader->byte};
}

static bool next_event(Reader *reader, yaml_event_t *event)
{
    const yaml_parser_t *parser = &reader->parser;

    if (yaml_parser_parse(&reader->parser, event)) {
        return true;
    }
    const TreePlace at = {(uint32_t)parser->problem_mark.line + 1,
                          (uint32_t)parser->problem_mark.column + 1, 0};
    tree_error(reader->errors, at, "not YAML: %s%s%s",
               parser->problem ? parser->problem : "cannot be read", parser->context ? ", " : "",
               parser->context ? parser->context : "");
    return false;
}

static char *copy_word(const char *word, size_t length)
{
    char *copy = memory_resize(NULL, length + 1, 1);

    memcpy(copy, word, length);
    copy[length] = '\0';
    return copy;
}

static TreeNode *read_node(Reader *reader, yaml_event_t *event, int depth);

/* The entries of a map or list up to its end; false after an error. */
static bool read_entries(Reader *reader, TreeNode *node, int depth)
{
    TreeNode **last = &node->first;
    yaml_event_t event;

    for (;;) {
        char *key = NULL;
        TreePlace key_from = {0};
        if (!next_event(reader, &event)) {
            return false;
        }
        if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT) {
            node->to = place_of(reader, event.end_mark);
            yaml_event_delete(&event);
            return true;
        }
        if (node->kind == TREE_MAP) {
            key_from = place_of(reader, event.start_mark);
            if (event.type != YAML_SCALAR_EVENT) {
                tree_error(reader->errors, key_from, "a key must be a word");
                yaml_event_delete(&event);
                return false;
            }
            key = copy_word((const char *)event.data.scalar.value, event.data.scalar.length);
            yaml_event_delete(&event);
            if (tree_find(node, key)) {
                tree_error(reader->errors, key_from, "%.60s is there a second time", key);
            }
            if (!next_event(reader, &event)) {
                free(key);
                return false;
            }
        }
        TreeNode *entry = read_node(reader, &event, depth + 1);
        if (!entry) {
            free(key);
            return false;
        }
        entry->key = key;
        entry->key_from = key_from;
        *last = entry;
        last = &entry->next;
        node->count++;
    }
}

/* Takes the event. NULL after an error. */
static TreeNode *read_node(Reader *reader, yaml_event_t *event, int depth)
{
    TreeNode *node = memory_resize(NULL, 1, sizeof *node);
    bool good = true;

    *node = (TreeNode){.from = place_of(reader, event->start_mark),
                       .to = place_of(reader, event->end_mark)};
    if (event->type == YAML_ALIAS_EVENT) {
        tree_error(reader->errors, node->from,
                   "an alias (*name): plans have none, write the value again");
        good = false;
    } else if (depth > DEPTH_MAX || ++reader->nodes > NODES_MAX) {
        tree_error(reader->errors, node->from, "%s",
                   depth > DEPTH_MAX ? "nested more than 16 deep" : "more than 100000 values");
        good = false;
    } else if (event->type == YAML_SCALAR_EVENT) {
        node->kind = TREE_WORD;
        node->text = copy_word((const char *)event->data.scalar.value, event->data.scalar.length);
        if (strlen(node->text) != event->data.scalar.length) {
            tree_error(reader->errors, node->from, "a zero byte in a text");
            good = false;
        }
    } else {
        node->kind = event->type == YAML_MAPPING_START_EVENT ? TREE_MAP : TREE_LIST;
    }
    yaml_event_delete(event);
    if (good && node->kind != TREE_WORD) {
        good = read_entries(reader, node, depth);
    }
    if (!good) {
        tree_free(node);
        return NULL;
    }
    return node;
}

static TreeNode *read_stream(Reader *reader)
{
    TreeNode *root = NULL;
    yaml_event_t event;

    while (next_event(reader, &event)) {
        const yaml_event_type_t type = event.type;
        if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_END_EVENT ||
            (type == YAML_DOCUMENT_START_EVENT && !root)) {
            yaml_event_delete(&event);
        } else if (type == YAML_STREAM_END_EVENT) {
            yaml_event_delete(&event);
            if (!root) {
                tree_error(reader->errors, (TreePlace){1, 1, 0},
                           "an empty file, must be a plan: base and vary");
            }
            return root;
        } else if (type == YAML_DOCUMENT_START_EVENT) {
            tree_error(reader->errors, place_of(reader, event.start_mark),
                       "a second document, a file has one plan");
            yaml_event_delete(&event);
            break;
        } else {
            root = read_node(reader, &event, 0);
            if (!root) {
                return NULL;
            }
        }
    }
    tree_free(root);
    return NULL;
}

TreeNode *tree_read(const char *text, size_t size, TreeErrors *errors)
{
    Reader reader = {.text = text, .size = size, .errors = errors};

    if (!yaml_parser_initialize(&reader.parser)) {
        tree_error(errors, (TreePlace){1, 1, 0}, "out of memory");
        return NULL;
    }
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, size);
    TreeNode *root = read_stream(&reader);
    yaml_parser_delete(&reader.parser);
    return root;
}

/* Text to document: limits, places, errors, overrides.
 *
 * The text is first walked as a stream of events, which needs memory only for the nesting; a text
 * that is too deep, too long or has aliases never becomes a document. */
#include "loader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void scene_error_at(UrtoScene *scene, uint32_t line, uint32_t column, const char *format, ...)
{
    if (scene->error_count >= URTO_SCENE_MAX_ERRORS) {
        return;
    }
    UrtoSceneError *error = &scene->errors[scene->error_count++];
    va_list arguments;
    va_start(arguments, format);
    urto_format_list(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (scene->error_count == URTO_SCENE_MAX_ERRORS) {
        snprintf(error->message, sizeof error->message,
                 "more than %u errors, the rest is not shown", URTO_SCENE_MAX_ERRORS - 1);
    }
    for (char *c = error->message; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7F) {
            *c = '?';
        }
    }
    error->line = line;
    error->column = column;
}

const yaml_node_t *document_node(Loader *loader, int node)
{
    return yaml_document_get_node(&loader->document, node);
}

const char *node_kind(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE  ? "a list"
           : node->type == YAML_MAPPING_NODE ? "a mapping"
                                             : "a single value";
}

const char *node_text(Loader *loader, int node)
{
    const yaml_node_t *its = document_node(loader, node);

    return its && its->type == YAML_SCALAR_NODE ? (const char *)its->data.scalar.value : NULL;
}

void scene_error(Loader *loader, int node, const char *format, ...)
{
    char message[sizeof loader->scene->errors[0].message];
    const yaml_node_t *its = document_node(loader, node);
    va_list arguments;

    va_start(arguments, format);
    urto_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    for (uint32_t i = 0; i < loader->override_count; i++) {
        if (loader->overrides[i].node == node) {
            scene_error_at(loader->scene, 0, 0, "%.80s: %s", loader->overrides[i].text, message);
            return;
        }
    }
    scene_error_at(loader->scene, its ? (uint32_t)its->start_mark.line + 1 : 1,
                   its ? (uint32_t)its->start_mark.column + 1 : 1, "%s", message);
}

bool grow_list(Loader *loader, void *list, uint32_t count, size_t size)
{
    void **at = list;

    /* doubled whenever the count is a power of two */
    if (count == 0 || (count & (count - 1)) == 0) {
        void *larger = realloc(*at, (count ? 2 * (size_t)count : 1) * size);
        if (!larger) {
            loader->memory = true;
            return false;
        }
        *at = larger;
    }
    return true;
}

static void mark_error(Loader *loader, yaml_mark_t mark, const char *what)
{
    scene_error_at(loader->scene, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1, "%s", what);
}

/* The byte at a place, or 0. */
static char char_at(const yaml_parser_t *parser, yaml_mark_t mark)
{
    const char *text = (const char *)parser->input.string.start;
    const char *end = (const char *)parser->input.string.end;

    for (size_t line = 0; line < mark.line && text; line++) {
        text = memchr(text, '\n', (size_t)(end - text));
        text = text ? text + 1 : NULL;
    }
    return text && mark.column < (size_t)(end - text) ? text[mark.column] : '\0';
}

static void parser_error(Loader *loader, const yaml_parser_t *parser)
{
    UrtoScene *scene = loader->scene;
    const char *problem = parser->problem ? parser->problem : "cannot be read";

    if (parser->error == YAML_MEMORY_ERROR) {
        loader->memory = true;
    } else if (parser->error == YAML_READER_ERROR) {
        /* the reader knows the byte only */
        const unsigned char *text = parser->input.string.start;
        const size_t size = (size_t)(parser->input.string.end - text);
        uint32_t line = 1, column = 1;
        for (size_t i = 0; i < parser->problem_offset && i < size; i++) {
            column = text[i] == '\n' ? 1 : column + 1;
            line += text[i] == '\n';
        }
        scene_error_at(scene, line, column, "not YAML: %s (0x%02x), must be UTF-8 text", problem,
                       (unsigned)parser->problem_value & 0xFFU);
    } else if (char_at(parser, parser->problem_mark) == '\t') {
        mark_error(loader, parser->problem_mark,
                   "a tab: YAML is indented with spaces, put two or more in its place");
    } else {
        scene_error_at(scene, (uint32_t)parser->problem_mark.line + 1,
                       (uint32_t)parser->problem_mark.column + 1, "not YAML: %s%s%s", problem,
                       parser->context ? ", " : "", parser->context ? parser->context : "");
    }
}

typedef struct Walk {
    uint32_t depth, nodes, documents;
} Walk;

/* False when the document must not be built. */
static bool walk_event(Loader *loader, const yaml_event_t *event, Walk *walk)
{
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        mark_error(loader, event->start_mark,
                   "an alias (*name): scenes have none, write the value again");
        return false;
    case YAML_DOCUMENT_START_EVENT:
        if (++walk->documents > 1) {
            mark_error(loader, event->start_mark, "a second document, a file has one scene");
            return false;
        }
        return true;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (++walk->depth > URTO_SCENE_MAX_DEPTH) {
            mark_error(loader, event->start_mark, "nested more than 16 deep, a scene needs 6");
            return false;
        }
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        walk->depth--;
        return true;
    case YAML_SCALAR_EVENT:
        if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length) {
            mark_error(loader, event->start_mark, "a zero byte in a text, must not be there");
            return false;
        }
        break;
    default:
        return true;
    }
    if (++walk->nodes > URTO_SCENE_MAX_NODES) {
        mark_error(loader, event->start_mark, "more than 100000 values, too many for a scene");
        return false;
    }
    return true;
}

static bool walk_text(Loader *loader, const char *text, size_t size)
{
    yaml_parser_t parser;
    Walk walk = {0};
    bool good = true, more = true;

    if (!yaml_parser_initialize(&parser)) {
        loader->memory = true;
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    while (good && more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            parser_error(loader, &parser);
            good = false;
            break;
        }
        good = walk_event(loader, &event, &walk);
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (good && walk.documents == 0) {
        scene_error_at(loader->scene, 1, 1, "an empty file, must be a scene: bodies and probes");
        good = false;
    }
    return good;
}

bool document_read(Loader *loader, const char *text, size_t size)
{
    yaml_parser_t parser;

    if (size > URTO_SCENE_MAX_BYTES) {
        scene_error_at(loader->scene, 1, 1, "larger than 1 MiB, too long for a scene");
        return false;
    }
    if (!walk_text(loader, text, size)) {
        return false;
    }
    if (!yaml_parser_initialize(&parser)) {
        loader->memory = true;
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    loader->has_document = yaml_parser_load(&parser, &loader->document) != 0;
    if (!loader->has_document) {
        parser_error(loader, &parser);
    }
    yaml_parser_delete(&parser);
    return loader->has_document;
}

/* The value under a word of a path: a key of a mapping or an index of a list; 0 if there is none.
 */
static int child_of(Loader *loader, int node, const char *word, size_t length)
{
    const yaml_node_t *its = document_node(loader, node);

    if (its && its->type == YAML_MAPPING_NODE) {
        for (yaml_node_pair_t *pair = its->data.mapping.pairs.start;
             pair < its->data.mapping.pairs.top; pair++) {
            const char *key = node_text(loader, pair->key);
            if (key && strlen(key) == length && strncmp(key, word, length) == 0) {
                return pair->value;
            }
        }
    } else if (its && its->type == YAML_SEQUENCE_NODE && length > 0 && length < 7 &&
               strspn(word, "0123456789") >= length) {
        const long index = strtol(word, NULL, 10);
        const yaml_node_item_t *items = its->data.sequence.items.start;
        return index < its->data.sequence.items.top - items ? items[index] : 0;
    }
    return 0;
}

/* A new scalar that remembers the override it comes from; 0 after an error. */
static int add_scalar(Loader *loader, const char *text, size_t length, const char *override)
{
    const int node = yaml_document_add_scalar(&loader->document, NULL, (const yaml_char_t *)text,
                                              (int)length, YAML_PLAIN_SCALAR_STYLE);

    if (!node) {
        scene_error_at(loader->scene, 0, 0, "%.80s: must be UTF-8 text", override);
    } else if (grow_list(loader, (void *)&loader->overrides, loader->override_count,
                         sizeof *loader->overrides)) {
        loader->overrides[loader->override_count++] = (Override){node, override};
        return node;
    }
    return 0;
}

/* Puts a new scalar under a word of a mapping or list, which has it or can take it. */
static bool put_child(Loader *loader, int parent, const char *word, size_t length,
                      const char *override)
{
    const char *value = strchr(override, '=') + 1;
    const int fresh = add_scalar(loader, value, strlen(value), override);
    yaml_node_t *its = yaml_document_get_node(&loader->document, parent);

    if (!fresh) {
        return false;
    }
    if (its->type == YAML_SEQUENCE_NODE) {
        its->data.sequence.items.start[strtol(word, NULL, 10)] = fresh;
        return true;
    }
    for (yaml_node_pair_t *pair = its->data.mapping.pairs.start; pair < its->data.mapping.pairs.top;
         pair++) {
        const char *key = node_text(loader, pair->key);
        if (key && strlen(key) == length && strncmp(key, word, length) == 0) {
            pair->value = fresh;
            return true;
        }
    }
    const int key = add_scalar(loader, word, length, override);
    if (key && !yaml_document_append_mapping_pair(&loader->document, parent, key, fresh)) {
        loader->memory = true;
    }
    return key != 0;
}

static bool override_one(Loader *loader, const char *override)
{
    UrtoScene *scene = loader->scene;
    const char *equals = override ? strchr(override, '=') : NULL;
    int node = 1;

    if (!equals || equals == override || strlen(override) > 1000) {
        scene_error_at(scene, 0, 0, "%.80s: must be path=value, as in bodies.string.length=0.5 m",
                       override ? override : "NULL");
        return false;
    }
    for (const char *word = override;;) {
        const size_t length = strcspn(word, ".=");
        const yaml_node_t *its = document_node(loader, node);
        const bool last = word + length >= equals;
        const int child = child_of(loader, node, word, length);
        if (!child && (!last || !its || its->type != YAML_MAPPING_NODE)) {
            scene_error_at(scene, 0, 0, "%.80s: the scene has no \"%.*s\"", override,
                           (int)(word + length - override), override);
            return false;
        }
        if (last) {
            return put_child(loader, node, word, length, override);
        }
        node = child;
        word += length + 1;
    }
}

bool document_override(Loader *loader, const char *const *overrides, uint32_t count)
{
    bool good = true;

    for (uint32_t i = 0; i < count; i++) {
        good = override_one(loader, overrides[i]) && good;
    }
    return good;
}

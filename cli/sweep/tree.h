/* YAML as a tree whose nodes know their places. Aliases, deep nesting and a second document are refused. */
#ifndef CLI_SWEEP_TREE_H
#define CLI_SWEEP_TREE_H

#include "output/text.h"

#include <stdint.h>

typedef enum TreeKind { TREE_WORD, TREE_LIST, TREE_MAP } TreeKind;

typedef struct TreePlace {
    uint32_t line, column; /* from 1 */
    size_t byte;           /* of the text, from 0 */
} TreePlace;

typedef struct TreeNode {
    TreeKind kind;
    char *text; /* of a word */
    TreePlace from, to;
    char *key; /* of an entry of a map, or NULL */
    TreePlace key_from;
    struct TreeNode *first, *next;
    size_t count; /* of entries */
} TreeNode;

/* What is wrong in a file. */
typedef struct TreeErrors {
    const char *path;
    Text lines; /* "path:line:column: what", a line each */
    uint32_t count;
} TreeErrors;

void tree_error(TreeErrors *errors, TreePlace at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* NULL after errors. */
TreeNode *tree_read(const char *text, size_t size, TreeErrors *errors);
void tree_free(TreeNode *node);

/* The value under a key of a map; NULL if there is none. */
TreeNode *tree_find(const TreeNode *map, const char *key);

/* "a list", "a mapping", "a single value" */
const char *tree_kind(const TreeNode *node);

#endif

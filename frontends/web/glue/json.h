/* What the glue has to say to the page: one text, written as JSON, read by web_text() until the next call. */
#ifndef WEB_JSON_H
#define WEB_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__wasm__)
/* A function that the page calls by its own name. */
#define WEB_API(name) __attribute__((export_name(#name)))
#else
#define WEB_API(name)
#endif

void json_clear(void);
/* Commas come by themselves. */
void json_open(char bracket);
void json_close(char bracket);
/* A text that is JSON already. */
void json_raw(const char *string);
void json_key(const char *name);
void json_string(const char *string);
void json_number(double number); /* what is not finite is null */
void json_bool(bool truth);
void json_key_string(const char *name, const char *string);
void json_key_number(const char *name, double number);
void json_key_bool(const char *name, bool truth);

/* The text is an error: {"error": MESSAGE, "field": FIELD}. */
void json_error(const char *message, const char *field);

/* The text so far, ended by a NUL; "" when memory ran out. */
const char *web_text(void);

#endif

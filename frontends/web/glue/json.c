#include "json.h"

#include <urto/number.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *text;
static size_t length, room;
static bool failed;

static void add(const char *bytes, size_t count)
{
    if (failed) {
        return;
    }
    if (length + count + 1 > room) {
        char *more = realloc(text, 2 * (length + count) + 4096);
        if (!more) {
            failed = true;
            return;
        }
        text = more;
        room = 2 * (length + count) + 4096;
    }
    memcpy(text + length, bytes, count);
    length += count;
    text[length] = '\0';
}

static void add_text(const char *string)
{
    add(string, strlen(string));
}

/* Before a value or key. */
static void separate(void)
{
    if (length && !strchr("{[:,", text[length - 1])) {
        add(",", 1);
    }
}

void json_clear(void)
{
    length = 0;
    failed = false;
    add("", 0);
}

void json_raw(const char *string)
{
    separate();
    add_text(string);
}

void json_open(char bracket)
{
    separate();
    add(&bracket, 1);
}

void json_close(char bracket)
{
    add(&bracket, 1);
}

void json_string(const char *string)
{
    separate();
    add("\"", 1);
    for (const char *at = string ? string : ""; *at; at++) {
        char escaped[8];
        if ((unsigned char)*at < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*at);
            add_text(escaped);
        } else {
            if (*at == '"' || *at == '\\') {
                add("\\", 1);
            }
            add(at, 1);
        }
    }
    add("\"", 1);
}

void json_key(const char *name)
{
    json_string(name);
    add(":", 1);
}

void json_number(double number)
{
    char digits[40] = "null";

    separate();
    if (isfinite(number)) {
        urto_format(digits, sizeof digits, "%.17g", number);
    }
    add_text(digits);
}

void json_bool(bool truth)
{
    separate();
    add_text(truth ? "true" : "false");
}

void json_key_string(const char *name, const char *string)
{
    json_key(name);
    json_string(string);
}

void json_key_number(const char *name, double number)
{
    json_key(name);
    json_number(number);
}

void json_key_bool(const char *name, bool truth)
{
    json_key(name);
    json_bool(truth);
}

void json_error(const char *message, const char *field)
{
    json_clear();
    json_open('{');
    json_key_string("error", message);
    json_key_string("field", field);
    json_close('}');
}

WEB_API(text) const char *web_text(void)
{
    return text && !failed ? text : "";
}

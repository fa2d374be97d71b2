/* Memory of the engine that the page writes to and reads from. */
#include "glue.h"

#include <stdlib.h>

WEB_API(alloc) void *web_alloc(uint32_t bytes)
{
    return malloc(bytes);
}

WEB_API(release) void web_release(void *memory)
{
    free(memory);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "game_image.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

bool game_image_add(const struct tables *tables, const struct values *values, struct buffer *out,
                    struct error *error) {
    struct game_image *image = mem_calloc(1, sizeof *image);
    char *text[BESIDES] = {NULL};
    bool done = true;
    memcpy(&image->variant, &tables->variant, sizeof image->variant);
    memcpy(&image->rules, &tables->rules, sizeof image->rules);
    memcpy(image->values.value, values->value, sizeof image->values.value);
    for (enum beside kind = 0; done && kind < BESIDES; kind++) {
        done = beside_text(kind, values, tables, &text[kind], error);
        image->text[kind] = text[kind] ? (int32_t)strlen(text[kind]) : -1;
    }
    if (done)
        buffer_add(out, (const char *)image, sizeof *image);
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        if (done && text[kind])
            buffer_add(out, text[kind], (size_t)image->text[kind] + 1);
        free(text[kind]);
    }
    free(image);
    return done;
}

bool game_image_read(const void *bytes, size_t size, struct game_image *image,
                     const char *text[BESIDES]) {
    if (size < sizeof *image)
        return false;
    memcpy(image, bytes, sizeof *image);
    const char *at = (const char *)bytes + sizeof *image;
    size -= sizeof *image;
    for (enum beside kind = 0; kind < BESIDES; kind++) {
        size_t length = image->text[kind] < 0 ? 0 : (size_t)image->text[kind] + 1;
        if (length > size || (length && at[length - 1]))
            return false;
        text[kind] = length ? at : NULL;
        at += length;
        size -= length;
    }
    return size == 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The packets of a run as encapsulated bytes, and elements as instructions and traps. */
#ifndef RVT_TESTS_PROPERTY_ELEMENT_STREAM_H
#define RVT_TESTS_PROPERTY_ELEMENT_STREAM_H

#include "stream.h"
#include "wire/encap.h"

#include <rvt/element.h>

enum { STREAM_BYTES = 1 << 20 };

struct bytes {
    uint8_t *byte;
    size_t count;
};

static inline void append(void *context, const uint8_t *data, size_t count)
{
    struct bytes *bytes = context;

    cr_assert(bytes->count + count <= STREAM_BYTES);
    memcpy(bytes->byte + bytes->count, data, count);
    bytes->count += count;
}

static inline struct bytes no_bytes(void)
{
    struct bytes bytes = {.byte = malloc(STREAM_BYTES)};

    cr_assert(bytes.byte != NULL);
    return bytes;
}

/* The packets of the run. begins, if it is not null, is set where one begins. */
static inline struct bytes encapsulate(const struct run *run, bool *begins)
{
    struct bytes bytes = no_bytes();
    struct stream stream;
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t count = 0;

    cr_assert(stream_encode(&stream, run));
    for (size_t i = 0; i < stream.count; i++) {
        const struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                                        .srcid = (uint16_t)run->config.encap.srcid,
                                        .type = (uint8_t)run->config.encap.type_inst,
                                        .payload = stream.payload[i]};
        cr_assert(rvt_encap_write(&run->config, &encap, out, sizeof out, &count, NULL) == RVT_OK);
        if (begins != NULL)
            begins[bytes.count] = true;
        append(&bytes, out, count);
    }
    stream_fini(&stream);
    return bytes;
}

static inline void add_element_words(struct words *words, const struct rvt_element *element)
{
    if (element->kind == RVT_ELEMENT_INSTR_RANGE) {
        const struct rvt_range range = {.first = element->range.start,
                                        .count = element->range.count};
        cr_assert(words_range(words, &range) == RVT_OK);
    } else if (element->kind == RVT_ELEMENT_EXCEPTION) {
        const struct rvt_trap trap = {.interrupt = element->exception.interrupt,
                                      .ecause = element->exception.number,
                                      .tval = element->exception.tval};
        cr_assert(words_trap(words, &trap) == RVT_OK);
    }
}

#endif

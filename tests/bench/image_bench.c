/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Programs in pieces: pages in ascending and in scattered order, and words. In million bytes per
 * second; the time for each piece must not grow with their number. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program/image.h"
#include "tests/bench/transport.h"

enum { PIECE = 4096, WORD = 4, PIECES = 16384, WORDS = 65600, STRIDE = 7919 };

struct load {
    const uint8_t *data; /* of one piece */
    size_t bytes, pieces, stride;
};

static void add(void *context)
{
    const struct load *load = context;
    struct rvt_image *image = NULL;
    uint32_t word;

    if (rvt_image_open(64, false, &image) != RVT_OK)
        abort();
    for (size_t i = 0; i < load->pieces; i++)
        if (rvt_image_add(image, 0x80000000 + i * load->stride % load->pieces * load->bytes,
                          load->data, load->bytes) != RVT_OK)
            abort();
    if (!rvt_image_word(image, 0x80000000 + load->pieces * load->bytes - 4, &word))
        abort();
    rvt_image_close(image);
}

static bool measure(const char *name, const struct load *load, double bar)
{
    struct load copy = *load;
    double rate = 1e-6 * (double)(load->bytes * load->pieces) / bench_best(add, &copy);

    return bench_bar(name, rate, bar, "MB/s");
}

int main(void)
{
    static uint8_t data[PIECE];
    const struct load pages = {.data = data, .bytes = PIECE, .pieces = PIECES, .stride = 1};
    const struct load scattered = {
        .data = data, .bytes = PIECE, .pieces = PIECES, .stride = STRIDE};
    const struct load words = {.data = data, .bytes = WORD, .pieces = WORDS, .stride = 1};

    memset(data, 0x13, sizeof data);
    bool good = measure("image, pages in order", &pages, 671); /* 64 MiB in 0.1 s */
    good &= measure("image, pages in any order", &scattered, 671);
    good &= measure("image, words", &words, 5);
    return good ? 0 : 1;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Shared by the fuzz targets: an input that is read byte by byte, and a configuration made from its
 * first bytes, so that the fuzzer explores configurations as well. rvt_config_check accepts every
 * configuration.
 */
#ifndef RVT_TESTS_FUZZ_H
#define RVT_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/params.h"

struct fuzz_input {
    const uint8_t *data;
    size_t left;
};

/* The next byte, 0 after the end. */
uint8_t fuzz_byte(struct fuzz_input *input);

/* Takes a configuration from the head of input: a profile, then up to 7 keys with a value each; a
 * value that would make the configuration illegal is left out. */
void fuzz_config(struct fuzz_input *input, struct rvt_config *config);

/* Aborts with the expectation; the fuzzer keeps the input. */
#define FUZZ_EXPECT(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition);               \
            abort();                                                                               \
        }                                                                                          \
    } while (false)

/* Checks that a fault is explained: same status, a text, a clause. */
void fuzz_explained(enum rvt_status status, const struct rvt_diag *diag);

/* The entry point of libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

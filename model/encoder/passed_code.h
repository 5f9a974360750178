/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The code that was executed since the latest packet and the latest branch. A decoder that looks
 * for a reported address may stop there when the path first passes it (ETR-DEC-012).
 */
#ifndef RVT_ENCODER_PASSED_CODE_H
#define RVT_ENCODER_PASSED_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* More pieces than this are not distinguished: then every address counts as passed. */
enum { RVT_PASSED_PIECES_MAX = 16 };

/* Zeroed: nothing was passed. */
struct rvt_passed_code {
    struct {
        uint64_t first, after; /* addresses from first up to, but without, after */
    } piece[RVT_PASSED_PIECES_MAX];
    unsigned pieces; /* RVT_PASSED_PIECES_MAX + 1: too many */
};

/* At a packet or a branch: nothing was passed since. */
static inline void rvt_passed_code_clear(struct rvt_passed_code *passed)
{
    passed->pieces = 0;
}

/* Code from first up to, but without, after was executed. */
void rvt_passed_code_add(struct rvt_passed_code *passed, uint64_t first, uint64_t after);

/* True if the code includes address, or may include it because there were too many pieces. */
bool rvt_passed_code_includes(const struct rvt_passed_code *passed, uint64_t address);

#endif

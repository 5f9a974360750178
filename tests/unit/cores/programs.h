/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A program for tests of logs that do not show the instructions. */
#ifndef RVT_TESTS_UNIT_CORES_PROGRAMS_H
#define RVT_TESTS_UNIT_CORES_PROGRAMS_H

#include "program/image.h"
#include "tests/unit/checks.h"

#define PROGRAM_BASE UINT64_C(0x1000)

/*
 * 1000 nop; 1004 c.nop; 1006 beq 100e; 100a nop; 100e jal 1016; 1012 nop; 1016 c.jr x5; 1018 mret;
 * 101c nop; 1020 auipc x5 1020; 1024 jalr 8(x5); 1028 nop; 102c ecall; 1030 nop.
 */
static inline struct rvt_image *program_open(unsigned xlen)
{
    static const uint8_t code[] = {
        0x13, 0x00, 0x00, 0x00, 0x01, 0x00, 0x63, 0x04, 0x00, 0x00, 0x13, 0x00, 0x00,
        0x00, 0x6f, 0x00, 0x80, 0x00, 0x13, 0x00, 0x00, 0x00, 0x82, 0x82, 0x73, 0x00,
        0x20, 0x30, 0x13, 0x00, 0x00, 0x00, 0x97, 0x02, 0x00, 0x00, 0x67, 0x80, 0x82,
        0x00, 0x13, 0x00, 0x00, 0x00, 0x73, 0x00, 0x00, 0x00, 0x13, 0x00, 0x00, 0x00,
    };
    struct rvt_image *image = NULL;

    cr_assert(rvt_image_open(xlen, false, &image) == RVT_OK);
    cr_assert(rvt_image_add(image, PROGRAM_BASE, code, sizeof(code)) == RVT_OK);
    return image;
}

#endif

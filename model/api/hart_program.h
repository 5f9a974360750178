/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public program: a program image of the model. */
#ifndef RVT_API_HART_PROGRAM_H
#define RVT_API_HART_PROGRAM_H

#include <rvt/program.h>

#include "program/image.h"

struct rvt_program {
    struct rvt_image *image;
    rvt_program_classify classify; /* null: none */
    void *classify_context;
    rvt_program_space_memory memory; /* of rvt_program_set_space_memory */
    void *memory_context;
};

#endif

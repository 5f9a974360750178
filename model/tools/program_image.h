/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The program of a traced hart as an image of the model, for commands that use its decoder. */
#ifndef RVT_TOOLS_PROGRAM_IMAGE_H
#define RVT_TOOLS_PROGRAM_IMAGE_H

#include "base/params.h"
#include "program/image.h"
#include "tools/program.h"

/* Loads all programs into a new image, the later over the earlier ones; the caller closes it.
 * False: it has complained, and *image may have to be closed, too. */
RVT_MUST_USE
bool rvt_programs_image(const struct rvt_programs *programs, const struct rvt_config *config,
                        struct rvt_image **image);

#endif

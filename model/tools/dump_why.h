/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt dump --why: under each packet what it proves, and why it was sent. A line is
 * printed when later packets have explained it. */
#ifndef RVT_TOOLS_DUMP_WHY_H
#define RVT_TOOLS_DUMP_WHY_H

#include "io/dump.h"
#include "program/image.h"

struct rvt_dump_why; /* opaque */

/* config and image are borrowed until close; output too. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_dump_why_open(const struct rvt_config *config, struct rvt_image *image,
                                  struct rvt_output *output, struct rvt_dump_why **why);
void rvt_dump_why_close(struct rvt_dump_why *why);

/* The configuration that the next packet is to be read with. */
const struct rvt_config *rvt_dump_why_config(const struct rvt_dump_why *why);

/* The next item of the stream: a packet of the traced source. diag gets a fault of decoding, which
 * is printed in its place and returned; RVT_ERR_MEMORY, RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_dump_why_packet(struct rvt_dump_why *why, const struct rvt_stream_item *item,
                                    const struct rvt_packet *packet, struct rvt_diag *diag);

/* Another item: nothing of the source's instruction trace (fault null), or no packet at all. */
RVT_MUST_USE
enum rvt_status rvt_dump_why_other(struct rvt_dump_why *why, const struct rvt_stream_item *item,
                                   const struct rvt_data_packet *data,
                                   const struct rvt_diag *fault);

/* Ends the stream: prints what still waits. As rvt_dump_why_packet. */
RVT_MUST_USE
enum rvt_status rvt_dump_why_finish(struct rvt_dump_why *why, struct rvt_diag *diag);

#endif

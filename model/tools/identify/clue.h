/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Does a sample of a file look like a certain kind of file, and why? */
#ifndef RVT_TOOLS_IDENTIFY_CLUE_H
#define RVT_TOOLS_IDENTIFY_CLUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* The beginning of a file, uncompressed. */
struct rvt_sample {
    const uint8_t *data;
    size_t bytes;
    bool whole; /* the file has no more bytes */
    bool text;  /* UTF-8 without control characters but tab and line ends */
};

/* The answer about one kind. */
struct rvt_clue {
    bool fits;
    struct rvt_text why; /* one line, empty before the question */
};

/* The value of text for the other members: it reads the whole sample. */
bool rvt_sample_is_text(const struct rvt_sample *sample);

/* Text. */
void rvt_clue_config(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_tree(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_script(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_tip_text(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_insn_log(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_collateral(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_syst_mipi(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_hex(const struct rvt_sample *sample, struct rvt_clue *clue);

/* Files with a mark, and carriers. */
void rvt_clue_elf(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_tip_binary(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_index(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_stp(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_frame_stream(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_frames(const struct rvt_sample *sample, struct rvt_clue *clue);
void rvt_clue_syst_binary(const struct rvt_sample *sample, struct rvt_clue *clue);

/* Encapsulated packets: the widths of their headers that fit best. */
void rvt_clue_encap(const struct rvt_sample *sample, struct rvt_clue *clue);

#endif

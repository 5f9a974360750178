/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The state of a decoder as words, to compare two decoders: if the words are equal, both report the
 * same from here on, but for the numbers of packets. Spec: E-Trace, "Decoder".
 */
#ifndef RVT_DECODER_DECODER_STATE_H
#define RVT_DECODER_DECODER_STATE_H

#include "decoder/decoder.h"

/*
 * Calls put with each word of the state between two packets. False, after any number of words: the
 * decoder has no position, or holds packets back, is in a loss, waits, or decodes the draft; then
 * nothing can be compared.
 */
bool rvt_decoder_state(const struct rvt_decoder *decoder, void (*put)(void *context, uint64_t word),
                       void *context);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Answers of other programs, compared with what a vector expects. */
#ifndef RVT_GOLDEN_EXCHANGE_ANSWER_H
#define RVT_GOLDEN_EXCHANGE_ANSWER_H

#include "base/text.h"
#include "io/json_build.h"

/*
 * True if answer has all of expected: each member of an object; as many elements of an array, each
 * the same. Numbers are the same if their values are, as numbers or as texts "0x..."; texts, if
 * they differ at most in the case of letters, where "*" in the expected text is any word. null in
 * the expected answer is anything. Else appends what differs first to text.
 */
bool rvt_golden_answers(const json_t *expected, const json_t *answer, struct rvt_text *text);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random_code.h"

#include <stdlib.h>

enum { TARGETS_MAX = 8 }; /* of one instruction */

enum rvt_status rvt_random_code_init(struct rvt_random_code *code, uint64_t base, uint32_t capacity)
{
    *code = (struct rvt_random_code){.base = base};
    code->insn = calloc(capacity, sizeof(*code->insn));
    code->table = calloc((size_t)capacity * TARGETS_MAX, sizeof(*code->table));
    code->bytes = calloc(capacity, 4);
    if (code->insn != NULL && code->table != NULL && code->bytes != NULL)
        return RVT_OK;
    rvt_random_code_fini(code);
    return RVT_ERR_MEMORY;
}

void rvt_random_code_fini(struct rvt_random_code *code)
{
    free(code->insn);
    free(code->table);
    free(code->bytes);
    *code = (struct rvt_random_code){0};
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

uint8_t fuzz_byte(struct fuzz_input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

/* All optional formats and fields exist, so that few keys lead far. */
static void widen(struct rvt_config *config)
{
    config->params.iaddress_width_p = 64;
    config->params.ecause_width_p = 5;
    config->params.ctype_width_p = 2;
    config->params.nocontext_p = config->params.notime_p = false;
    config->params.context_width_p = 7;
    config->params.time_width_p = 9;
    config->params.bpred_size_p = 3;
    config->params.cache_size_p = 3;
    config->params.return_stack_size_p = 2;
    config->params.f0s_width_p = 1;
    config->params.sijump_p = true;
}

void fuzz_config(struct fuzz_input *input, struct rvt_config *config)
{
    static size_t keys;
    uint8_t head = fuzz_byte(input);
    struct rvt_config wide;

    for (; rvt_config_keys()[keys].name != NULL; keys++)
        ;
    rvt_config_defaults(config, (enum rvt_spec_profile)((head >> 4 & 7) % 5));
    wide = *config;
    widen(&wide);
    if (rvt_config_check(&wide, NULL) == RVT_OK)
        *config = wide;
    for (unsigned i = head & 7; i > 0; i--) {
        const struct rvt_key *key = &rvt_config_keys()[fuzz_byte(input) % keys];
        struct rvt_config trial = *config;
        uint64_t range = (uint64_t)key->maximum - key->minimum + 1;

        rvt_config_set(&trial, key, key->minimum + (unsigned)(fuzz_byte(input) % range));
        if (rvt_config_check(&trial, NULL) == RVT_OK)
            *config = trial;
    }
}

void fuzz_explained(enum rvt_status status, const struct rvt_diag *diag)
{
    FUZZ_EXPECT(diag->status == status);
    FUZZ_EXPECT(diag->text[0] != '\0');
    FUZZ_EXPECT(diag->clause != NULL && diag->clause[0] != '\0');
}

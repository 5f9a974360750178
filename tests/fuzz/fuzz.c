/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_check.h"
#include "base/config_keys.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

uint8_t fuzz_byte(struct fuzz_input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

/* All optional formats and fields exist, so that few keys reach much code. */
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
    config->options.implicit_return = config->options.branch_prediction = true;
    config->options.jump_target_cache = config->options.sequentially_inferred_jumps = true;
}

/* Sets keys by pairs of bytes. strict: leaves out values that make the configuration illegal, which
 * costs a check for each. */
static void set_keys(const uint8_t *pairs, unsigned count, struct rvt_config *config, bool strict)
{
    static size_t keys;

    for (; rvt_config_keys()[keys].name != NULL; keys++)
        ;
    for (unsigned i = 0; i < count; i++) {
        const struct rvt_key *key = &rvt_config_keys()[pairs[2 * i] % keys];
        struct rvt_config before = *config;
        uint64_t range = (uint64_t)key->maximum - key->minimum + 1;

        rvt_config_set(config, key, key->minimum + (unsigned)(pairs[2 * i + 1] % range));
        if (strict && rvt_config_check(config, NULL) != RVT_OK)
            *config = before;
    }
}

/* The configuration encoded by head and pairs. */
static void make_config(uint8_t head, const uint8_t *pairs, unsigned count,
                        struct rvt_config *config)
{
    struct rvt_config plain;

    rvt_config_defaults(&plain, (enum rvt_spec_profile)((head >> 4 & 7) % RVT_PROFILES));
    *config = plain;
    if ((head & 8) != 0)
        widen(config);
    set_keys(pairs, count, config, false);
    if (rvt_config_check(config, NULL) == RVT_OK)
        return;
    *config = plain;
    set_keys(pairs, count, config, true);
}

/* Making a configuration is most of the work of a small target, and the fuzzer rarely changes the
 * head: the latest one is cached. */
void fuzz_config(struct fuzz_input *input, struct rvt_config *config)
{
    static struct rvt_config latest;
    static uint8_t known[1 + 2 * 7];
    static bool kept;
    uint8_t head[sizeof(known)] = {fuzz_byte(input)};
    unsigned count = head[0] & 7;

    for (unsigned i = 1; i <= 2 * count; i++)
        head[i] = fuzz_byte(input);
    if (!kept || memcmp(head, known, sizeof(head)) != 0) {
        make_config(head[0], head + 1, count, &latest);
        memcpy(known, head, sizeof(head));
        kept = true;
    }
    *config = latest;
}

void fuzz_explained(enum rvt_status status, const struct rvt_diag *diag)
{
    FUZZ_EXPECT(diag->status == status);
    FUZZ_EXPECT(diag->text[0] != '\0');
    FUZZ_EXPECT(diag->clause != NULL && diag->clause[0] != '\0');
}

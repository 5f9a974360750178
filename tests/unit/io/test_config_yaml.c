/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/scratch.h"

#include "tests/unit/json_memory.h"

#include <glob.h>
#include <jansson.h>

#include "base/config_check.h"
#include "base/config_keys.h"
#include "io/config_print.h"
#include "io/config_yaml.h"
#include "lockstep/report/waiver.h"

TestSuite(config_yaml, .init = scratch_init, .fini = scratch_fini);

#define HEAD "schema: rvt-config/1\n"

static enum rvt_status load(const char *text, struct rvt_config *config, struct rvt_diag *diag)
{
    rvt_diag_clear(diag);
    return rvt_config_load(scratch_text("config.yaml", text), config, diag);
}

/* Shows: ETR-DISC-001 ETR-DISC-004 */
Test(config_yaml, a_bare_schema_gives_the_defaults)
{
    struct rvt_config config, defaults;
    struct rvt_diag diag;

    cr_assert(eq(int, load(HEAD, &config, &diag), RVT_OK), "%s", diag.text);
    rvt_config_defaults(&defaults, RVT_PROFILE_V2_0_4);
    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key)
        cr_expect(eq(uint, rvt_config_get(&config, key), rvt_config_get(&defaults, key)), "%s",
                  key->name);
    cr_expect(eq(str, config.title, ""));
}

Test(config_yaml, the_profile_decides_the_defaults_wherever_it_is)
{
    struct rvt_config config;
    struct rvt_diag diag;

    cr_assert(eq(int,
                 load(HEAD "switches: {first_trap: v204}\nspec_profile: refflow\n", &config, &diag),
                 RVT_OK));
    cr_expect(eq(int, config.spec_profile, RVT_PROFILE_REFFLOW));
    cr_expect(eq(int, config.switches.chart, RVT_CHART_V200));
    cr_expect(eq(int, config.switches.first_trap, RVT_FIRST_TRAP_V204));
}

Test(config_yaml, values_reach_their_members)
{
    struct rvt_config config;
    struct rvt_diag diag;

    cr_assert(eq(int,
                 load(HEAD "title: 'a: b'\n"
                           "parameters: {iaddress_width_p: 0x27, nocontext_p: false}\n"
                           "options: {full_address: true}\n"
                           "resync: {mode: off, max: 3}\n"
                           "encapsulation: {srcid_bits: 12, srcid: 0xabc}\n"
                           "switches: {support_layout: rv_tracer}\n",
                      &config, &diag),
                 RVT_OK),
              "%s", diag.text);
    cr_expect(eq(str, config.title, "a: b"));
    cr_expect(eq(uint, config.params.iaddress_width_p, 39));
    cr_expect(not(config.params.nocontext_p));
    cr_expect(config.options.full_address);
    cr_expect(eq(int, config.resync.mode, RVT_RESYNC_OFF));
    cr_expect(eq(uint, config.resync.max, 3));
    cr_expect(eq(uint, config.encap.srcid, 0xabc));
    cr_expect(eq(int, config.switches.support_layout, RVT_SUPPORT_RV_TRACER));
}

static const struct {
    const char *text;
    enum rvt_status status;
    unsigned line; /* 0: the fault has none */
    const char *field, *clause;
} refused[] = {
    {"title: x\n", RVT_ERR_SYNTAX, 1, NULL, NULL},
    {"schema: rvt-config/2\n", RVT_ERR_SYNTAX, 1, NULL, NULL},
    {"[]\n", RVT_ERR_SYNTAX, 1, NULL, NULL},
    {HEAD "extra: 1\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "spec_profile: v9\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "title: [a]\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD
     "title: 01234567890123456789012345678901234567890123456789012345678901234567890123456789\n",
     RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "parameters:\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "parameters: {itype_width_p: [4]}\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "parameters:\n  max: 4\n", RVT_ERR_SYNTAX, 3, NULL, NULL}, /* a key of another section */
    {HEAD "parameters:\n  itype_width_p: 5\n", RVT_ERR_PARAMETER, 3, "itype_width_p",
     "ETR-DISC-002"},
    {HEAD "parameters:\n  itype_width_p: 0x100000004\n", RVT_ERR_PARAMETER, 3, "itype_width_p",
     "ETR-DISC-002"},
    {HEAD "options:\n  full_address: yes\n", RVT_ERR_SYNTAX, 3, NULL, NULL},
    {HEAD "resync: {mode: false}\n", RVT_ERR_SYNTAX, 2, NULL, NULL},
    {HEAD "resync: {max: 16}\n", RVT_ERR_PARAMETER, 2, "max", "ETR-RSY-001"},
    {HEAD "\nencapsulation: {srcid: 1}\n", RVT_ERR_PARAMETER, 3, "srcid", "ENC-015"},
    {HEAD "support_layout: [[ienable, 1], [qual_status, 2]]\n", RVT_ERR_PARAMETER, 0,
     "support_layout", "AMB-122"},
    {HEAD "switches: {support_layout: own}\n", RVT_ERR_PARAMETER, 2, "support_layout", "AMB-122"},
    {HEAD "switches: {support_layout: own}\nsupport_layout:\n- [ienable, 1]\n- [ienable, 1]\n",
     RVT_ERR_PARAMETER, 2, "support_layout", "AMB-122"},
    {HEAD "switches: {support_layout: own}\nsupport_layout: [[ienable, 1]]\n", RVT_ERR_PARAMETER, 2,
     "support_layout", "ETR-FMT-005"},
    {HEAD "support_layout:\n- [ienable, 17]\n", RVT_ERR_PARAMETER, 3, NULL, "AMB-122"},
    {HEAD "support_layout:\n- [nothing, 1]\n", RVT_ERR_SYNTAX, 3, NULL, NULL},
    {HEAD "support_layout:\n- ienable\n", RVT_ERR_SYNTAX, 3, NULL, NULL},
    {HEAD "support_layout:\n- [ienable]\n", RVT_ERR_SYNTAX, 3, NULL, "AMB-122"},
    {HEAD "parameters: {iaddress_width_p: 64, context_width_p: 64, nocontext_p: false,\n"
          "  time_width_p: 64, notime_p: false}\n",
     RVT_ERR_PARAMETER, 0, "payload", "ETR-CMP-011"},
};

/* Shows: ETR-CMP-011 ETR-RSY-001 ENC-015 */
Test(config_yaml, what_is_refused_has_line_field_and_clause)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        struct rvt_config config = {.title = "untouched"};
        struct rvt_diag diag;
        const char *text = refused[i].text;
        cr_expect(eq(int, load(text, &config, &diag), refused[i].status), "%s", text);
        cr_expect(eq(u64, diag.unit ? diag.position : 0, refused[i].line), "%s", text);
        cr_expect(eq(str, TEXT(diag.field ? diag.field : "-"),
                     TEXT(refused[i].field ? refused[i].field : "-")),
                  "%s", text);
        cr_expect(eq(str, TEXT(diag.clause ? diag.clause : "-"),
                     TEXT(refused[i].clause ? refused[i].clause : "-")),
                  "%s", text);
        cr_expect(eq(str, config.title, "untouched"), "%s", text);
    }
}

Test(config_yaml, a_file_that_cannot_be_read)
{
    struct rvt_config config;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_config_load(scratch_path("none"), &config, &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, "cannot open: No such file or directory"));
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_config_load(scratch_folder, &config, &diag), RVT_ERR_IO));
}

/* Every value of every key, printed and read back. */
Test(config_yaml, what_is_printed_reads_back)
{
    unsigned printed = 0, keys = 0;

    for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key, ++keys)
        for (unsigned value = key->minimum; value <= key->maximum && value < 20; ++value) {
            struct rvt_config config, back;
            struct rvt_output *output = NULL;
            struct rvt_diag diag;
            rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
            (void)snprintf(config.title, sizeof config.title, "quote \" and \\ and \t");
            rvt_config_set(&config, key, value);
            rvt_diag_clear(&diag);
            if (rvt_config_check(&config, &diag) != RVT_OK)
                continue; /* another value would have to change with it */
            const char *path = scratch_path("printed.yaml");
            cr_assert(eq(int, rvt_output_open(path, &output, &diag), RVT_OK));
            rvt_config_print_yaml(output, &config, NULL);
            cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
            rvt_diag_clear(&diag);
            cr_assert(eq(int, rvt_config_load(path, &back, &diag), RVT_OK), "%s", diag.text);
            cr_expect(eq(str, back.title, config.title));
            for (const struct rvt_key *each = rvt_config_keys(); each->name; ++each)
                cr_expect(eq(uint, rvt_config_get(&back, each), rvt_config_get(&config, each)),
                          "%s", each->name);
            ++printed;
        }
    cr_expect(gt(uint, printed, 2 * keys));
}

/* Writes both as JSON. The caller frees *text. */
static enum rvt_status written(const struct rvt_config *config, const struct rvt_waivers *waivers,
                               char **text)
{
    const char *path = scratch_path("printed.json");
    struct rvt_output *output = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    allocations = 0;
    cr_assert(eq(int, rvt_output_open(path, &output, &diag), RVT_OK));
    enum rvt_status status = rvt_config_print_json(output, config, waivers);
    cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
    *text = scratch_read(path, NULL);
    return status;
}

/* Whichever allocation fails: there is an error, or every section is whole. */
Test(config_yaml, without_memory_no_key_is_missing)
{
    static const char file[] =
        HEAD "support_layout:\n  - [ienable, 1]\n  - [qual_status, 2]\n"
             "switches: {support_layout: own}\n"
             "custom_instructions:\n"
             "  - {mask: 0x0000007f, match: 0x0000000b, class: sequential}\n"
             "trap_vectors: {m: 0x80000000}\n"
             "registers: {trTeControl: 0x00000001}\n"
             "waivers:\n"
             "  - {clause: X, expected: 1, observed: absent, count: 3, reason: known}\n"
             "  - {packet: F1, optional: true, reason: known}\n";
    struct rvt_config config;
    struct rvt_waivers waivers;
    struct rvt_diag diag;
    unsigned errors = 0;
    char *whole;

    rvt_diag_clear(&diag);
    cr_assert(
        eq(int,
           rvt_config_parse_waivers((const uint8_t *)file, strlen(file), &config, &waivers, &diag),
           RVT_OK),
        "%s", diag.text);
    json_set_alloc_funcs(failing_malloc, free);
    failing = UINT32_MAX;
    cr_assert(eq(int, written(&config, &waivers, &whole), RVT_OK));
    unsigned needed = allocations;
    for (failing = 0; failing < needed; failing++) {
        char *text;
        enum rvt_status status = written(&config, &waivers, &text);
        if (status == RVT_OK)
            cr_expect(eq(str, text, whole), "allocation %u", failing);
        else
            cr_expect(eq(int, status, RVT_ERR_MEMORY));
        errors += status == RVT_ERR_MEMORY;
        free(text);
    }
    json_set_alloc_funcs(malloc, free);
    cr_expect(gt(uint, errors, 400));
    free(whole);
}

Test(config_yaml, the_committed_configurations_are_valid)
{
    static const char *const patterns[] = {"vectors/configs/*.yaml", "vectors/configs/*/*.yaml",
                                           "tests/cosim/configs/*/*.yaml",
                                           "tests/cosim/builds/*.yaml"};

    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; ++i) {
        glob_t found;
        cr_assert(zero(int, glob(patterns[i], 0, NULL, &found)), "%s", patterns[i]);
        for (size_t k = 0; k < found.gl_pathc; ++k) {
            struct rvt_config config;
            struct rvt_diag diag;
            rvt_diag_clear(&diag);
            cr_expect(eq(int, rvt_config_load(found.gl_pathv[k], &config, &diag), RVT_OK), "%s: %s",
                      found.gl_pathv[k], diag.text);
        }
        globfree(&found);
    }
}

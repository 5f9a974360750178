/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The findings of a comparison as data. */
#include <criterion/criterion.h>

#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options packets_only = {.packets = true, .findings_max = 8};
static const struct rvt_lockstep_options bytes_only = {.bytes = true, .findings_max = 8};

static struct rig rig;

static void defaults(void)
{
    rig_defaults(&rig);
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(findings, .init = defaults, .fini = close_rig);

/* The first finding of verdict, which is of kind. */
static const struct rvt_mismatch *first(enum rvt_verdict verdict, enum rvt_mismatch_kind kind)
{
    const struct rvt_mismatch *found = rvt_lockstep_mismatch(rig.lockstep, verdict, 0);

    cr_assert(found != NULL);
    cr_assert_eq(found->kind, kind, "%s", rig_finding(&rig, verdict));
    return found;
}

static void run(const struct rvt_lockstep_options *options)
{
    cr_assert(rig_open(&rig, options, true));
    cr_assert(rig_session(&rig, 40));
}

Test(findings, a_difference_has_field_values_decision_bytes_and_blocks)
{
    run(&packets_only);
    rig.sent[3].payload.byte[1] ^= 0x10;
    rig_pass_packets(&rig);
    const struct rvt_mismatch *found = first(RVT_VERDICT_PACKETS, RVT_MISMATCH_DIFFERS);
    cr_expect_eq(found->verdict, RVT_MISMATCH_BIT_EXACT);
    cr_expect_eq(found->cycle, 82);
    cr_expect(found->has_packet && !found->encapsulated && !found->is_data);
    cr_expect_eq(found->packet, 3);
    cr_expect_str_eq(found->packet_name, "F1");
    cr_expect_str_eq(found->field, "address");
    cr_expect_str_eq(found->clause, "ETR-FMT-025");
    cr_expect(found->expected_value.known && found->observed_value.known);
    cr_expect(!found->observed_value.absent);
    cr_expect_neq(found->expected_value.number, found->observed_value.number);
    cr_expect(found->cause.known);
    cr_expect_str_eq(found->cause.clause, "ETR-ALG-030");
    cr_expect_eq(found->cause.iaddr, LOOP_BASE);
    cr_expect_eq(found->observed.bytes, rig.sent[3].payload.bytes);
    cr_expect_arr_eq(found->observed.byte, rig.sent[3].payload.byte, found->observed.bytes);
    rig.sent[3].payload.byte[1] ^= 0x10;
    cr_expect_arr_eq(found->expected.byte, rig.sent[3].payload.byte, found->expected.bytes);
    cr_assert_eq(found->blocks, 5); /* up to the item that was decided */
    cr_expect_eq(found->block[4].cycle, found->cause.cycle);
    cr_expect_eq(found->block[4].first, LOOP_BASE);
    cr_expect_eq(found->block[4].last, LOOP_BASE + 4);
    cr_expect_eq(found->block[4].itype, RVT_ITYPE_TAKEN_BRANCH);
}

Test(findings, missing_packets_are_counted)
{
    run(&packets_only);
    for (unsigned i = 10; i + 2 < rig.sent_count; i++)
        rig.sent[i].payload = rig.sent[i + 2].payload;
    rig.sent_count -= 2;
    rig_pass_packets(&rig);
    rig_end(&rig);
    const struct rvt_mismatch *found = first(RVT_VERDICT_PACKETS, RVT_MISMATCH_MISSING);
    cr_expect_eq(found->count, 2);
    cr_expect(found->expected.known && !found->observed.known);
}

Test(findings, an_extra_packet_has_no_cause)
{
    run(&packets_only);
    rig_pass_packets(&rig);
    rvt_lockstep_packet(rig.lockstep, rig_now(&rig), rig.sent[0].payload.byte,
                        rig.sent[0].payload.bytes);
    const struct rvt_mismatch *found = first(RVT_VERDICT_PACKETS, RVT_MISMATCH_EXTRA);
    cr_expect(!found->cause.known && !found->expected.known && found->observed.known);
    cr_expect_eq(found->packet, rig.sent_count);
    cr_expect_eq(found->count, 1);
    cr_expect_str_eq(found->clause, "ETR-ALG-020");
}

Test(findings, bytes_are_those_of_the_encapsulated_packet)
{
    run(&bytes_only);
    rig.sent[5].encap[0] ^= 0x20;
    rig_pass_bytes(&rig);
    const struct rvt_mismatch *found = first(RVT_VERDICT_PACKETS, RVT_MISMATCH_DIFFERS);
    cr_expect(found->encapsulated);
    cr_expect_str_eq(found->field, "flow");
    cr_expect_eq(found->expected_value.number, 0);
    cr_expect_eq(found->observed_value.number, 1);
    cr_expect_eq(found->observed.bytes, rig.sent[5].encap_bytes);
    cr_expect_arr_eq(found->observed.byte, rig.sent[5].encap, found->observed.bytes);
}

Test(findings, decode_exact_names_what_retired_and_what_was_decoded)
{
    run(&packets_only);
    rig.sent[3].payload.byte[0] ^= 8; /* the outcome of the branch */
    rig_pass_packets(&rig);
    const struct rvt_mismatch *found =
        rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_DECODE_EXACT, 0);
    cr_assert(found != NULL);
    cr_expect_eq(found->verdict, RVT_MISMATCH_DECODE_EXACT);
    cr_expect_str_eq(found->packet_name, "F1");
    cr_expect_eq(found->packet, 3);
    cr_expect(found->observed.known && !found->expected.known);
    cr_expect(found->kind == RVT_MISMATCH_UNDECODABLE || found->retired[0] != '\0');
}

Test(findings, a_row_that_contradicts_the_program_is_of_the_ingress_in_both_verdicts)
{
    static const struct rvt_row wrong = {
        .block = {{.iaddr = LOOP_BASE, .iretire = 6, .ilastsize = 1}}};

    cr_assert(rig_open(&rig, &packets_only, true));
    cr_assert(rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    (void)rig_row(&rig, &wrong);
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        const struct rvt_mismatch *found = first((enum rvt_verdict)i, RVT_MISMATCH_ROW);
        cr_expect_eq(found->verdict, RVT_MISMATCH_INGRESS);
        cr_expect_str_eq(found->clause, "ETR-ING-004");
        cr_expect_str_eq(found->field, "iretire");
        cr_expect_eq(found->observed_value.number, 6);
    }
}

Test(findings, the_rule_of_a_fault_is_its_clause)
{
    static const struct {
        const char *message, *reason, *clause;
    } faults[] = {
        {"a beat is odd [Beat]", "a beat is odd", "Beat"},
        {"no rule", "no rule", ""},
        {"an index[3]", "an index[3]", ""},
    };

    cr_assert(rig_open(&rig, &packets_only, true));
    for (unsigned i = 0; i < 3; i++)
        rvt_lockstep_fault(rig.lockstep, rig_now(&rig), faults[i].message);
    for (unsigned i = 0; i < 3; i++) {
        const struct rvt_mismatch *found =
            rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_DECODE_EXACT, i);
        cr_assert(found != NULL);
        cr_expect_eq(found->kind, RVT_MISMATCH_FAULT);
        cr_expect_str_eq(found->reason, faults[i].reason);
        cr_expect_str_eq(found->clause, faults[i].clause);
        cr_expect(strstr(rvt_lockstep_finding(rig.lockstep, RVT_VERDICT_DECODE_EXACT, i),
                         faults[i].message) != NULL);
    }
    cr_expect_eq(rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_DECODE_EXACT, 3), NULL);
}

Test(findings, every_kind_and_verdict_has_a_name)
{
    for (unsigned i = 0; i < RVT_MISMATCH_KINDS; i++)
        cr_expect(rvt_mismatch_kind_name((enum rvt_mismatch_kind)i) != NULL, "%u", i);
    for (unsigned i = 0; i < RVT_MISMATCH_VERDICTS; i++)
        cr_expect(rvt_mismatch_verdict_name((enum rvt_mismatch_verdict)i) != NULL, "%u", i);
    cr_expect_eq(rvt_mismatch_kind_name(RVT_MISMATCH_KINDS), NULL);
    cr_expect_eq(rvt_mismatch_verdict_name(RVT_MISMATCH_VERDICTS), NULL);
    cr_assert(rig_open(&rig, &packets_only, true));
}

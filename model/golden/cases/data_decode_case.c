/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/data for the decoder. Input packets: {te_data: NAME, fields} for a te_data,
 * {inst: sync, ended, disabled, dloss} for the relevant te_inst. Expected when valid: accesses, as
 * texts; when invalid: the fault, and packet, the number of the packet with the fault, from 1.
 */
#include <string.h>

#include "decoder/data_decoder.h"
#include "golden/cases/data_fields.h"

static const char *const INST_WORDS[] = {"sync", "ended", "disabled", "dloss", NULL};

/* The te_inst named by a word. */
static struct rvt_packet inst_of(const struct rvt_golden_case *c, unsigned word)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
    if (word == 0)
        packet.subformat = RVT_SUBFORMAT_START;
    else
        rvt_support_fill(&packet.support, &c->config, word != 2,
                         word == 3 ? RVT_QUAL_TRACE_LOST : RVT_QUAL_ENDED_REP);
    packet.support.value[RVT_SUPPORT_DLOSS] = word == 3;
    return packet;
}

/* Takes one packet. Compares the access that it reports, if any, with *expected, and advances it.
 * expected null: nothing is compared. */
static enum rvt_status take_one(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                struct rvt_data_decoder *decoder,
                                const struct rvt_yaml_node **expected, struct rvt_diag *fault,
                                struct rvt_diag *diag)
{
    static const char *const SKIPPED[] = {"te_data", "bytes", NULL};
    const struct rvt_yaml_node *inst = rvt_yaml_get(node, "inst");
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    struct rvt_text text;
    char line[160];
    unsigned word = 0;
    bool reported = false;
    if (inst != NULL) {
        enum rvt_status status = rvt_yaml_choice(inst, INST_WORDS, &word, diag);
        struct rvt_packet sync = inst_of(c, word);
        if (status == RVT_OK)
            rvt_data_decoder_inst(decoder, &sync);
        return status;
    }
    enum rvt_status status = rvt_golden_read_data(node, SKIPPED, &packet, diag);
    if (status != RVT_OK)
        return status;
    enum rvt_status got = rvt_data_decoder_packet(decoder, &packet, &report, &reported, fault);
    if (got != fault->status)
        rvt_golden_disagree(c, node, "the call returned '%s'", rvt_status_text(got));
    if (!reported || expected == NULL)
        return RVT_OK;
    rvt_text_init(&text, line, sizeof(line));
    rvt_data_report_text(&report, &text);
    if (*expected == NULL)
        rvt_golden_disagree(c, node, "'%s' is too many", line);
    else if ((*expected)->text == NULL || strcmp((*expected)->text, line) != 0)
        rvt_golden_disagree(c, *expected, "'%s'", line);
    if (*expected != NULL)
        *expected = (*expected)->next;
    return RVT_OK;
}

/* The number of the packet at fault is the position of the diagnosis. */
static enum rvt_status run_packets(struct rvt_golden_case *c, const struct rvt_yaml_node *packets,
                                   bool valid, const struct rvt_yaml_node *expected,
                                   struct rvt_diag *fault, struct rvt_diag *diag)
{
    struct rvt_data_decoder decoder;
    uint64_t number = 0;
    enum rvt_status status = RVT_OK;
    rvt_data_decoder_init(&decoder, &c->config);
    for (const struct rvt_yaml_node *node = packets->first;
         status == RVT_OK && node != NULL && fault->status == RVT_OK; node = node->next) {
        status = take_one(c, node, &decoder, valid ? &expected : NULL, fault, diag);
        number++;
    }
    if (fault->status != RVT_OK)
        rvt_diag_at(fault, "packet", number);
    for (; status == RVT_OK && expected != NULL; expected = expected->next)
        rvt_golden_disagree(c, expected, "is missing");
    return status;
}

enum rvt_status rvt_golden_data_decode(struct rvt_golden_case *c, bool valid, struct rvt_diag *diag)
{
    static const char *const KEYS[] = {"packets", NULL};
    static const char *const EXPECTED[] = {"verdict", "accesses", NULL};
    const struct rvt_yaml_node *packets = NULL, *accesses = NULL;
    struct rvt_diag fault;
    enum rvt_status status = rvt_yaml_only(c->input, KEYS, diag);
    rvt_diag_clear(&fault);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "packets", &packets, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(packets, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && valid)
        status = rvt_yaml_need(c->expect, "accesses", &accesses, diag);
    if (status == RVT_OK && valid)
        status = rvt_yaml_only(c->expect, EXPECTED, diag);
    if (status == RVT_OK && valid)
        status = rvt_yaml_expect(accesses, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK)
        status = run_packets(c, packets, valid, valid ? accesses->first : NULL, &fault, diag);
    if (status != RVT_OK)
        return status;
    if (!valid)
        return rvt_golden_expect_fault(c, fault.status, &fault, diag);
    (void)rvt_golden_succeeded(c, "decoding", fault.status, &fault);
    return RVT_OK;
}

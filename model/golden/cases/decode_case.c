/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/flow for the decoder: from packets to retired instructions. input:
 * - program: [[address, bytes, mnemonic], ...], one entry per instruction; addresses are
 *   hexadecimal.
 * - packets: as in the flow cases of the encoder, without bytes.
 * - step_limit: instructions followed per packet; default: the decoder's own.
 * - zcm: true if the program uses Zcmp and Zcmt.
 * - vectors: {m: mtvec, s: stvec, u: utvec, vs: vstvec}, as far as the decoder knows them.
 *
 * expect:
 * - listing: an address per line, or "# trap cause=C interrupt=I epc=E tval=V"; epc=* is not
 *   compared, epc=? is an EPC that the trace does not report. "31x A ; B" stands for the lines A
 *   and B, 31 times.
 * - invalid: the first fault, packet (its number, from 1), and listing, since decoding continues.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_check.h"
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "golden/repeat.h"
#include "io/vectors_yaml.h"

enum { LISTING_MAX = 65536 };

static const char *const INPUT_KEYS[] = {"program", "packets", "step_limit",
                                         "zcm",     "vectors", NULL};
static const char *const VALID_KEYS[] = {"verdict", "listing", NULL};
static const char *const INVALID_KEYS[] = {"verdict", "status",  "clause",
                                           "packet",  "listing", NULL};

struct instruction {
    uint64_t address;
    size_t size;
};

struct listing {
    struct rvt_golden_case *c;
    size_t instructions;
    struct instruction instruction[RVT_GOLDEN_INSTRUCTIONS_MAX];
    size_t length;
    char text[LISTING_MAX];
};

RVT_PRINTF(2, 3)
static void add_line(struct listing *listing, const char *format, ...)
{
    va_list arguments;
    size_t room = sizeof(listing->text) - listing->length;
    va_start(arguments, format);
    int length = vsnprintf(listing->text + listing->length, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < room)
        listing->length += (size_t)length;
    else
        listing->text[listing->length] = '\0';
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct listing *listing = context;
    uint64_t pc = range->first, last = pc;
    size_t size = 0;
    for (uint64_t n = 0; n < range->count; n++) {
        size_t i = 0;
        while (i < listing->instructions && listing->instruction[i].address != pc)
            i++;
        if (i == listing->instructions) {
            rvt_golden_disagree(listing->c, listing->c->node, "no instruction at %" PRIx64, pc);
            return RVT_OK;
        }
        add_line(listing, "%" PRIx64 "\n", pc);
        last = pc;
        size = listing->instruction[i].size;
        pc += size;
    }
    if (last != range->last || size != range->last_size)
        rvt_golden_disagree(listing->c, listing->c->node, "range ends at %" PRIx64 ", not %" PRIx64,
                            range->last, last);
    return RVT_OK;
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    struct listing *listing = context;
    char epc[24] = "?";
    if (trap->epc_known)
        (void)snprintf(epc, sizeof(epc), "%" PRIx64, trap->epc);
    add_line(listing, "# trap cause=%u interrupt=%d epc=%s tval=%" PRIx64 "\n", trap->ecause,
             trap->interrupt, epc, trap->tval);
    return RVT_OK;
}

/* Compares two lines; epc=* stands for any EPC. */
static bool same_line(const char *expected, size_t expected_length, const char *got, size_t length)
{
    static const char ANY[] = "epc=*";
    size_t at = 0;
    while (at < expected_length && at < length && expected[at] == got[at])
        at++;
    if (at == expected_length && at == length)
        return true;
    if (at < 4 || strncmp(expected + at - 4, ANY, strlen(ANY)) != 0)
        return false;
    size_t rest = at;
    while (rest < length && got[rest] != ' ')
        rest++;
    return same_line(expected + at + 1, expected_length - at - 1, got + rest, length - rest);
}

static void compare_listing(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                            const char *expected, const char *got)
{
    for (unsigned line = 1; *expected != '\0' || *got != '\0'; line++) {
        size_t expected_length = strcspn(expected, "\n");
        size_t length = strcspn(got, "\n");
        if (!same_line(expected, expected_length, got, length)) {
            rvt_golden_disagree(c, node, "line %u of the listing is '%.*s', expected '%.*s'", line,
                                (int)length, got, (int)expected_length, expected);
            return;
        }
        expected += expected_length + (expected[expected_length] == '\n');
        got += length + (got[length] == '\n');
    }
}

static enum rvt_status read_hexadecimal(const struct rvt_yaml_node *node, uint64_t *value,
                                        struct rvt_diag *diag)
{
    char *end = NULL;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    *value = strtoull(node->text, &end, 16);
    return *end == '\0' && end != node->text
               ? RVT_OK
               : rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "no address");
}

static enum rvt_status add_instruction(const struct rvt_yaml_node *node, struct listing *listing,
                                       struct rvt_image *image, struct rvt_diag *diag)
{
    struct instruction *instruction = &listing->instruction[listing->instructions];
    uint8_t code[4];
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK &&
        (node->count != 3 || listing->instructions == RVT_GOLDEN_INSTRUCTIONS_MAX))
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "address, bytes, mnemonic");
    if (status == RVT_OK)
        status = read_hexadecimal(node->first, &instruction->address, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(node->first->next, code, sizeof(code), &instruction->size, diag);
    if (status == RVT_OK)
        status = rvt_image_add(image, instruction->address, code, instruction->size);
    listing->instructions++;
    return status;
}

/* Passes each packet to the decoder. Returns the first fault and the number of its packet. */
static enum rvt_status decode(const struct rvt_yaml_node *packets, struct rvt_decoder *decoder,
                              enum rvt_status *got, struct rvt_diag *fault, uint64_t *number,
                              struct rvt_diag *diag)
{
    uint64_t n = 0;
    *got = RVT_OK;
    *number = 0;
    for (const struct rvt_yaml_node *node = packets->first; node != NULL; node = node->next) {
        struct rvt_packet packet;
        struct rvt_diag own;
        enum rvt_status status = rvt_golden_named_packet(node, &packet, diag);
        if (status != RVT_OK)
            return status;
        n++;
        rvt_diag_clear(&own);
        status = rvt_decoder_packet(decoder, &packet, &own);
        if (status != RVT_OK && *got == RVT_OK) {
            *got = status;
            *fault = own;
            *number = n;
        }
    }
    struct rvt_diag own;
    rvt_diag_clear(&own);
    enum rvt_status status = rvt_decoder_finish(decoder, &own);
    if (status != RVT_OK && *got == RVT_OK) {
        *got = status;
        *fault = own;
        *number = n;
    }
    return RVT_OK;
}

static enum rvt_status check_result(struct rvt_golden_case *c, enum rvt_status got,
                                    const struct rvt_diag *fault, uint64_t number,
                                    const struct listing *listing, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *expected = NULL, *status_node = NULL, *packet = NULL;
    const struct rvt_yaml_node *clause = rvt_yaml_get(c->expect, "clause");
    uint64_t value = 0;
    bool valid = false;
    enum rvt_status status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, valid ? VALID_KEYS : INVALID_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "listing", &expected, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(expected, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    char *text = rvt_golden_repeat(expected->text);
    if (text == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "no memory");
    compare_listing(c, expected, text, listing->text);
    free(text);
    if (valid) {
        (void)rvt_golden_succeeded(c, "decoding", got, fault);
        return RVT_OK;
    }
    status = rvt_yaml_need(c->expect, "status", &status_node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "packet", &packet, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(packet, &value, diag);
    if (status != RVT_OK)
        return status;
    if (strcmp(status_node->text, rvt_status_text(got)) != 0 || value != number)
        rvt_golden_disagree(c, status_node, "packet %" PRIu64 ": '%s'", number,
                            rvt_status_text(got));
    if (clause != NULL && (fault->clause == NULL || strcmp(clause->text, fault->clause) != 0))
        rvt_golden_disagree(c, clause, "clause of the fault is %s",
                            fault->clause == NULL ? "not set" : fault->clause);
    return RVT_OK;
}

enum rvt_status rvt_golden_decode(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static struct listing listing;
    struct rvt_image *image = NULL;
    struct rvt_decoder *decoder = NULL;
    struct rvt_decoder_output output = {
        .range = take_range, .trap = take_trap, .context = &listing};
    const struct rvt_yaml_node *program = NULL, *packets = NULL;
    const struct rvt_yaml_node *limit = rvt_yaml_get(c->input, "step_limit");
    const struct rvt_yaml_node *zcm = rvt_yaml_get(c->input, "zcm");
    const struct rvt_yaml_node *vectors = rvt_yaml_get(c->input, "vectors");
    uint64_t step_limit = 0, number = 0;
    bool with_zcm = false;
    enum rvt_status got = RVT_OK;
    struct rvt_diag fault;
    rvt_diag_clear(&fault);
    memset(&listing, 0, sizeof(listing));
    listing.c = c;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "program", &program, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "packets", &packets, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(packets, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && limit != NULL)
        status = rvt_yaml_unsigned(limit, &step_limit, diag);
    if (status == RVT_OK && zcm != NULL)
        status = rvt_yaml_bool(zcm, &with_zcm, diag);
    if (status == RVT_OK && vectors != NULL)
        status = rvt_vectors_read(vectors, &c->config.trap_vectors, diag);
    if (status == RVT_OK)
        status = rvt_config_check(&c->config, diag);
    if (status == RVT_OK)
        status = rvt_image_open(c->config.params.iaddress_width_p > 32 ? 64 : 32,
                                c->config.switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE, &image);
    if (status == RVT_OK)
        rvt_image_set_zcm(image, with_zcm);
    for (const struct rvt_yaml_node *node = program == NULL ? NULL : program->first;
         status == RVT_OK && node != NULL; node = node->next)
        status = add_instruction(node, &listing, image, diag);
    if (status == RVT_OK)
        status = rvt_decoder_profile_open(&c->config, image, &output, step_limit, &decoder);
    if (status == RVT_OK)
        status = decode(packets, decoder, &got, &fault, &number, diag);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
    return status == RVT_OK ? check_result(c, got, &fault, number, &listing, diag) : status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Captures to elements through the public interface. */
#include <stdio.h>

#include "tests/unit/api/fixture.h"

static const uint8_t CODE[] = {0x33, 0x05, 0xb5, 0x00, 0x33, 0x05, 0xb5, 0x00}; /* two ADD */

struct seen {
    struct rvt_element element[16];
    unsigned elements, packets, frames, entries;
    bool te_inst, stp;
    uint8_t payload;
    char kinds[64];
    struct rvt_log_entry entry; /* the first one */
    char text[200];
};

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct seen *seen = context;

    cr_assert_eq(element->size, sizeof *element);
    cr_assert_lt(seen->elements, 16);
    seen->element[seen->elements++] = *element;
    return RVT_RESP_CONT;
}

static void take_packet(void *context, const struct rvt_monitored_packet *packet)
{
    struct seen *seen = context;

    cr_assert_eq(packet->size, sizeof *packet);
    cr_expect_eq(packet->id, 5);
    seen->packets++;
    seen->te_inst |= packet->te_inst != NULL && packet->te_inst->size == sizeof *packet->te_inst;
    seen->stp |= packet->stp != NULL && packet->stp->size == sizeof *packet->stp;
    seen->payload = packet->payload != NULL ? packet->payload[0] : 0;
}

static void take_frame(void *context, const struct rvt_raw_frame *frame)
{
    struct seen *seen = context;

    cr_assert_eq(frame->size, sizeof *frame);
    strncat(seen->kinds, frame->kind, 10);
    strcat(seen->kinds, " ");
    seen->frames++;
}

static void take_log(void *context, const struct rvt_log_entry *entry)
{
    struct seen *seen = context;

    cr_assert_eq(entry->size, sizeof *entry);
    if (seen->entries++ > 0)
        return;
    seen->entry = *entry;
    (void)snprintf(seen->text, sizeof seen->text, "%s", entry->text);
}

static struct rvt_tree *open_tree(struct seen *seen, enum rvt_tree_framing framing,
                                  enum rvt_log_severity verbosity)
{
    struct rvt_tree_options options;
    struct rvt_tree *tree = NULL;

    *seen = (struct seen){.elements = 0};
    RVT_CLEAR(&options);
    options.framing = framing;
    options.context = seen;
    options.element = take_element;
    options.packet = take_packet;
    options.raw_frame = take_frame;
    options.log = take_log;
    options.verbosity = verbosity;
    cr_assert_eq(rvt_tree_open(&options, &tree), RVT_OK);
    return tree;
}

static struct rvt_program *small_program(const struct rvt_configuration *configuration)
{
    struct rvt_program *program = NULL;

    cr_assert_eq(rvt_program_new(configuration, false, &program), RVT_OK);
    cr_assert_eq(rvt_program_add_bytes(program, 0x1000, CODE, sizeof CODE), RVT_OK);
    return program;
}

/* A sync packet at 0x1000, encapsulated. */
static size_t write_sync(const struct rvt_configuration *configuration, uint8_t *bytes)
{
    struct rvt_te_inst inst;
    struct rvt_encap_packet packet;
    size_t payload_bytes = 0, count = 0;

    RVT_CLEAR(&inst);
    inst.format = 3;
    inst.branch = true;
    inst.privilege = 3;
    inst.address = 0x1000 >> 1;
    RVT_CLEAR(&packet);
    cr_assert_eq(rvt_te_inst_write(configuration, &inst, packet.payload, &payload_bytes, NULL),
                 RVT_OK);
    packet.payload_bytes = (uint8_t)payload_bytes;
    cr_assert_eq(
        rvt_encap_packet_write(configuration, &packet, bytes, RVT_ENCAP_BYTES, &count, NULL),
        RVT_OK);
    return count;
}

struct frames {
    uint8_t byte[64];
    size_t bytes;
};

static void take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct frames *frames = context;

    cr_assert_leq(frames->bytes + bytes, sizeof frames->byte);
    memcpy(frames->byte + frames->bytes, data, bytes);
    frames->bytes += bytes;
}

Test(tree, refuses_null_and_wrong_sizes)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = small_program(configuration);
    struct rvt_tree_options options;
    struct rvt_tree_hart hart;
    struct rvt_tree_software software;
    struct rvt_tree_counts counts;
    struct rvt_diagnosis why;
    struct seen seen;
    struct rvt_tree *tree = open_tree(&seen, RVT_TREE_SINGLE, RVT_LOG_INFO), *other = NULL;

    RVT_CLEAR(&options);
    cr_expect_eq(rvt_tree_open(NULL, &other), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_open(&options, &other), RVT_ERR_PARAMETER, "no sink");
    options.element = take_element;
    cr_expect_eq(rvt_tree_open(&options, NULL), RVT_ERR_PARAMETER);
    options.framing = (enum rvt_tree_framing)3;
    cr_expect_eq(rvt_tree_open(&options, &other), RVT_ERR_PARAMETER);
    options.framing = RVT_TREE_SINGLE;
    options.size = 3;
    cr_expect_eq(rvt_tree_open(&options, &other), RVT_ERR_PARAMETER);
    cr_expect_null(other);
    RVT_CLEAR(&hart);
    RVT_CLEAR(&why);
    hart.program = program;
    cr_expect_eq(rvt_tree_attach_hart(tree, &hart, &why), RVT_ERR_PARAMETER, "no configuration");
    hart.configuration = configuration;
    hart.program = NULL;
    cr_expect_eq(rvt_tree_attach_hart(tree, &hart, &why), RVT_ERR_PARAMETER);
    hart.program = program;
    cr_expect_eq(rvt_tree_attach_hart(NULL, &hart, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_attach_hart(tree, NULL, &why), RVT_ERR_PARAMETER);
    hart.size = 1;
    cr_expect_eq(rvt_tree_attach_hart(tree, &hart, NULL), RVT_ERR_PARAMETER);
    RVT_CLEAR(&software);
    cr_expect_eq(rvt_tree_attach_software(NULL, &software, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_attach_software(tree, NULL, &why), RVT_ERR_PARAMETER);
    software.size = 1;
    cr_expect_eq(rvt_tree_attach_software(tree, &software, &why), RVT_ERR_PARAMETER);
    RVT_CLEAR(&counts);
    cr_expect_eq(rvt_tree_count(NULL, &counts), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_count(tree, NULL), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_detach(NULL, 0), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_detach(tree, 0), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_process(NULL, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_FATAL);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, NULL, 3, NULL), RVT_RESP_FATAL);
    rvt_tree_close(NULL);
    rvt_tree_close(tree);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

Test(tree, a_carrier_id_fits_the_framing)
{
    static const struct {
        enum rvt_tree_framing framing;
        unsigned carrier_id;
        enum rvt_status status;
    } table[] = {
        {RVT_TREE_SINGLE, 0, RVT_OK},
        {RVT_TREE_SINGLE, 1, RVT_ERR_PARAMETER},
        {RVT_TREE_FRAMES, 0, RVT_ERR_PARAMETER},
        {RVT_TREE_FRAMES, 1, RVT_OK},
        {RVT_TREE_FRAMES, 0x6f, RVT_OK},
        {RVT_TREE_FRAMES, 0x70, RVT_ERR_PARAMETER},
        {RVT_TREE_FRAME_STREAM, 0x7d, RVT_ERR_PARAMETER},
    };
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = small_program(configuration);

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct seen seen;
        struct rvt_tree *tree = open_tree(&seen, table[i].framing, RVT_LOG_INFO);
        struct rvt_tree_hart hart;
        struct rvt_tree_software software;
        struct rvt_diagnosis why;

        RVT_CLEAR(&hart);
        hart.carrier_id = table[i].carrier_id;
        hart.id = 1;
        hart.configuration = configuration;
        hart.program = program;
        RVT_CLEAR(&software);
        software.carrier_id = table[i].carrier_id;
        software.id = 2;
        RVT_CLEAR(&why);
        cr_expect_eq(rvt_tree_attach_hart(tree, &hart, &why), table[i].status, "%zu", i);
        cr_expect(table[i].status == RVT_OK || strcmp(why.field, "carrier_id") == 0);
        cr_expect_eq(rvt_tree_attach_software(tree, &software, &why), table[i].status, "%zu", i);
        hart.id = 2;
        cr_expect_eq(rvt_tree_attach_hart(tree, &hart, &why), RVT_ERR_PARAMETER);
        rvt_tree_close(tree);
    }
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* Monitors see each frame and each packet; the library fills their structures. */
/* Frames and STP show where their data begins. */
Test(tree, only_bytes_without_a_carrier_begin_in_a_packet)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = small_program(configuration);

    for (unsigned i = 0; i < 4; i++) {
        struct seen seen;
        bool framed = i % 2 > 0, tunnelled = i / 2 > 0;
        struct rvt_tree *tree =
            open_tree(&seen, framed ? RVT_TREE_FRAMES : RVT_TREE_SINGLE, RVT_LOG_INFO);
        struct rvt_tree_hart hart;
        struct rvt_diagnosis why;

        RVT_CLEAR(&hart);
        hart.carrier_id = framed;
        hart.configuration = configuration;
        hart.program = program;
        hart.tunnelled = tunnelled;
        hart.mid_packet = true;
        RVT_CLEAR(&why);
        cr_expect_eq(rvt_tree_attach_hart(tree, &hart, &why), i == 0 ? RVT_OK : RVT_ERR_PARAMETER);
        cr_expect(i == 0 || strcmp(why.field, "mid_packet") == 0);
        rvt_tree_close(tree);
    }
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

Test(tree, decodes_a_hart_in_frames)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = small_program(configuration);
    struct rvt_frame_sender *sender = NULL;
    uint8_t bytes[RVT_ENCAP_BYTES];
    struct frames frames = {.bytes = 0};
    struct seen seen;
    struct rvt_tree *tree = open_tree(&seen, RVT_TREE_FRAMES, RVT_LOG_INFO);
    struct rvt_tree_hart hart;
    struct rvt_tree_counts counts;
    size_t count, used = 0;

    RVT_CLEAR(&hart);
    hart.carrier_id = 5;
    hart.id = 5;
    hart.configuration = configuration;
    hart.program = program;
    cr_assert_eq(rvt_tree_attach_hart(tree, &hart, NULL), RVT_OK);
    count = write_sync(configuration, bytes);
    cr_assert_eq(rvt_frame_sender_open(NULL, take_bytes, &frames, &sender), RVT_OK);
    cr_assert_eq(rvt_frame_sender_write(sender, 5, bytes, count), RVT_OK);
    rvt_frame_sender_flush(sender);
    rvt_frame_sender_close(sender);
    cr_assert_eq(frames.bytes, 16);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 0x100, frames.byte, 16, &used), RVT_RESP_CONT);
    cr_expect_eq(used, 16);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 0x110, frames.byte, 5, &used), RVT_RESP_CONT);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_expect_str_eq(seen.kinds, "frame incomplete ");
    cr_expect(seen.packets >= 1 && seen.te_inst && !seen.stp);
    cr_assert_geq(seen.elements, 4);
    cr_expect_eq(seen.element[2].kind, RVT_ELEMENT_PE_CONTEXT);
    cr_expect_eq(seen.element[3].kind, RVT_ELEMENT_INSTR_RANGE);
    cr_expect(seen.element[3].id == 5 && seen.element[3].index == 0x101);
    cr_expect_eq(seen.element[3].range.start, 0x1000);
    cr_expect(seen.entries > 0 && !seen.entry.has_id && strstr(seen.text, "FRM-") != NULL);
    RVT_CLEAR(&counts);
    cr_assert_eq(rvt_tree_count(tree, &counts), RVT_OK);
    cr_expect(counts.bytes == 21 && counts.elements == seen.elements && counts.skipped == 0);
    rvt_tree_close(tree);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

/* A trigger in STP: ASYNC, VERSION 3, TRIG. Bytes before it break a rule. */
static void decode_stp(struct seen *seen, enum rvt_log_severity verbosity)
{
    static const uint8_t stp[] = {0x11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0x0f, 0x0f, 0x30, 0x0f, 0x46, 0x02};
    struct rvt_tree *tree = open_tree(seen, RVT_TREE_SINGLE, verbosity);
    struct rvt_tree_software software;

    RVT_CLEAR(&software);
    software.id = 5;
    cr_assert_eq(rvt_tree_attach_software(tree, &software, NULL), RVT_OK);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, stp, sizeof stp, NULL), RVT_RESP_CONT);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    rvt_tree_close(tree);
}

Test(tree, logs_up_to_its_verbosity)
{
    struct seen seen;

    decode_stp(&seen, RVT_LOG_INFO);
    cr_expect(seen.stp && !seen.te_inst && seen.packets >= 3);
    cr_assert_geq(seen.elements, 3);
    cr_expect_eq(seen.element[2].kind, RVT_ELEMENT_EVENT);
    cr_expect_eq(seen.element[2].event.type, RVT_ELEMENT_EVENT_TRIGGER);
    cr_expect_eq(seen.entries, 2, "an error, and NULL packets");
    cr_expect(seen.entry.has_id && seen.entry.id == 5 && seen.entry.code == RVT_ERR_SEQUENCE);
    cr_expect_eq(seen.entry.severity, RVT_LOG_ERROR);
    cr_expect(strstr(seen.text, "STP-001") != NULL, "%s", seen.text);
    decode_stp(&seen, RVT_LOG_ERROR);
    cr_expect_eq(seen.entries, 1);
    cr_expect(strstr(seen.text, "STP-001") != NULL, "%s", seen.text);
}

Test(tree, logs_why_it_is_fatal)
{
    static const uint8_t byte[] = {0};
    struct seen seen;
    struct rvt_tree *tree = open_tree(&seen, RVT_TREE_SINGLE, RVT_LOG_ERROR);

    cr_expect_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 7, byte, 1, NULL), RVT_RESP_FATAL);
    cr_assert_eq(seen.entries, 1);
    cr_expect(seen.entry.severity == RVT_LOG_ERROR && seen.entry.code == RVT_ERR_SEQUENCE &&
              seen.entry.index == 7 && !seen.entry.has_id);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_RESET, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_expect_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, byte, 1, NULL), RVT_RESP_CONT);
    rvt_tree_close(tree);
}

/* A tree with two sources of software, whose log is off. */
static struct rvt_tree *open_silent(struct seen *seen)
{
    struct rvt_tree_software software;
    struct rvt_tree_options options;
    struct rvt_tree *tree = NULL;

    *seen = (struct seen){.elements = 0};
    RVT_CLEAR(&options);
    options.framing = RVT_TREE_FRAMES;
    options.context = seen;
    options.element = take_element;
    cr_assert_eq(rvt_tree_open(&options, &tree), RVT_OK);
    RVT_CLEAR(&software);
    for (unsigned id = 8; id <= 9; id++) {
        software.carrier_id = software.id = id;
        cr_assert_eq(rvt_tree_attach_software(tree, &software, NULL), RVT_OK);
    }
    return tree;
}

Test(tree, keeps_the_latest_errors_without_a_log)
{
    /* Of ID 9: ASYNC, and a timestamp before VERSION. */
    static const uint8_t frame[16] = {0x13, 0xff, 0xfe, 0xff, 0xfe, 0xff, 0xfe, 0xff,
                                      0xfe, 0xff, 0xfe, 0x0f, 0x00, 0xcf, 0x0e, 0x3e};
    struct rvt_log_entry entry;
    struct seen seen;
    struct rvt_tree *tree = open_silent(&seen);
    size_t used;

    RVT_CLEAR(&entry);
    cr_expect_eq(rvt_tree_last_error(tree, &entry), RVT_ERR_PARAMETER, "none yet");
    cr_expect_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_ERR_PARAMETER, "none yet");
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, frame, 16, &used), RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_OK);
    cr_expect(entry.has_id && entry.id == 9 && entry.severity == RVT_LOG_ERROR);
    cr_expect(strstr(entry.text, "STP-") != NULL, "%s", entry.text);
    cr_expect_eq(rvt_tree_last_error_of(tree, 8, &entry), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_last_error_of(tree, 10, &entry), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_DATA, 77, frame, 16, &used), RVT_RESP_FATAL);
    cr_assert_eq(rvt_tree_last_error(tree, &entry), RVT_OK);
    cr_expect(entry.code == RVT_ERR_SEQUENCE && entry.index == 77 && !entry.has_id);
    cr_expect_str_eq(entry.text, "this operation is not possible now");
    cr_assert_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_OK, "that of the source stays");
    cr_expect_eq(entry.id, 9);
    cr_expect_eq(rvt_tree_last_error(NULL, &entry), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_last_error_of(NULL, 9, &entry), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_tree_last_error(tree, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_RESET, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_expect_eq(rvt_tree_last_error(tree, &entry), RVT_ERR_PARAMETER, "a reset forgets");
    cr_expect_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_ERR_PARAMETER, "a reset forgets");
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_DATA, 0, frame, 16, &used), RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_detach(tree, 8), RVT_OK);
    cr_expect_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_OK, "it has moved");
    cr_assert_eq(rvt_tree_detach(tree, 9), RVT_OK);
    cr_expect_eq(rvt_tree_last_error_of(tree, 9, &entry), RVT_ERR_PARAMETER);
    rvt_tree_close(tree);
}

Test(tree, keeps_the_fault_of_a_packet)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_program *program = small_program(configuration);
    static const uint8_t reserved[] = {0x01, 0xff}; /* te_inst that no format has */
    struct rvt_encap_packet packet;
    struct rvt_tree_hart hart;
    struct rvt_log_entry entry;
    struct seen seen;
    uint8_t bytes[RVT_ENCAP_BYTES];
    size_t count, used;

    RVT_CLEAR(&packet);
    RVT_CLEAR(&hart);
    RVT_CLEAR(&entry);
    memcpy(packet.payload, reserved, sizeof reserved);
    packet.payload_bytes = sizeof reserved;
    cr_assert_eq(rvt_encap_packet_write(configuration, &packet, bytes, sizeof bytes, &count, NULL),
                 RVT_OK);
    struct rvt_tree *tree = open_tree(&seen, RVT_TREE_SINGLE, RVT_LOG_INFO);
    hart.id = 5;
    hart.configuration = configuration;
    hart.program = program;
    cr_assert_eq(rvt_tree_attach_hart(tree, &hart, NULL), RVT_OK);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_DATA, 40, bytes, count, &used), RVT_RESP_CONT);
    cr_assert_eq(rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL), RVT_RESP_CONT);
    cr_expect_eq(seen.entries, 0, "an element, and no entry");
    cr_assert_eq(rvt_tree_last_error_of(tree, 5, &entry), RVT_OK);
    cr_expect(entry.has_id && entry.id == 5 && entry.index == 40 && entry.code != RVT_OK);
    cr_expect_gt(strlen(entry.text), 5);
    rvt_tree_close(tree);
    rvt_program_free(program);
    rvt_configuration_free(configuration);
}

Test(tree, refuses_elements_that_are_incomplete)
{
    static const uint8_t payload[] = {1};
    struct rvt_element element;
    struct rvt_diagnosis diagnosis;
    char text[200];

    RVT_CLEAR(&element);
    RVT_CLEAR(&diagnosis);
    cr_expect_eq(rvt_element_format(NULL, text, sizeof text), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_element_format(&element, NULL, sizeof text), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_element_format(&element, text, 0), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_OK);
    cr_expect_str_eq(text, "id=0 index=0x0 NO_SYNC reason=start");
    cr_expect_eq(rvt_element_format(&element, text, 5), RVT_OK);
    cr_expect_str_eq(text, "id=0");
    element.loss.reason = (enum rvt_element_loss)5;
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_ERR_PARAMETER);
    element.kind = RVT_ELEMENT_TRACE_ON;
    element.trace_on.reason = (enum rvt_element_trace_on)3;
    cr_expect_eq(rvt_element_format_json(&element, text, sizeof text), RVT_ERR_PARAMETER);
    element.kind = (enum rvt_element_kind)RVT_ELEMENT_KINDS;
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_ERR_PARAMETER);
    element.kind = RVT_ELEMENT_UNKNOWN;
    element.unknown.diagnosis = NULL;
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_ERR_PARAMETER);
    element.unknown.diagnosis = &diagnosis;
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_OK);
    element.kind = RVT_ELEMENT_SWTRACE;
    memset(&element.swtrace, 0, sizeof element.swtrace);
    cr_expect_eq(rvt_element_format_json(&element, text, sizeof text), RVT_OK);
    element.swtrace.bytes = 1;
    cr_expect_eq(rvt_element_format_json(&element, text, sizeof text), RVT_ERR_PARAMETER);
    element.swtrace.payload = payload;
    cr_expect_eq(rvt_element_format_json(&element, text, sizeof text), RVT_OK);
    element.kind = RVT_ELEMENT_INSTR_RANGE;
    memset(&element.range, 0, sizeof element.range);
    element.range.last_class = (enum rvt_insn_class)7;
    cr_expect_eq(rvt_element_format(&element, text, sizeof text), RVT_ERR_PARAMETER);
    cr_expect_str_eq(rvt_element_name(RVT_ELEMENT_CUSTOM), "CUSTOM");
    cr_expect_null(rvt_element_name((enum rvt_element_kind)RVT_ELEMENT_KINDS));
}

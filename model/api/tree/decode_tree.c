/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/tree/decode_tree.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/hart_program.h"
#include "api/stp_element.h"
#include "api/structure.h"
#include "api/trace_packet.h"
#include "element/element_text.h"

/* ---- what the tree reports ---- */

/* A packet that cannot be decoded is an error of its source. It is not logged: the sink has it. */
static void keep_fault(struct rvt_tree *tree, const struct rvt_element *element)
{
    char text[RVT_LOG_TEXT_BYTES];

    rvt_diagnosis_format(element->unknown.diagnosis, text, sizeof text);
    const struct rvt_log_entry entry = {.size = sizeof entry,
                                        .severity = RVT_LOG_ERROR,
                                        .code = element->unknown.diagnosis->status,
                                        .index = element->index,
                                        .has_id = true,
                                        .id = element->id,
                                        .text = text};
    rvt_last_errors_keep(&tree->errors, &entry);
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct rvt_tree *tree = context;

    if (element->kind == RVT_ELEMENT_UNKNOWN)
        keep_fault(tree, element);
    return tree->options.element(tree->options.context, element);
}

static void take_hart_packet(void *context, unsigned id, uint64_t index,
                             const struct rvt_payload *payload, const struct rvt_packet *te_inst,
                             const struct rvt_data_packet *te_data)
{
    const struct rvt_tree *tree = context;
    struct rvt_te_inst inst;
    struct rvt_te_data data;
    struct rvt_monitored_packet made = {.size = sizeof made,
                                        .id = id,
                                        .index = index,
                                        .payload = payload->byte,
                                        .bytes = payload->bytes};

    if (te_inst != NULL) {
        inst = rvt_te_inst_of(te_inst);
        made.te_inst = &inst;
    }
    if (te_data != NULL) {
        data = rvt_te_data_of(te_data);
        made.te_data = &data;
    }
    tree->options.packet(tree->options.context, &made);
}

static void take_stp_packet(void *context, unsigned id, uint64_t index,
                            const struct rvt_stp_event *event)
{
    const struct rvt_tree *tree = context;
    const struct rvt_stp_element element = rvt_stp_element_of(event);
    const struct rvt_monitored_packet made = {
        .size = sizeof made, .id = id, .index = index, .stp = &element};

    tree->options.packet(tree->options.context, &made);
}

static void take_frame(void *context, const struct rvt_frame_event *event)
{
    static const char *const kinds[] = {
        [RVT_FRAME_EVENT_FRAME] = "frame",  [RVT_FRAME_EVENT_FSYNC] = "fsync",
        [RVT_FRAME_EVENT_HSYNC] = "hsync",  [RVT_FRAME_EVENT_CUT] = "incomplete",
        [RVT_FRAME_EVENT_SKIP] = "skipped",
    };
    const struct rvt_tree *tree = context;
    const struct rvt_raw_frame made = {.size = sizeof made,
                                       .index = event->position,
                                       .data = event->data,
                                       .bytes = event->bytes,
                                       .kind = kinds[event->kind]};

    tree->options.raw_frame(tree->options.context, &made);
}

static void log_entry(struct rvt_tree *tree, const struct rvt_log_entry *entry)
{
    if (entry->severity == RVT_LOG_ERROR)
        rvt_last_errors_keep(&tree->errors, entry);
    if (tree->options.log != NULL && entry->severity <= tree->options.verbosity)
        tree->options.log(tree->options.context, entry);
}

static void take_finding(void *context, bool has_id, unsigned id, const struct rvt_finding *finding)
{
    struct rvt_tree *tree = context;
    enum rvt_severity severity = rvt_rule_text(finding->rule)->severity;
    char text[RVT_LOG_TEXT_BYTES];

    rvt_finding_format(finding, text, sizeof text);
    const struct rvt_log_entry entry = {.size = sizeof entry,
                                        .severity = severity == RVT_SEVERITY_ERROR ? RVT_LOG_ERROR
                                                    : severity == RVT_SEVERITY_WARNING
                                                        ? RVT_LOG_WARNING
                                                        : RVT_LOG_INFO,
                                        .code = RVT_ERR_SEQUENCE,
                                        .index = finding->byte,
                                        .has_id = has_id,
                                        .id = id,
                                        .text = text};
    log_entry(tree, &entry);
}

/* ---- the interface ---- */

enum rvt_status rvt_tree_open(const struct rvt_tree_options *options, struct rvt_tree **tree)
{
    struct rvt_tree_options known;

    if (rvt_structure_take(&known, sizeof known, options) != RVT_OK || tree == NULL ||
        known.element == NULL || (unsigned)known.framing > RVT_TREE_FRAME_STREAM)
        return RVT_ERR_PARAMETER;
    struct rvt_tree *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->options = known;
    const struct rvt_decode_tree_options inner = {
        .framing = known.framing,
        .context = made,
        .element = take_element,
        .hart_packet = known.packet != NULL ? take_hart_packet : NULL,
        .stp_packet = known.packet != NULL ? take_stp_packet : NULL,
        .raw_frame = known.raw_frame != NULL ? take_frame : NULL,
        .finding = take_finding};
    if (rvt_decode_tree_open(&inner, &made->tree) != RVT_OK) {
        free(made);
        return RVT_ERR_MEMORY;
    }
    *tree = made;
    return RVT_OK;
}

void rvt_tree_close(struct rvt_tree *tree)
{
    if (tree == NULL)
        return;
    rvt_decode_tree_close(tree->tree);
    for (size_t i = 0; i < tree->programs; i++)
        rvt_program_free(tree->program[i]);
    free(tree->program);
    free(tree->capture);
    rvt_last_errors_fini(&tree->errors);
    free(tree);
}

/* Checks where a source is to be. */
static enum rvt_status check_source(const struct rvt_tree *tree,
                                    const struct rvt_decode_tree_source *source,
                                    struct rvt_diagnosis *diagnosis)
{
    bool framed = tree->options.framing != RVT_TREE_SINGLE;
    bool good = framed ? source->carrier_id >= 1 && source->carrier_id <= RVT_FRAME_ID_SOURCE_MAX
                       : source->carrier_id == 0;

    return good ? RVT_OK
                : rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, "carrier_id",
                                       framed ? "the ID of a source in frames is 0x01 to 0x6f"
                                              : "without frames, the ID of the carrier is 0");
}

/* Attaches a decoder of a hart, or, if hart is null, of software. */
static enum rvt_status attach(struct rvt_tree *tree, const struct rvt_decode_tree_source *source,
                              const struct rvt_hart_elements_options *hart,
                              const struct rvt_software_elements_options *software,
                              struct rvt_diagnosis *diagnosis)
{
    enum rvt_status status = check_source(tree, source, diagnosis);

    if (status != RVT_OK)
        return status;
    status = rvt_last_errors_reserve(&tree->errors);
    if (status == RVT_OK)
        status = hart != NULL ? rvt_decode_tree_attach_hart(tree->tree, source, hart)
                              : rvt_decode_tree_attach_software(tree->tree, source, software);
    if (status != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, status, "id",
                                    status == RVT_ERR_PARAMETER
                                        ? "this ID has a decoder, or bytes were processed already"
                                        : "out of memory");
    rvt_last_errors_add(&tree->errors, source->id);
    return rvt_diagnosis_set(diagnosis, NULL, RVT_OK);
}

enum rvt_status rvt_tree_attach_hart(struct rvt_tree *tree, const struct rvt_tree_hart *hart,
                                     struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_hart known;

    if (tree == NULL || rvt_structure_take(&known, sizeof known, hart) != RVT_OK ||
        known.program == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    if (known.mid_packet && (known.tunnelled || tree->options.framing != RVT_TREE_SINGLE))
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, "mid_packet",
                                    "only bytes without a carrier may begin in a packet");
    enum rvt_status status = rvt_configuration_usable(known.configuration, diagnosis);
    if (status != RVT_OK)
        return status;
    const struct rvt_decode_tree_source source = {.carrier_id = known.carrier_id, .id = known.id};
    const struct rvt_hart_elements_options options = {.config = &known.configuration->config,
                                                      .image = known.program->image,
                                                      .mid_packet = known.mid_packet,
                                                      .tunnelled = known.tunnelled,
                                                      .step_limit = known.step_limit};
    return attach(tree, &source, &options, NULL, diagnosis);
}

enum rvt_status rvt_tree_attach_software(struct rvt_tree *tree,
                                         const struct rvt_tree_software *software,
                                         struct rvt_diagnosis *diagnosis)
{
    struct rvt_tree_software known;
    struct rvt_software_elements_options options = {.messages = false};

    if (tree == NULL || rvt_structure_take(&known, sizeof known, software) != RVT_OK ||
        rvt_stp_options_take(&options.stp, known.stp) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    const struct rvt_decode_tree_source source = {.carrier_id = known.carrier_id, .id = known.id};
    options.messages = known.messages;
    return attach(tree, &source, NULL, &options, diagnosis);
}

enum rvt_status rvt_tree_detach(struct rvt_tree *tree, unsigned id)
{
    enum rvt_status status =
        tree == NULL ? RVT_ERR_PARAMETER : rvt_decode_tree_detach(tree->tree, id);

    if (status == RVT_OK)
        rvt_last_errors_remove(&tree->errors, id);
    return status;
}

enum rvt_response rvt_tree_process(struct rvt_tree *tree, enum rvt_operation operation,
                                   uint64_t index, const uint8_t *data, size_t bytes, size_t *used)
{
    enum rvt_status status = RVT_OK;

    if (tree == NULL || (operation == RVT_OP_DATA && data == NULL && bytes > 0))
        return RVT_RESP_FATAL;
    enum rvt_response response =
        rvt_decode_tree_process(tree->tree, operation, index, data, bytes, used, &status);
    const struct rvt_log_entry entry = {.size = sizeof entry,
                                        .severity = RVT_LOG_ERROR,
                                        .code = status,
                                        .index = index,
                                        .text = status == RVT_ERR_SEQUENCE
                                                    ? "this operation is not possible now"
                                                    : rvt_status_name(status)};

    if (operation == RVT_OP_RESET)
        rvt_last_errors_clear(&tree->errors);
    if (response == RVT_RESP_FATAL)
        log_entry(tree, &entry);
    return response;
}

/* Hands out an error; null: there is no place for it. */
static enum rvt_status give_error(const struct rvt_last_error *error, struct rvt_log_entry *entry)
{
    if (error == NULL || error->entry.size == 0)
        return RVT_ERR_PARAMETER;
    struct rvt_log_entry known = error->entry;
    known.text = error->text;
    return rvt_structure_give(entry, &known, sizeof known);
}

enum rvt_status rvt_tree_last_error(const struct rvt_tree *tree, struct rvt_log_entry *entry)
{
    return give_error(tree != NULL ? &tree->errors.tree : NULL, entry);
}

enum rvt_status rvt_tree_last_error_of(const struct rvt_tree *tree, unsigned id,
                                       struct rvt_log_entry *entry)
{
    return give_error(tree != NULL ? rvt_last_errors_of(&tree->errors, id) : NULL, entry);
}

enum rvt_status rvt_tree_count(const struct rvt_tree *tree, struct rvt_tree_counts *counts)
{
    struct rvt_tree_counts made = {.size = sizeof made};

    if (tree == NULL)
        return RVT_ERR_PARAMETER;
    rvt_decode_tree_counts(tree->tree, &made.bytes, &made.elements, &made.skipped);
    return rvt_structure_give(counts, &made, sizeof made);
}

/* ---- elements ---- */

const char *rvt_element_name(enum rvt_element_kind kind)
{
    return rvt_element_kind_name(kind);
}

/* True if the members have values that a name exists for, and point to what they should. The
 * element may be of the program's own. */
static bool is_complete(const struct rvt_element *element)
{
    enum rvt_element_kind kind = element->kind;

    if (kind == RVT_ELEMENT_NO_SYNC)
        return (unsigned)element->loss.reason <= RVT_ELEMENT_LOSS_FAULT;
    if (kind == RVT_ELEMENT_TRACE_ON)
        return (unsigned)element->trace_on.reason <= RVT_ELEMENT_TRACE_ON_RESTART;
    if (kind == RVT_ELEMENT_INSTR_RANGE)
        return (unsigned)element->range.last_class <= RVT_INSN_CLASS_UNKNOWN;
    if (kind == RVT_ELEMENT_UNKNOWN)
        return element->unknown.diagnosis != NULL;
    if (kind == RVT_ELEMENT_SWTRACE)
        return element->swtrace.payload != NULL || element->swtrace.bytes == 0;
    return rvt_element_kind_name(kind) != NULL;
}

/* Writes an element in one of the two forms. */
static enum rvt_status format(const struct rvt_element *element, char *text, size_t capacity,
                              void (*write)(const struct rvt_element *, struct rvt_text *))
{
    struct rvt_element known;
    struct rvt_text line;

    if (rvt_structure_take(&known, sizeof known, element) != RVT_OK || text == NULL ||
        capacity == 0 || !is_complete(&known))
        return RVT_ERR_PARAMETER;
    rvt_text_init(&line, text, capacity);
    write(&known, &line);
    return RVT_OK;
}

enum rvt_status rvt_element_format(const struct rvt_element *element, char *text, size_t capacity)
{
    return format(element, text, capacity, rvt_element_text);
}

enum rvt_status rvt_element_format_json(const struct rvt_element *element, char *text,
                                        size_t capacity)
{
    return format(element, text, capacity, rvt_element_json);
}

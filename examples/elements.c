/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* elements CONFIG ELF STREAM: STP that carries the packets of a hart, to generic trace elements.
 * The sink pauses the tree where the position is known. */
#include <rvt/rvt.h>
#include <stdio.h>

struct report {
    struct rvt_tree *tree;
    unsigned faults, pauses;
};

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct report *report = (struct report *)context;
    char line[512];

    if (element->kind == RVT_ELEMENT_UNKNOWN || element->kind == RVT_ELEMENT_ADDR_NACC)
        report->faults++;
    if (rvt_element_format(element, line, sizeof line) != RVT_OK || puts(line) < 0)
        return RVT_RESP_FATAL;
    report->pauses += element->kind == RVT_ELEMENT_TRACE_ON;
    return element->kind == RVT_ELEMENT_TRACE_ON ? RVT_RESP_WAIT : RVT_RESP_CONT;
}

static void take_log(void *context, const struct rvt_log_entry *entry)
{
    ((struct report *)context)->faults++;
    printf("log: %s\n", entry->text);
}

static enum rvt_status open_tree(struct report *report, const struct rvt_configuration *config,
                                 struct rvt_program *program, struct rvt_diagnosis *why)
{
    struct rvt_tree_options options;
    struct rvt_tree_hart hart;

    RVT_CLEAR(&options);
    options.framing = RVT_TREE_SINGLE;
    options.context = report;
    options.element = take_element;
    options.log = take_log;
    options.verbosity = RVT_LOG_WARNING;
    enum rvt_status status = rvt_tree_open(&options, &report->tree);
    if (status != RVT_OK)
        return status;
    RVT_CLEAR(&hart);
    hart.tunnelled = true;
    hart.id = 1;
    hart.configuration = config;
    hart.program = program;
    return rvt_tree_attach_hart(report->tree, &hart, why);
}

/* Goes on after each pause of the sink. */
static enum rvt_response flush(struct rvt_tree *tree, enum rvt_response response)
{
    while (response == RVT_RESP_WAIT)
        response = rvt_tree_process(tree, RVT_OP_FLUSH, 0, NULL, 0, NULL);
    return response;
}

static enum rvt_status process(struct rvt_tree *tree, struct rvt_source *source,
                               struct rvt_diagnosis *why)
{
    const uint8_t *data = NULL;
    size_t bytes = 0, used = 0;
    enum rvt_response response = RVT_RESP_CONT;
    enum rvt_status status = rvt_source_show(source, &data, &bytes, why);

    while (status == RVT_OK && response == RVT_RESP_CONT && bytes > 0) {
        response = flush(tree, rvt_tree_process(tree, RVT_OP_DATA, rvt_source_index(source), data,
                                                bytes, &used));
        rvt_source_skip(source, used);
        status = rvt_source_show(source, &data, &bytes, why);
    }
    if (status == RVT_OK && response == RVT_RESP_CONT)
        response = flush(tree, rvt_tree_process(tree, RVT_OP_EOT, 0, NULL, 0, NULL));
    return status == RVT_OK && response != RVT_RESP_CONT ? RVT_ERR_SINK : status;
}

int main(int argc, char **argv)
{
    struct rvt_configuration *config = NULL;
    struct rvt_program *program = NULL;
    struct rvt_source *source = NULL;
    struct report report = {NULL, 0, 0};
    struct rvt_diagnosis why;
    char text[256];

    RVT_CLEAR(&why);
    if (argc != 4)
        return 2;
    enum rvt_status status = rvt_configuration_load(argv[1], &config, &why);
    if (status == RVT_OK)
        status = rvt_program_new(config, false, &program);
    if (status == RVT_OK)
        status = rvt_program_add_elf(program, argv[2], &why);
    if (status == RVT_OK)
        status = rvt_source_open(argv[3], &source, &why);
    if (status == RVT_OK)
        status = open_tree(&report, config, program, &why);
    if (status == RVT_OK)
        status = process(report.tree, source, &why);
    rvt_diagnosis_format(&why, text, sizeof text);
    if (status != RVT_OK)
        fprintf(stderr, "elements: %s\n", text);
    printf("%u pauses\n", report.pauses);
    rvt_tree_close(report.tree);
    rvt_source_close(source);
    rvt_program_free(program);
    rvt_configuration_free(config);
    return status == RVT_OK && report.faults == 0 ? 0 : 1;
}

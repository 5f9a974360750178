/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs of cores of any bytes, in every format: no fault of the reader; each line that is refused is
 * explained by line and rule; each row that comes out obeys the rules of the port, and cycles
 * increase.
 */
#include <string.h>

#include "cores/continuity.h"
#include "cores/core_log.h"
#include "cores/step_rows.h"
#include "ingress/draft_ingress.h"
#include "tests/fuzz/fuzz.h"

enum { CODE_BYTES = 64 };
#define CODE_BASE UINT64_C(0x80000000)

struct result {
    const struct rvt_config *config;
    uint64_t rows, cycle;
};

static enum rvt_status on_row(void *context, const struct rvt_row *row, struct rvt_diag *diag)
{
    struct result *result = context;

    (void)diag;
    FUZZ_EXPECT(rvt_profile_row_check(result->config, row, NULL) == RVT_OK);
    FUZZ_EXPECT(result->rows == 0 || row->cycle > result->cycle);
    result->rows++;
    result->cycle = row->cycle;
    return RVT_OK;
}

/* Reads the input line by line; the format puts its usual start before the first. */
static enum rvt_status read_log(struct rvt_core_log *log, struct fuzz_input *input,
                                struct rvt_diag *diag)
{
    static const char *const head[RVT_CORE_FORMATS] = {
        [RVT_CORE_CSV] = "VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT,CYCLE,LOST",
        [RVT_CORE_RVFI] = "order,insn,trap,intr,mode,pc_rdata,pc_wdata,csr_mcause_rdata,cycle",
        [RVT_CORE_ITI] = "itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0",
    };
    enum rvt_status status = RVT_OK;

    if (head[log->format] && fuzz_byte(input) & 1)
        status = rvt_core_log_line(log, head[log->format], strlen(head[log->format]), diag);
    while (status == RVT_OK && input->left) {
        const uint8_t *newline = memchr(input->data, '\n', input->left);
        size_t length = newline ? (size_t)(newline - input->data) : input->left;
        char *line = malloc(length + 1); /* of its own, so that a read past the end is seen */
        FUZZ_EXPECT(line != NULL);
        memcpy(line, input->data, length);
        status = rvt_core_log_line(log, line, length, diag);
        free(line);
        input->data += length + (newline != NULL);
        input->left -= length + (newline != NULL);
    }
    return status == RVT_OK ? rvt_core_log_end(log, diag) : status;
}

/* One log; image may be empty. */
static void run(struct fuzz_input *input, const struct rvt_config *config, struct rvt_image *image)
{
    struct result result = {.config = config};
    const struct rvt_core_log_options options = {
        .format = (enum rvt_core_format)(fuzz_byte(input) % RVT_CORE_FORMATS),
        .dialect = (enum rvt_retirement_dialect)(fuzz_byte(input) % RVT_RETIREMENT_DIALECTS),
        .image = image};
    uint8_t known = fuzz_byte(input);
    const struct rvt_step_defaults defaults = {
        .privilege_known = known & 1, .cause_known = known & 2, .privilege = 3, .cause = 2};
    struct rvt_continuity *continuity = NULL;
    struct rvt_step_rows rows;
    struct rvt_core_log log;
    struct rvt_diag diag;
    bool cut = false;

    rvt_diag_clear(&diag);
    rvt_step_rows_init(&rows, config, on_row, &result);
    FUZZ_EXPECT(rvt_continuity_open(config, image, &defaults, rvt_step_rows_put, &rows,
                                    &continuity) == RVT_OK);
    rvt_core_log_init(&log, &options, rvt_continuity_put, continuity);
    enum rvt_status status = read_log(&log, input, &diag);
    if (status == RVT_OK)
        status = rvt_continuity_end(continuity, &cut, &diag);
    if (status != RVT_OK) {
        fuzz_explained(status, &diag);
        FUZZ_EXPECT(diag.position <= log.lines);
    }
    rvt_continuity_close(continuity);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {.data = data, .left = size};
    struct rvt_config config;
    struct rvt_image *image = NULL;
    uint8_t code[CODE_BYTES];

    fuzz_config(&input, &config);
    for (size_t i = 0; i < sizeof(code); i++)
        code[i] = fuzz_byte(&input);
    FUZZ_EXPECT(rvt_image_open(config.params.iaddress_width_p > 32 ? 64 : 32, false, &image) ==
                RVT_OK);
    FUZZ_EXPECT(rvt_image_add(image, CODE_BASE, code, sizeof(code)) == RVT_OK);
    run(&input, &config, image);
    rvt_image_close(image);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/tip.h>

#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/ingress_row.h"
#include "ingress/draft_ingress.h"
#include "io/tip/tip_file.h"

struct rvt_tip_file {
    struct rvt_config config;
    struct rvt_tip_reader *reader; /* one of the two is null */
    struct rvt_tip_writer *writer;
    struct rvt_ingress_view view;
};

enum rvt_status rvt_tip_check(const struct rvt_configuration *configuration,
                              const struct rvt_tip_row *row, struct rvt_diagnosis *diagnosis)
{
    struct rvt_ingress_row taken;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || rvt_ingress_row_take(&taken, row) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a row of the wrong size");
    enum rvt_status status = rvt_profile_row_check(&configuration->config, &taken.row, &diag);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

/* A file that is not open yet; null, with the reason in diagnosis: there can be none. */
static struct rvt_tip_file *make(const struct rvt_configuration *configuration, const char *path,
                                 struct rvt_tip_file **file, struct rvt_diagnosis *diagnosis,
                                 enum rvt_status *status)
{
    struct rvt_tip_file *made = NULL;

    *status = rvt_configuration_usable(configuration, diagnosis);
    if (*status != RVT_OK)
        return NULL;
    if (path == NULL || file == NULL) {
        *status = rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
        return NULL;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL)
        *status = rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    else
        made->config = configuration->config;
    return made;
}

enum rvt_status rvt_tip_file_open(const char *path, const struct rvt_configuration *configuration,
                                  struct rvt_tip_file **file, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;
    struct rvt_tip_file *made = make(configuration, path, file, diagnosis, &status);

    if (made == NULL)
        return status;
    status = rvt_tip_open(path, &made->config, &made->reader, &diag);
    if (status != RVT_OK)
        free(made);
    else
        *file = made;
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_tip_file_create(const char *path, const struct rvt_configuration *configuration,
                                    struct rvt_tip_file **file, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;
    struct rvt_tip_file *made = make(configuration, path, file, diagnosis, &status);

    if (made == NULL)
        return status;
    status = rvt_tip_create(path, &made->config, rvt_tip_form(path), &made->writer, &diag);
    if (status != RVT_OK)
        free(made);
    else
        *file = made;
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_tip_file_read(struct rvt_tip_file *file, struct rvt_tip_row *row, bool *end,
                                  struct rvt_diagnosis *diagnosis)
{
    struct rvt_row read = {0};
    struct rvt_diag diag = {.status = RVT_OK};

    if (file == NULL || file->reader == NULL || row == NULL || end == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "the file is not open for reading");
    enum rvt_status status = rvt_tip_read(file->reader, &read, end, &diag);
    if (status == RVT_OK && !*end)
        status = rvt_ingress_row_give(row, &file->view, &read);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_tip_file_write(struct rvt_tip_file *file, const struct rvt_tip_row *row,
                                   struct rvt_diagnosis *diagnosis)
{
    struct rvt_ingress_row taken;
    struct rvt_diag diag = {.status = RVT_OK};

    if (file == NULL || file->writer == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "the file is not open for writing");
    if (rvt_ingress_row_take(&taken, row) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a row of the wrong size");
    return rvt_diagnosis_set(diagnosis, &diag, rvt_tip_write(file->writer, &taken.row, &diag));
}

enum rvt_status rvt_tip_file_close(struct rvt_tip_file *file, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;

    if (file != NULL) {
        rvt_tip_close(file->reader);
        status = rvt_tip_finish(file->writer, &diag);
        free(file);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

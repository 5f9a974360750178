/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/vectors_make.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rvt/version.h>

#include "base/config_keys.h"
#include "golden/vector_text.h"
#include "io/config_yaml.h"
#include "io/bytes/file.h"
#include "io/record/folder.h"
#include "tools/program_image.h"
#include "tools/vectors/make_packets.h"
#include "tools/vectors/make_rows.h"
#include "tools/vectors/vectors_run.h"

enum { PATH_BYTES = 512 };

/* The last part of a path. */
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* True if a text can be written in quotation marks as it is. */
static bool is_plain(const char *text)
{
    for (; *text != '\0'; text++)
        if (iscntrl((unsigned char)*text) || *text == '"' || *text == '\\')
            return false;
    return true;
}

/* True for a name of files: letters, digits, '-' and '_'. */
static bool is_name(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && length < 64 &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
               length;
}

/* Copies the configuration into the set, unless that is where it is. */
static bool copy_config(const struct rvt_vectors_making *making)
{
    char path[PATH_BYTES];
    uint8_t *data = NULL;
    size_t bytes = 0;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    (void)snprintf(path, sizeof path, "%s/configs/%s", making->set, file_name(making->config_path));
    if (strcmp(path, making->config_path) == 0)
        return true;
    if (rvt_file_load(making->config_path, RVT_YAML_BYTES_MAX, &data, &bytes, &diag) != RVT_OK) {
        rvt_complain(making->config_path, &diag);
        return false;
    }
    struct rvt_output *output = rvt_create_output(path);
    if (output != NULL)
        (void)rvt_output_write(output, data, bytes);
    free(data);
    return output != NULL && rvt_settle(RVT_OK, output, making->config_path, path, &diag);
}

/* Makes the folders of the set, or complains. */
static bool make_folders(const struct rvt_vectors_making *making, const char *topic)
{
    const char *const parts[] = {"configs", topic};
    char path[PATH_BYTES];
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    for (unsigned i = 0; i < 2; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", making->set, parts[i]);
        if (rvt_folder_make(path, &diag) != RVT_OK) {
            rvt_complain(path, &diag);
            return false;
        }
    }
    return true;
}

/* Appends the case of the rows or the packets. */
static enum rvt_status put_case(const struct rvt_vectors_making *making,
                                const struct rvt_config *config, struct rvt_output *output,
                                struct rvt_diag *diag)
{
    struct rvt_image *image = NULL;
    enum rvt_status status = RVT_OK;

    if (making->tip_path != NULL)
        return rvt_make_rows(making->tip_path, config, output, diag);
    if (making->programs.count == 0)
        return rvt_make_packet(making->list_path, config, output, diag);
    if (rvt_programs_image(&making->programs, config, &image))
        status = rvt_make_packets(making->list_path, config, image, output, diag);
    else
        status = rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "there is no program");
    rvt_image_close(image);
    return status;
}

static bool write_vector(const struct rvt_vectors_making *making, const struct rvt_config *config,
                         const char *topic)
{
    const struct rvt_golden_head head = {.title =
                                             making->title != NULL ? making->title : making->name,
                                         .config = file_name(making->config_path),
                                         .profile = rvt_spec_profile_text(config->spec_profile),
                                         .id = making->name,
                                         .numbers = making->numbers,
                                         .maker = RVT_VERSION_STRING};
    const char *from = making->tip_path != NULL ? making->tip_path : making->list_path;
    char path[PATH_BYTES];
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    (void)snprintf(path, sizeof path, "%s/%s/%s.yaml", making->set, topic, making->name);
    struct rvt_output *output = rvt_create_output(path);
    if (output == NULL)
        return false;
    rvt_golden_text_head(output, &head);
    enum rvt_status status = put_case(making, config, output, &diag);
    return rvt_settle(status, output, from, path, &diag);
}

enum rvt_exit rvt_vectors_make(const struct rvt_vectors_making *making)
{
    bool flow = making->tip_path != NULL || making->programs.count > 0;
    const char *topic = flow ? "flow" : "packet";
    char only[PATH_BYTES];
    const struct rvt_vectors_choice choice = {.path = making->set, .only = only};
    const struct rvt_vectors_tool library = {.command = NULL};
    struct rvt_config config;

    if (!is_name(making->name) || !is_plain(making->title != NULL ? making->title : ""))
        return rvt_misuse("rvt vectors", "the name or the title has other characters");
    if (strlen(making->set) > PATH_BYTES / 2 ||
        strlen(file_name(making->config_path)) > PATH_BYTES / 4)
        return rvt_misuse("rvt vectors", "a path is too long");
    if (!rvt_load_config(making->config_path, &config) || !make_folders(making, topic) ||
        !copy_config(making) || !write_vector(making, &config, topic))
        return RVT_EXIT_UNUSABLE;
    (void)snprintf(only, sizeof only, "%s/%s/", topic, making->name);
    struct rvt_output *output = rvt_create_output("-");
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    enum rvt_exit exit = rvt_vectors_run(&choice, &library, output);
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    return rvt_settle(RVT_OK, output, making->set, "-", &diag) ? exit : RVT_EXIT_UNUSABLE;
}

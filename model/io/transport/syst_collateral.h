/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T collateral: XML files (Client, with Guids, Builds, Modules, SourceFiles, Catalog32,
 * Catalog64, Short32, Short64, Write) that tell what the numbers in messages mean. Names of
 * elements count without their namespace; what is not listed here is passed over. Spec:
 * sys-t_1-0.xsd.
 */
#ifndef RVT_IO_TRANSPORT_SYST_COLLATERAL_H
#define RVT_IO_TRANSPORT_SYST_COLLATERAL_H

#include "transport/syst/syst_check.h"

enum rvt_collateral_kind {
    RVT_COLLATERAL_BUILD,
    RVT_COLLATERAL_MODULE,
    RVT_COLLATERAL_FILE,
    RVT_COLLATERAL_CATALOG32,
    RVT_COLLATERAL_CATALOG64,
    RVT_COLLATERAL_SHORT32,
    RVT_COLLATERAL_SHORT64,
    RVT_COLLATERAL_PROTOCOL, /* of RAW messages */
    RVT_COLLATERAL_KINDS
};

/* What an ID means. It is that of a number if the bits of mask agree. */
struct rvt_collateral_entry {
    uint64_t id, mask;
    bool has_file, has_line;
    uint64_t file, line; /* where the message is sent, file by its ID */
    const char *text;    /* null-terminated, as written in the file */
};

struct rvt_collateral;        /* opaque */
struct rvt_collateral_client; /* opaque */

/* An empty collateral, which the caller closes. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_collateral_open(struct rvt_collateral **collateral);

/* Frees; null is accepted. */
void rvt_collateral_close(struct rvt_collateral *collateral);

/*
 * Adds the clients of the file at path. RVT_ERR_IO; RVT_ERR_SYNTAX (with line) for a file that is
 * no XML, has no client, or an ID, mask, file or line that is no number; RVT_ERR_CAPACITY beyond 64
 * MiB; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_collateral_load(struct rvt_collateral *collateral, const char *path,
                                    struct rvt_diag *diag);

/* Messages without a GUID of their own have this one (copied); null: that of their place. */
void rvt_collateral_set_guid(struct rvt_collateral *collateral, const uint8_t *guid);

/*
 * The GUID that a message is known by: its own; or the one that was set; or
 * {00000000-MASTER-CHANNEL-MODULE00-000000000000}.
 */
void rvt_collateral_guid(const struct rvt_collateral *collateral,
                         const struct rvt_syst_place *place, const struct rvt_syst_message *message,
                         uint8_t *guid);

/* Remembers the build number of a BUILD message for the later ones of its GUID. */
void rvt_collateral_note(struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                         const struct rvt_syst_message *message);

/*
 * The client that a message is from: the first one in the files with its GUID, and with its build
 * number where that is known and the client has builds. Null: none.
 */
const struct rvt_collateral_client *rvt_collateral_client(const struct rvt_collateral *collateral,
                                                          const struct rvt_syst_place *place,
                                                          const struct rvt_syst_message *message);

/* Its name; empty if the file gives none. */
const char *rvt_collateral_name(const struct rvt_collateral_client *client);

/* The entry of kind that id is: one without mask, else the first one whose mask fits. Null: none.
 */
const struct rvt_collateral_entry *rvt_collateral_find(const struct rvt_collateral_client *client,
                                                       enum rvt_collateral_kind kind, uint64_t id);

/* The entry of a CATALOG or short message; null: none. */
const struct rvt_collateral_entry *rvt_collateral_entry(const struct rvt_collateral *collateral,
                                                        const struct rvt_syst_place *place,
                                                        const struct rvt_syst_message *message);

/* An rvt_syst_lookup; context is the collateral. */
const char *rvt_collateral_lookup(void *context, const struct rvt_syst_place *place,
                                  const struct rvt_syst_message *message);

/* Reads "{494E5443-8A9C-4014-A65A-2F36A36D96E4}", with or without braces, into guid. */
bool rvt_parse_guid(const char *text, uint8_t *guid);

/* Writes it so, in lower case and with braces; text has 39 bytes. */
void rvt_format_guid(const uint8_t *guid, char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* One client of a SyS-T collateral: its GUIDs, and the meaning of its numbers, by kind. */
#ifndef RVT_IO_TRANSPORT_COLLATERAL_CLIENT_H
#define RVT_IO_TRANSPORT_COLLATERAL_CLIENT_H

#include "transport/syst/syst.h"

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

/* The meaning of an ID. A number matches if it agrees in the bits of mask. */
struct rvt_collateral_entry {
    uint64_t id, mask;
    bool has_file, has_line;
    uint64_t file, line; /* the source position that sends the message; file is an ID */
    const char *text;    /* null-terminated, as written in the file */
};

struct rvt_collateral_item {
    struct rvt_collateral_entry shown;
    char *owned;  /* its text */
    size_t order; /* in the file */
};

struct rvt_collateral_list {
    size_t count, capacity;
    size_t plain; /* entries without mask: the first ones, by ID; valid once the client is sorted */
    struct rvt_collateral_item *entry;
};

struct rvt_collateral_guid {
    uint8_t id[RVT_SYST_GUID_BYTES], mask[RVT_SYST_GUID_BYTES];
};

struct rvt_collateral_client {
    struct rvt_collateral_client *next; /* in the order of the files */
    char *name;                         /* may be null */
    size_t guids, guid_capacity;
    struct rvt_collateral_guid *guid;
    struct rvt_collateral_list list[RVT_COLLATERAL_KINDS];
};

/* Frees; null is accepted. */
void rvt_collateral_client_free(struct rvt_collateral_client *client);

/* Sorts the entries of each kind for rvt_collateral_client_find; called once all are there. */
void rvt_collateral_client_sort(struct rvt_collateral_client *client);

/* Its name; empty if the file gives none. */
const char *rvt_collateral_client_name(const struct rvt_collateral_client *client);

/* The entry of kind for id: one without mask, else the first one whose mask matches. Null: none. */
const struct rvt_collateral_entry *
rvt_collateral_client_find(const struct rvt_collateral_client *client,
                           enum rvt_collateral_kind kind, uint64_t id);

#endif

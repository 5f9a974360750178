/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a collateral is made of, for the two files that fill and search it. */
#ifndef RVT_IO_TRANSPORT_SYST_CLIENTS_H
#define RVT_IO_TRANSPORT_SYST_CLIENTS_H

#include "io/transport/syst_collateral.h"

enum { RVT_COLLATERAL_BUILDS_MAX = 256 }; /* GUIDs whose build number is remembered */

struct rvt_collateral_item {
    struct rvt_collateral_entry shown;
    char *owned;  /* its text */
    size_t order; /* in the file */
};

struct rvt_collateral_list {
    size_t count, capacity;
    size_t plain; /* entries without mask, in front, by ID; valid when the client is complete */
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

struct rvt_collateral_build {
    uint8_t guid[RVT_SYST_GUID_BYTES];
    uint64_t number;
};

struct rvt_collateral {
    struct rvt_collateral_client *first, *last;
    bool has_guid;
    uint8_t guid[RVT_SYST_GUID_BYTES];
    size_t builds;
    struct rvt_collateral_build build[RVT_COLLATERAL_BUILDS_MAX];
};

#endif

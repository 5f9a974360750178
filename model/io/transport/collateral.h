/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T collateral: what the numbers in messages mean, by the client that sends them. Spec:
 * sys-t_1-0.xsd.
 */
#ifndef RVT_IO_TRANSPORT_COLLATERAL_H
#define RVT_IO_TRANSPORT_COLLATERAL_H

#include "io/transport/collateral_client.h"
#include "transport/syst/syst_place.h"

struct rvt_collateral; /* opaque */

/* Opens an empty collateral, which the caller closes. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_collateral_open(struct rvt_collateral **collateral);

/* Frees it and its clients; null is accepted. */
void rvt_collateral_close(struct rvt_collateral *collateral);

/* Adds client after the others; collateral owns it from then on. */
void rvt_collateral_add(struct rvt_collateral *collateral, struct rvt_collateral_client *client);

/* Sets the GUID (copied) of messages without one; null: it is made from their place. */
void rvt_collateral_set_guid(struct rvt_collateral *collateral, const uint8_t *guid);

/* The GUID of a message: its own, or the one that was set, or
 * {00000000-MASTER-CHANNEL-MODULE00-000000000000}. */
void rvt_collateral_guid(const struct rvt_collateral *collateral,
                         const struct rvt_syst_place *place, const struct rvt_syst_message *message,
                         uint8_t *guid);

/* Records the build number of a BUILD message for later messages of its GUID. */
void rvt_collateral_note(struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                         const struct rvt_syst_message *message);

/* The client of a message: the first one in the files with its GUID, and with its build number
 * if that is known and the client has builds. Null: none. */
const struct rvt_collateral_client *
rvt_collateral_find_client(const struct rvt_collateral *collateral,
                           const struct rvt_syst_place *place,
                           const struct rvt_syst_message *message);

/* The entry of a CATALOG or short message; null: none. */
const struct rvt_collateral_entry *
rvt_collateral_find_entry(const struct rvt_collateral *collateral,
                          const struct rvt_syst_place *place,
                          const struct rvt_syst_message *message);

/* An rvt_syst_lookup; context is the collateral. */
const char *rvt_collateral_lookup(void *context, const struct rvt_syst_place *place,
                                  const struct rvt_syst_message *message);

#endif

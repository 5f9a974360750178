/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* SyS-T messages as JSON objects. */
#ifndef RVT_IO_TRANSPORT_SYST_JSON_H
#define RVT_IO_TRANSPORT_SYST_JSON_H

#include "io/bytes/output.h"
#include "io/transport/collateral.h"
#include "io/transport/syst_file.h"

/* A message, or bytes that are none, and everything known about it; all borrowed. */
struct rvt_syst_shown {
    const struct rvt_syst_item *item;
    const struct rvt_syst_place *place;
    const struct rvt_clock_time *converted;  /* the timestamp in time of the transport; null */
    const struct rvt_syst_message *message;  /* null: it was not delivered */
    size_t used;                             /* bytes of item that belong to the message */
    const struct rvt_collateral *collateral; /* null: none */
    const struct rvt_finding *finding;       /* the findings on it */
    size_t findings;
};

/*
 * Appends one object without newline: position, unit, size in bytes, master, channel, time, type,
 * subtype, the fields that are there, body in hexadecimal, text, source and client by the
 * collateral, findings. Wide numbers are strings "0x...". RVT_ERR_MEMORY; errors of output.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_json(struct rvt_output *output, const struct rvt_syst_shown *shown);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_inst and te_data packets: from the model's structures to the public ones. */
#ifndef RVT_API_TRACE_PACKET_H
#define RVT_API_TRACE_PACKET_H

#include <rvt/te_data.h>
#include <rvt/te_inst.h>

#include "wire/data.h"
#include "wire/packet.h"

/* The public view of a packet of the model. */
struct rvt_te_inst rvt_te_inst_of(const struct rvt_packet *packet);
struct rvt_te_data rvt_te_data_of(const struct rvt_data_packet *packet);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Encapsulated packets: from the model's structure to the public one. */
#ifndef RVT_API_ENCAP_STREAM_H
#define RVT_API_ENCAP_STREAM_H

#include <rvt/encap.h>

#include "wire/encap_packet.h"

/* The public view of a packet. */
struct rvt_encap_packet rvt_encap_packet_of(const struct rvt_encap *encap);

#endif

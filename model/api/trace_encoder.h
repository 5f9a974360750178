/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What other parts of the public interface take from a trace encoder. */
#ifndef RVT_API_TRACE_ENCODER_H
#define RVT_API_TRACE_ENCODER_H

#include "base/params.h"

struct rvt_trace_encoder; /* rvt/encoder.h */

/* The encapsulation as the control registers say now: srcID, and whether it and the timestamp are
 * sent. */
struct rvt_encap_config rvt_trace_encoder_encap(const struct rvt_trace_encoder *encoder);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An element of librvt as one of OpenCSD. */
#ifndef RVT_OPENCSD_TRANSLATION_H
#define RVT_OPENCSD_TRANSLATION_H

#include "rvt_opencsd.h"

/* Sets *out, all of it; its extended data is element. after_reset: the decoder was reset,
 * and begins anew. */
void rvt_opencsd_translate(const struct rvt_element *element, bool after_reset,
                           ocsd_generic_trace_elem *out);

#endif

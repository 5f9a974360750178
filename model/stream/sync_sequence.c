/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/sync_sequence.h"

unsigned rvt_encap_null_run(const struct rvt_encap_config *config)
{
    return RVT_ENCAP_LENGTH_MAX + config->timestamp_bytes + config->srcid_bits / 8;
}

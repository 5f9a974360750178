/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What of a configuration an index depends on. */
#ifndef RVT_INDEX_INDEX_CONFIGURATION_H
#define RVT_INDEX_INDEX_CONFIGURATION_H

#include "base/params.h"
#include "index/index_store.h"

/* A checksum of the members of config that decide what an index holds, of STP or not. */
uint32_t rvt_index_configuration(const struct rvt_config *config, bool stp,
                                 rvt_index_checksum checksum);

#endif

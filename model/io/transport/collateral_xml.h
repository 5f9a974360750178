/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T collateral from XML files: Client, with Guids, Builds, Modules, SourceFiles, Catalog32,
 * Catalog64, Short32, Short64 and Write. The reader ignores namespaces and all other elements.
 * Spec: sys-t_1-0.xsd.
 */
#ifndef RVT_IO_TRANSPORT_COLLATERAL_XML_H
#define RVT_IO_TRANSPORT_COLLATERAL_XML_H

#include "io/transport/collateral.h"

/*
 * Adds the clients of the file at path. RVT_ERR_IO; RVT_ERR_SYNTAX (with line) for a file that is
 * not XML, has no client, or has an ID, mask, file or line that is not a number; RVT_ERR_CAPACITY
 * beyond 64 MiB; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_collateral_load(struct rvt_collateral *collateral, const char *path,
                                    struct rvt_diag *diag);

#endif

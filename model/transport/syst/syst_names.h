/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The protocol's names of the numbers in SyS-T messages. */
#ifndef RVT_TRANSPORT_SYST_SYST_NAMES_H
#define RVT_TRANSPORT_SYST_SYST_NAMES_H

#include <stdbool.h>

/* "STRING"; null for a reserved type. All names are static. */
const char *rvt_syst_type_name(unsigned type);

/* "GENERIC"; null for one that has no name (of RAW, SBD and short messages, or reserved). */
const char *rvt_syst_subtype_name(unsigned type, unsigned subtype);

/* "INFO", for severity 0..7. */
const char *rvt_syst_severity_name(unsigned severity);

/* "source16", for tag 0..3. */
const char *rvt_syst_location_name(unsigned tag);

/* The number with this name (length characters, not null-terminated); false: none. */
bool rvt_syst_type_number(const char *name, unsigned length, unsigned *type);
bool rvt_syst_subtype_number(unsigned type, const char *name, unsigned length, unsigned *subtype);
bool rvt_syst_severity_number(const char *name, unsigned length, unsigned *severity);
bool rvt_syst_location_number(const char *name, unsigned length, unsigned *tag);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The meaning of a SyS-T message for a reader: its text, and the source position that sent it. */
#ifndef RVT_IO_TRANSPORT_SYST_DESCRIBE_H
#define RVT_IO_TRANSPORT_SYST_DESCRIBE_H

#include "base/text.h"
#include "io/transport/collateral.h"

/*
 * Appends the text of message: of STRING and BUILD their own, formatted if they have arguments; of
 * CATALOG and short messages that of the collateral (null: none), where the bits of a short value
 * outside of the entry's mask are its argument. False: the message has no text.
 */
bool rvt_syst_describe(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                       const struct rvt_syst_message *message, struct rvt_text *text);

/*
 * The source position of message: its own, or that of its catalog entry. *file is the name that the
 * collateral gives, or null; *file_id its number. False: there is none.
 */
bool rvt_syst_source(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                     const struct rvt_syst_message *message, const char **file, uint64_t *file_id,
                     uint64_t *line);

/* Appends the name of a RAW message's protocol by the collateral. False: none. */
bool rvt_syst_protocol(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                       const struct rvt_syst_message *message, struct rvt_text *text);

#endif

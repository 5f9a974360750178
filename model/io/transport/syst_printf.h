/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Format strings and packed arguments as text. */
#ifndef RVT_IO_TRANSPORT_SYST_PRINTF_H
#define RVT_IO_TRANSPORT_SYST_PRINTF_H

#include "base/text.h"
#include "transport/syst/syst_args.h"

/*
 * Appends the text of args, as printf would have printed it on the machine that sent them; %p is 0x
 * and lower-case digits, %n nothing, %c one byte. Numbers use the packing that rvt_syst_args_infer
 * finds, which is put into *packing. Returns the mismatch; the text then ends at the fault, or is
 * complete for RVT_SYST_LEFT_OVER.
 */
enum rvt_syst_misfit rvt_syst_print(const struct rvt_syst_args *args, struct rvt_text *text,
                                    enum rvt_syst_packing *packing);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Format strings and packed arguments as text. */
#ifndef RVT_IO_TRANSPORT_SYST_PRINTF_H
#define RVT_IO_TRANSPORT_SYST_PRINTF_H

#include "base/text.h"
#include "transport/syst/syst_args.h"

/*
 * Appends the text that args stand for, as printf would have printed it on the machine that sent
 * them; %p is 0x and lower-case digits, %n nothing, %c one byte. Numbers are those of the packing
 * that rvt_syst_args_infer finds, which is put into *packing. Returns what does not fit; then the
 * text ends where the fault is, or with RVT_SYST_LEFT_OVER is whole.
 */
enum rvt_syst_misfit rvt_syst_print(const struct rvt_syst_args *args, struct rvt_text *text,
                                    enum rvt_syst_packing *packing);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decoder of OpenCSD: a decode tree of librvt with one hart between the calls of the host. The
 * host may pause at each element, and at each packet of a packet processor; what was taken goes on
 * with OCSD_OP_FLUSH.
 */
#ifndef RVT_OPENCSD_DECODER_H
#define RVT_OPENCSD_DECODER_H

#include "rvt_opencsd.h"

struct rvt_opencsd_decoder;

/* Opens a decoder and fills in *instance. flags: OCSD_CREATE_FLG_* and OCSD_OPFLG_*; the callbacks
 * are copied. OCSD_ERR_INVALID_PARAM_VAL: config, whose diagnosis says what; OCSD_ERR_FILE_ERROR:
 * its file cannot be read; OCSD_ERR_MEM. */
ocsd_err_t rvt_opencsd_decoder_open(int flags, const struct rvt_opencsd_config *config,
                                    const ocsd_extern_dcd_cb_fns *host,
                                    ocsd_extern_dcd_inst_t *instance);

/* Closes the decoder of that handle. OCSD_ERR_BAD_HANDLE: null. */
ocsd_err_t rvt_opencsd_decoder_close(const void *handle);

#endif

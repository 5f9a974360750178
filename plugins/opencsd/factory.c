/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The factory of the decoder: what OpenCSD calls before it has one. */
#include "decoder.h"
#include "packets.h"

/* The members that the program knows; the others are 0. False: it says what this library does not
 * know. */
static bool read_config(const void *given, struct rvt_opencsd_config *config)
{
    const unsigned char *bytes = given;
    size_t size = 0;

    RVT_CLEAR(config);
    if (given == NULL)
        return false;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size)
        return false;
    for (size_t i = sizeof *config; i < size; i++)
        if (bytes[i] != 0)
            return false;
    memcpy(config, given, size < sizeof *config ? size : sizeof *config);
    config->size = sizeof *config;
    return true;
}

static ocsd_err_t create(const int flags, const void *given, const ocsd_extern_dcd_cb_fns *host,
                         ocsd_extern_dcd_inst_t *instance)
{
    struct rvt_opencsd_config config;

    if (!read_config(given, &config) || host == NULL || instance == NULL)
        return OCSD_ERR_INVALID_PARAM_VAL;
    return rvt_opencsd_decoder_open(flags, &config, host, instance);
}

static ocsd_err_t id_of(const void *given, unsigned char *id)
{
    struct rvt_opencsd_config config;

    if (!read_config(given, &config))
        return OCSD_ERR_INVALID_PARAM_VAL;
    if (!OCSD_IS_VALID_CS_SRC_ID(config.cs_id))
        return OCSD_ERR_INVALID_ID;
    *id = config.cs_id;
    return OCSD_OK;
}

static ocsd_err_t text_of(const void *packet, char *text, const int length)
{
    if (packet == NULL || text == NULL || length < 1)
        return OCSD_ERR_INVALID_PARAM_VAL;
    rvt_opencsd_packet_text(packet, text, (size_t)length);
    return OCSD_OK;
}

ocsd_err_t rvt_opencsd_register(ocsd_trace_protocol_t *protocol)
{
    ocsd_extern_dcd_fact_t factory = {.createDecoder = create,
                                      .destroyDecoder = rvt_opencsd_decoder_close,
                                      .csidFromConfig = id_of,
                                      .pktToString = text_of,
                                      .protocol_id = OCSD_PROTOCOL_END};
    ocsd_err_t error = ocsd_register_custom_decoder(RVT_OPENCSD_NAME, &factory);

    if (error == OCSD_OK && protocol != NULL)
        *protocol = factory.protocol_id;
    return error;
}

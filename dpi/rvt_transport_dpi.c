/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border of the transports: converts the simulator's plain C types and calls the
 * comparisons of librvt, nothing else. It is compiled with the header that the simulator generates
 * from rvt_transport_dpi_pkg.sv (-include), so that every prototype is checked.
 */
#include <stdio.h>

#include <rvt/rvt.h>

#include "rvt_dpi_types.h"

enum { BEAT_BYTES = 8, FAULT_BYTES = 256 };

/* True if a beat of the hardware has no more bytes than the call carries; else this is the
 * finding. */
static bool is_beat(void *handle, rvt_longint cycle, unsigned count, unsigned most)
{
    if (count > most)
        rvt_transport_comparison_fault(handle, cycle, "a beat has too many bytes [Beat]");
    return count <= most;
}

static void beat_bytes(rvt_longint data, uint8_t byte[BEAT_BYTES])
{
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> (8 * i));
}

static void guid_bytes(rvt_longint high, rvt_longint low, uint8_t *guid)
{
    for (unsigned i = 0; i < 16; i++)
        guid[i] = (uint8_t)((i < 8 ? high : low) >> (56 - 8 * (i % 8)));
}

/* A write port in one cycle. */
static struct rvt_port_write port_write(unsigned char kind, unsigned char size, svBit marker,
                                        svBit stamp, unsigned short master, unsigned short channel,
                                        rvt_longint data)
{
    return (struct rvt_port_write){.size = sizeof(struct rvt_port_write),
                                   .kind = kind,
                                   .data_size = size,
                                   .marker = marker != 0,
                                   .stamp = stamp != 0,
                                   .master = master,
                                   .channel = channel,
                                   .data = data};
}

/* ---- every handle ---- */

void c_dpi_transport_end(void *handle, rvt_longint cycle)
{
    rvt_transport_comparison_end(handle, cycle);
}

void c_dpi_transport_configure(void *handle, svBit decode_exact, unsigned int findings,
                               const char *config_path)
{
    struct rvt_transport_comparison_options options = {
        .size = sizeof options, .decode_exact = decode_exact != 0, .findings_max = findings};
    struct rvt_configuration *config = NULL;
    struct rvt_diagnosis why;
    char reason[256];
    char message[320];

    RVT_CLEAR(&why);
    if (config_path[0] != '\0' && rvt_configuration_load(config_path, &config, &why) != RVT_OK) {
        rvt_diagnosis_format(&why, reason, sizeof reason);
        (void)snprintf(message, sizeof message, "%s [Configuration]", reason);
        rvt_transport_comparison_fault(handle, 0, message);
        return;
    }
    options.configuration = config;
    if (rvt_transport_comparison_configure(handle, &options) != RVT_OK) {
        options.decode_exact = false; /* a scoreboard without decode-exact stays bit-exact */
        if (rvt_transport_comparison_configure(handle, &options) != RVT_OK)
            rvt_transport_comparison_fault(handle, 0, "out of memory [Memory]");
    }
    rvt_configuration_free(config);
}

const char *c_dpi_transport_finding(void *handle)
{
    const char *finding = rvt_transport_comparison_next_finding(handle);
    return finding != NULL ? finding : "";
}

void c_dpi_transport_fault(void *handle, rvt_longint cycle, const char *message)
{
    rvt_transport_comparison_fault(handle, cycle, message);
}

svBit c_dpi_transport_passed(void *handle)
{
    return rvt_transport_comparison_passed(handle);
}

const char *c_dpi_transport_counts(void *handle)
{
    return rvt_transport_comparison_summary(handle);
}

void c_dpi_transport_report(void *handle, const char *path, const char *instance_name,
                            unsigned char *fault)
{
    const struct rvt_comparison_report_options options = {
        .size = sizeof options, .path = path, .instance = instance_name};
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    fault[0] = '\0';
    if (rvt_transport_comparison_report(handle, &options, &why) != RVT_OK)
        rvt_diagnosis_format(&why, (char *)fault, FAULT_BYTES);
}

void c_dpi_transport_close(void *handle)
{
    rvt_transport_comparison_close(handle);
}

/* ---- STP transmitter ---- */

void *c_dpi_stp_open(unsigned int time_type, unsigned int minor, svBit le, svBit le_always)
{
    const struct rvt_stp_format_options format = {.size = sizeof format,
                                                  .time = (enum rvt_stp_time)time_type,
                                                  .minor = minor,
                                                  .little_endian = le != 0,
                                                  .little_endian_always = le_always != 0};
    struct rvt_transport_comparison *comparison;

    return rvt_stp_comparison_open(&format, &comparison) == RVT_OK ? comparison : NULL;
}

void c_dpi_stp_sync(void *handle)
{
    rvt_stp_comparison_sync(handle);
}

void c_dpi_stp_write(void *handle, rvt_longint cycle, unsigned char kind, unsigned char size,
                     svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                     rvt_longint data, rvt_longint time_value, rvt_longint sync_bytes,
                     rvt_longint frequency)
{
    struct rvt_port_write write = port_write(kind, size, marker, stamp, master, channel, data);

    write.time = time_value;
    (void)rvt_stp_comparison_write(handle, cycle, &write, sync_bytes, frequency);
}

void c_dpi_stp_flush(void *handle, rvt_longint cycle)
{
    rvt_stp_comparison_flush(handle, cycle);
}

void c_dpi_stp_bytes(void *handle, rvt_longint cycle, rvt_longint data, unsigned int count)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    if (is_beat(handle, cycle, count, BEAT_BYTES))
        rvt_stp_comparison_bytes(handle, cycle, byte, count);
}

void c_dpi_stp_idle(void *handle, rvt_longint cycle)
{
    rvt_stp_comparison_idle(handle, cycle);
}

/* ---- arbiter of STP write ports ---- */

void *c_dpi_arbiter_open(unsigned int sources, svBit round_robin)
{
    struct rvt_transport_comparison *comparison;

    return rvt_arbiter_comparison_open(sources, round_robin != 0, &comparison) == RVT_OK
               ? comparison
               : NULL;
}

void c_dpi_arbiter_offers(void *handle, rvt_longint cycle, rvt_longint offered, rvt_longint taken)
{
    rvt_arbiter_comparison_offers(handle, cycle, offered, taken);
}

void c_dpi_arbiter_take(void *handle, rvt_longint cycle, unsigned int source, unsigned char kind,
                        unsigned char size, svBit marker, svBit stamp, unsigned short master,
                        unsigned short channel, rvt_longint data)
{
    const struct rvt_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    (void)rvt_arbiter_comparison_take(handle, cycle, source, &write);
}

void c_dpi_arbiter_write(void *handle, rvt_longint cycle, unsigned char kind, unsigned char size,
                         svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                         rvt_longint data)
{
    const struct rvt_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    (void)rvt_arbiter_comparison_write(handle, cycle, &write);
}

/* ---- tunnel ---- */

void *c_dpi_tunnel_open(svBit length)
{
    struct rvt_transport_comparison *comparison;

    return rvt_tunnel_comparison_open(length != 0, &comparison) == RVT_OK ? comparison : NULL;
}

void c_dpi_tunnel_beat(void *handle, rvt_longint cycle, rvt_longint data, unsigned int count,
                       svBit last)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    if (is_beat(handle, cycle, count, BEAT_BYTES))
        rvt_tunnel_comparison_beat(handle, cycle, byte, count, last != 0);
}

void c_dpi_tunnel_options(void *handle, unsigned char protocol, unsigned short origin,
                          unsigned char severity, svBit guid, svBit checksum, svBit stamp)
{
    const struct rvt_port_header header = {.size = sizeof header,
                                           .protocol = protocol,
                                           .origin = origin,
                                           .severity = severity,
                                           .guid = guid != 0,
                                           .checksum = checksum != 0,
                                           .stamp = stamp != 0};

    (void)rvt_tunnel_comparison_header(handle, &header);
}

void c_dpi_tunnel_message(void *handle, rvt_longint cycle, unsigned int header,
                          unsigned short length)
{
    rvt_tunnel_comparison_message(handle, cycle, header, length);
}

void c_dpi_tunnel_payload(void *handle, rvt_longint cycle, unsigned int data, unsigned int bytes,
                          svBit last)
{
    rvt_tunnel_comparison_payload(handle, cycle, data, bytes, last != 0);
}

void c_dpi_tunnel_carrier(void *handle, svBit marked, unsigned short master, unsigned short channel,
                          rvt_longint guid_high, rvt_longint guid_low, rvt_longint timestamp)
{
    struct rvt_port_message carrier = {.size = sizeof carrier,
                                       .marked = marked != 0,
                                       .master = master,
                                       .channel = channel,
                                       .timestamp = timestamp};

    guid_bytes(guid_high, guid_low, carrier.guid);
    (void)rvt_tunnel_comparison_carrier(handle, &carrier);
}

void c_dpi_tunnel_write(void *handle, rvt_longint cycle, unsigned char kind, unsigned char size,
                        svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                        rvt_longint data)
{
    const struct rvt_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    (void)rvt_tunnel_comparison_write(handle, cycle, &write);
}

void c_dpi_tunnel_idle(void *handle, rvt_longint cycle)
{
    rvt_tunnel_comparison_idle(handle, cycle);
}

/* ---- source of SyS-T messages ---- */

void *c_dpi_syst_open(unsigned int fields)
{
    struct rvt_transport_comparison *comparison;

    return rvt_syst_comparison_open(fields, &comparison) == RVT_OK ? comparison : NULL;
}

void c_dpi_syst_message(void *handle, rvt_longint cycle, unsigned int header, unsigned int second,
                        unsigned short length, unsigned char tag, rvt_longint location,
                        rvt_longint guid_high, rvt_longint guid_low, rvt_longint timestamp,
                        svBit marked, unsigned short master, unsigned short channel)
{
    struct rvt_port_message taken = {.size = sizeof taken,
                                     .header = header,
                                     .second = second,
                                     .length = length,
                                     .tag = tag,
                                     .location = location,
                                     .timestamp = timestamp,
                                     .marked = marked != 0,
                                     .master = master,
                                     .channel = channel};

    guid_bytes(guid_high, guid_low, taken.guid);
    (void)rvt_syst_comparison_message(handle, cycle, &taken);
}

void c_dpi_syst_payload(void *handle, rvt_longint cycle, unsigned int data, unsigned int bytes,
                        svBit last)
{
    rvt_syst_comparison_payload(handle, cycle, data, bytes, last != 0);
}

void c_dpi_syst_write(void *handle, rvt_longint cycle, unsigned char kind, unsigned char size,
                      svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                      rvt_longint data)
{
    const struct rvt_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    (void)rvt_syst_comparison_write(handle, cycle, &write);
}

/* ---- formatter of frames ---- */

void *c_dpi_frame_open(unsigned int fsync_frames, unsigned int hsync_halfwords)
{
    struct rvt_transport_comparison *comparison;

    return rvt_frame_comparison_open(fsync_frames, hsync_halfwords, &comparison) == RVT_OK
               ? comparison
               : NULL;
}

void c_dpi_frame_data(void *handle, rvt_longint cycle, unsigned int id, rvt_longint data,
                      unsigned int count)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    if (is_beat(handle, cycle, count, BEAT_BYTES))
        rvt_frame_comparison_data(handle, cycle, id, byte, count);
}

void c_dpi_frame_trigger(void *handle, rvt_longint cycle)
{
    rvt_frame_comparison_trigger(handle, cycle);
}

void c_dpi_frame_flush(void *handle, rvt_longint cycle)
{
    rvt_frame_comparison_flush(handle, cycle);
}

void c_dpi_frame_bytes(void *handle, rvt_longint cycle, rvt_longint low, rvt_longint high,
                       unsigned int count)
{
    uint8_t byte[2 * BEAT_BYTES];

    beat_bytes(low, byte);
    beat_bytes(high, byte + BEAT_BYTES);
    if (is_beat(handle, cycle, count, sizeof byte))
        rvt_frame_comparison_bytes(handle, cycle, byte, count);
}

void c_dpi_frame_idle(void *handle, rvt_longint cycle)
{
    rvt_frame_comparison_idle(handle, cycle);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border of the transports: converts the simulator's plain C types and calls the
 * scoreboards, nothing else. It is compiled with the header that the simulator generates from
 * rvt_transport_dpi_pkg.sv (-include), so that every prototype is checked.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lockstep/transport/arbiter_scoreboard.h"
#include "lockstep/transport/frame_scoreboard.h"
#include "lockstep/transport/syst_scoreboard.h"
#include "lockstep/transport/stp_scoreboard.h"
#include "lockstep/transport/transport_scoreboard.h"
#include "lockstep/transport/tunnel_scoreboard.h"

enum { BEAT_BYTES = 8 };

static void beat_bytes(unsigned long long data, uint8_t byte[BEAT_BYTES])
{
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> (8 * i));
}

static void guid_bytes(unsigned long long high, unsigned long long low, uint8_t *guid)
{
    for (unsigned i = 0; i < RVT_SYST_GUID_BYTES; i++)
        guid[i] = (uint8_t)((i < 8 ? high : low) >> (56 - 8 * (i % 8)));
}

/* A write port in one cycle. */
static struct rvt_stp_port_write port_write(unsigned kind, unsigned size, svBit marker, svBit stamp,
                                            unsigned short master, unsigned short channel,
                                            unsigned long long data)
{
    return (struct rvt_stp_port_write){.kind = kind,
                                       .size = size,
                                       .marker = marker != 0,
                                       .stamp = stamp != 0,
                                       .master = master,
                                       .channel = channel,
                                       .data = data};
}

/* ---- every handle ---- */

void c_dpi_transport_end(void *handle, unsigned long long cycle)
{
    rvt_transport_end(handle, cycle);
}

const char *c_dpi_transport_finding(void *handle)
{
    const char *finding = rvt_transport_finding(handle);
    return finding != NULL ? finding : "";
}

svBit c_dpi_transport_passed(void *handle)
{
    return rvt_transport_passed(handle);
}

const char *c_dpi_transport_counts(void *handle)
{
    return rvt_transport_counts(handle);
}

void c_dpi_transport_close(void *handle)
{
    rvt_transport_close(handle);
}

/* ---- STP transmitter ---- */

void *c_dpi_stp_open(unsigned int time_type, unsigned int minor, svBit le, svBit le_always)
{
    const struct rvt_stp_encoder_config config = {.time_type = (enum rvt_stp_time_type)time_type,
                                                  .minor = minor,
                                                  .le = le != 0,
                                                  .le_always = le_always != 0};
    struct rvt_stp_scoreboard *scoreboard;

    return rvt_stp_scoreboard_open(&config, &scoreboard) == RVT_OK ? scoreboard : NULL;
}

void c_dpi_stp_sync(void *handle)
{
    rvt_stp_scoreboard_sync(handle);
}

void c_dpi_stp_write(void *handle, unsigned long long cycle, unsigned char kind, unsigned char size,
                     svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                     unsigned long long data, unsigned long long time_value,
                     unsigned long long sync_bytes, unsigned long long frequency)
{
    struct rvt_stp_port_write write = port_write(kind, size, marker, stamp, master, channel, data);

    write.time = time_value;
    rvt_stp_scoreboard_write(handle, cycle, &write, sync_bytes, frequency);
}

void c_dpi_stp_flush(void *handle, unsigned long long cycle)
{
    rvt_stp_scoreboard_flush(handle, cycle);
}

void c_dpi_stp_bytes(void *handle, unsigned long long cycle, unsigned long long data,
                     unsigned int count)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    rvt_stp_scoreboard_bytes(handle, cycle, byte, count);
}

void c_dpi_stp_idle(void *handle, unsigned long long cycle)
{
    rvt_stp_scoreboard_idle(handle, cycle);
}

/* ---- arbiter of STP write ports ---- */

void *c_dpi_arbiter_open(unsigned int sources, svBit round_robin)
{
    struct rvt_arbiter_scoreboard *scoreboard;

    return rvt_arbiter_scoreboard_open(sources, round_robin != 0, &scoreboard) == RVT_OK
               ? scoreboard
               : NULL;
}

void c_dpi_arbiter_offers(void *handle, unsigned long long cycle, unsigned long long offered,
                          unsigned long long taken)
{
    rvt_arbiter_scoreboard_offers(handle, cycle, offered, taken);
}

void c_dpi_arbiter_take(void *handle, unsigned long long cycle, unsigned int source,
                        unsigned char kind, unsigned char size, svBit marker, svBit stamp,
                        unsigned short master, unsigned short channel, unsigned long long data)
{
    const struct rvt_stp_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    rvt_arbiter_scoreboard_take(handle, cycle, source, &write);
}

void c_dpi_arbiter_write(void *handle, unsigned long long cycle, unsigned char kind,
                         unsigned char size, svBit marker, svBit stamp, unsigned short master,
                         unsigned short channel, unsigned long long data)
{
    const struct rvt_stp_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    rvt_arbiter_scoreboard_write(handle, cycle, &write);
}

/* ---- tunnel ---- */

void *c_dpi_tunnel_open(svBit length)
{
    struct rvt_tunnel_scoreboard *scoreboard;

    return rvt_tunnel_scoreboard_open(length != 0, &scoreboard) == RVT_OK ? scoreboard : NULL;
}

void c_dpi_tunnel_beat(void *handle, unsigned long long cycle, unsigned long long data,
                       unsigned int count, svBit last)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    rvt_tunnel_scoreboard_beat(handle, cycle, byte, count < BEAT_BYTES ? count : BEAT_BYTES,
                               last != 0);
}

void c_dpi_tunnel_options(void *handle, unsigned char protocol, unsigned short origin,
                          unsigned char severity, svBit guid, svBit checksum, svBit stamp)
{
    const struct rvt_tunnel_options options = {.protocol = protocol,
                                               .origin = origin,
                                               .severity = severity,
                                               .guid = guid != 0,
                                               .checksum = checksum != 0,
                                               .stamp = stamp != 0};

    rvt_tunnel_scoreboard_options(handle, &options);
}

void c_dpi_tunnel_message(void *handle, unsigned long long cycle, unsigned int header,
                          unsigned short length)
{
    rvt_tunnel_scoreboard_message(handle, cycle, header, length);
}

void c_dpi_tunnel_payload(void *handle, unsigned long long cycle, unsigned int data,
                          unsigned int bytes, svBit last)
{
    rvt_tunnel_scoreboard_payload(handle, cycle, data, bytes, last != 0);
}

void c_dpi_tunnel_carrier(void *handle, svBit marked, unsigned short master, unsigned short channel,
                          unsigned long long guid_high, unsigned long long guid_low,
                          unsigned long long timestamp)
{
    struct rvt_syst_input carrier = {
        .marked = marked != 0, .master = master, .channel = channel, .timestamp = timestamp};

    guid_bytes(guid_high, guid_low, carrier.guid);
    rvt_tunnel_scoreboard_carrier(handle, &carrier);
}

void c_dpi_tunnel_write(void *handle, unsigned long long cycle, unsigned char kind,
                        unsigned char size, svBit marker, svBit stamp, unsigned short master,
                        unsigned short channel, unsigned long long data)
{
    const struct rvt_stp_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    rvt_tunnel_scoreboard_write(handle, cycle, &write);
}

void c_dpi_tunnel_idle(void *handle, unsigned long long cycle)
{
    rvt_tunnel_scoreboard_idle(handle, cycle);
}

/* ---- source of SyS-T messages ---- */

void *c_dpi_syst_open(unsigned int fields)
{
    struct rvt_syst_scoreboard *scoreboard;

    return rvt_syst_scoreboard_open(fields, &scoreboard) == RVT_OK ? scoreboard : NULL;
}

void c_dpi_syst_message(void *handle, unsigned long long cycle, unsigned int header,
                        unsigned int second, unsigned short length, unsigned char tag,
                        unsigned long long location, unsigned long long guid_high,
                        unsigned long long guid_low, unsigned long long timestamp, svBit marked,
                        unsigned short master, unsigned short channel)
{
    struct rvt_syst_input taken = {.header = header,
                                   .second = second,
                                   .length = length,
                                   .tag = tag,
                                   .location = location,
                                   .timestamp = timestamp,
                                   .marked = marked != 0,
                                   .master = master,
                                   .channel = channel};

    guid_bytes(guid_high, guid_low, taken.guid);
    rvt_syst_scoreboard_message(handle, cycle, &taken);
}

void c_dpi_syst_payload(void *handle, unsigned long long cycle, unsigned int data,
                        unsigned int bytes, svBit last)
{
    rvt_syst_scoreboard_payload(handle, cycle, data, bytes, last != 0);
}

void c_dpi_syst_write(void *handle, unsigned long long cycle, unsigned char kind,
                      unsigned char size, svBit marker, svBit stamp, unsigned short master,
                      unsigned short channel, unsigned long long data)
{
    const struct rvt_stp_port_write write =
        port_write(kind, size, marker, stamp, master, channel, data);

    rvt_syst_scoreboard_write(handle, cycle, &write);
}

/* ---- formatter of frames ---- */

void *c_dpi_frame_open(unsigned int fsync_frames, unsigned int hsync_halfwords)
{
    struct rvt_frame_scoreboard *scoreboard;

    return rvt_frame_scoreboard_open(fsync_frames, hsync_halfwords, &scoreboard) == RVT_OK
               ? scoreboard
               : NULL;
}

void c_dpi_frame_data(void *handle, unsigned long long cycle, unsigned int id,
                      unsigned long long data, unsigned int count)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    rvt_frame_scoreboard_data(handle, cycle, id, byte, count < BEAT_BYTES ? count : BEAT_BYTES);
}

void c_dpi_frame_trigger(void *handle, unsigned long long cycle)
{
    rvt_frame_scoreboard_trigger(handle, cycle);
}

void c_dpi_frame_flush(void *handle, unsigned long long cycle)
{
    rvt_frame_scoreboard_flush(handle, cycle);
}

void c_dpi_frame_bytes(void *handle, unsigned long long cycle, unsigned long long low,
                       unsigned long long high, unsigned int count)
{
    uint8_t byte[2 * BEAT_BYTES];

    beat_bytes(low, byte);
    beat_bytes(high, byte + BEAT_BYTES);
    rvt_frame_scoreboard_bytes(handle, cycle, byte, count < sizeof byte ? count : sizeof byte);
}

void c_dpi_frame_idle(void *handle, unsigned long long cycle)
{
    rvt_frame_scoreboard_idle(handle, cycle);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Packets, encapsulation and streams of it. */
#include "tests/unit/api/fixture.h"

static struct rvt_configuration *rv64(void)
{
    struct rvt_configuration *configuration = default_configuration();

    put(configuration, "iaddress_width_p", 64);
    put(configuration, "iaddress_lsb_p", 1);
    put(configuration, "itype_width_p", 4);
    put(configuration, "nocontext_p", 1);
    put(configuration, "notime_p", 1);
    return configuration;
}

/* An F2 whose address is 3: written by hand from the table of the format. */
Test(te_inst, there_and_back)
{
    struct rvt_configuration *configuration = rv64();
    struct rvt_te_inst packet, read;
    struct rvt_diagnosis why;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    char text[128];
    size_t bytes = 0;

    RVT_CLEAR(&packet);
    RVT_CLEAR(&read);
    RVT_CLEAR(&why);
    packet.format = RVT_TE_INST_ADDRESS;
    packet.address = 3;
    cr_assert_eq(rvt_te_inst_write(configuration, &packet, payload, &bytes, &why), RVT_OK, "%s",
                 why.text);
    cr_assert_eq(bytes, 1);
    cr_assert_eq(payload[0], 3 << 2 | 2);
    cr_assert_eq(rvt_te_inst_read(configuration, payload, bytes, &read, &why), RVT_OK);
    cr_assert_eq(read.format, RVT_TE_INST_ADDRESS);
    cr_assert_eq(read.address, 3);
    cr_assert_str_eq(rvt_te_inst_name(&read), "F2");
    cr_assert_eq(rvt_te_inst_format(configuration, &read, text, sizeof text), RVT_OK);
    cr_assert_str_eq(text, "F2 format=2 address=0x3 notify=0 updiscon=0 irreport=0");
    cr_assert_eq(rvt_te_inst_format(configuration, &read, text, 4), RVT_OK);
    cr_assert_str_eq(text, "F2 ");
    rvt_configuration_free(configuration);
}

Test(te_inst, errors)
{
    struct rvt_configuration *configuration = rv64();
    static const uint8_t zeros[12] = {2};
    struct rvt_te_inst packet;
    struct rvt_diagnosis why;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    size_t bytes = 0;
    unsigned value = 9;

    RVT_CLEAR(&packet);
    RVT_CLEAR(&why);
    cr_assert_eq(rvt_te_inst_read(configuration, zeros, 0, &packet, &why), RVT_ERR_TRUNCATED);
    cr_assert_eq(rvt_te_inst_read(configuration, zeros, sizeof zeros, &packet, &why),
                 RVT_ERR_TRAILING);
    cr_assert_eq(rvt_te_inst_read(configuration, (const uint8_t[]){0}, 1, &packet, &why),
                 RVT_ERR_RESERVED);
    cr_assert_not_null(why.clause);
    cr_assert_eq(rvt_te_inst_read(configuration, zeros, 1, NULL, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_te_inst_read(NULL, zeros, 1, &packet, &why), RVT_ERR_PARAMETER);
    packet.format = RVT_TE_INST_SYNCHRONISE;
    packet.subformat = RVT_TE_INST_START;
    packet.privilege = 0xff;
    cr_assert_eq(rvt_te_inst_write(configuration, &packet, payload, &bytes, &why),
                 RVT_ERR_CAPACITY);
    cr_assert_str_eq(why.field, "privilege");
    packet.format = 0;
    cr_assert_eq(rvt_te_inst_write(configuration, &packet, payload, &bytes, &why),
                 RVT_ERR_RESERVED);
    packet.size = 1;
    cr_assert_eq(rvt_te_inst_write(configuration, &packet, payload, &bytes, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_null(rvt_te_inst_name(&packet));
    packet.size = sizeof packet;
    cr_assert_eq(rvt_te_inst_support(&packet, "ienable", &value), RVT_OK);
    cr_assert_eq(value, 0);
    cr_assert_eq(rvt_te_inst_support(&packet, "nothing", &value), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_te_inst_fields(configuration, &packet, NULL, NULL), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

Test(te_data, there_and_back)
{
    struct rvt_configuration *configuration = rv64();
    struct rvt_te_data packet, read;
    struct rvt_diagnosis why;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    char text[128];
    size_t bytes = 0;

    RVT_CLEAR(&packet);
    RVT_CLEAR(&read);
    RVT_CLEAR(&why);
    put(configuration, "data_trace", 1);
    packet.format = 2;
    packet.data_size = 2;
    packet.data_len = 3;
    packet.data = 0x12345678;
    packet.address = 0x100;
    cr_assert_eq(rvt_te_data_write(configuration, &packet, payload, &bytes, &why), RVT_OK, "%s",
                 why.text);
    cr_assert_eq(rvt_te_data_read(configuration, payload, bytes, &read, &why), RVT_OK, "%s",
                 why.text);
    cr_assert_eq(read.data, 0x12345678);
    cr_assert_eq(read.address, 0x100);
    cr_assert_str_eq(rvt_te_data_name(configuration, &read), "store");
    cr_assert_eq(rvt_te_data_format(configuration, &read, text, sizeof text), RVT_OK);
    cr_assert_not_null(strstr(text, "data=0x12345678"), "%s", text);
    cr_assert_eq(rvt_te_data_read(configuration, payload, 0, &read, &why), RVT_ERR_TRUNCATED);
    packet.data_size = 200;
    cr_assert_eq(rvt_te_data_write(configuration, &packet, payload, &bytes, &why),
                 RVT_ERR_CAPACITY);
    cr_assert_eq(rvt_te_data_write(configuration, NULL, payload, &bytes, &why), RVT_ERR_PARAMETER);
    cr_assert_str_eq(rvt_te_data_type_name(RVT_TE_DATA_STORE), "store");
    cr_assert_str_eq(rvt_te_data_type_name(99), "?");
    rvt_configuration_free(configuration);
}

Test(encap, single_packets)
{
    struct rvt_configuration *configuration = rv64();
    struct rvt_encap_packet packet, read;
    struct rvt_diagnosis why;
    uint8_t out[RVT_ENCAP_BYTES];
    size_t bytes = 0, used = 0;

    RVT_CLEAR(&packet);
    RVT_CLEAR(&read);
    RVT_CLEAR(&why);
    put(configuration, "srcid_bits", 0);
    put(configuration, "type_bits", 0);
    put(configuration, "timestamp_bytes", 0);
    packet.payload_bytes = 2;
    packet.payload[0] = 0x12;
    packet.payload[1] = 0x34;
    cr_assert_eq(rvt_encap_packet_write(configuration, &packet, out, sizeof out, &bytes, &why),
                 RVT_OK);
    cr_assert_eq(bytes, 3);
    cr_assert_eq(out[0], 2);
    cr_assert_eq(rvt_encap_packet_read(configuration, out, bytes, &read, &used, &why), RVT_OK);
    cr_assert_eq(used, 3);
    cr_assert_eq(read.payload_bytes, 2);
    cr_assert_eq(read.payload[1], 0x34);
    cr_assert_eq(rvt_encap_packet_read(configuration, out, 2, &read, &used, &why),
                 RVT_ERR_TRUNCATED);
    cr_assert_eq(rvt_encap_packet_write(configuration, &packet, out, 2, &bytes, &why),
                 RVT_ERR_CAPACITY);
    packet.extend = true;
    cr_assert_eq(rvt_encap_packet_write(configuration, &packet, out, sizeof out, &bytes, &why),
                 RVT_ERR_PARAMETER);
    packet.extend = false;
    packet.payload_bytes = RVT_TE_PAYLOAD_BYTES + 1;
    cr_assert_eq(rvt_encap_packet_write(configuration, &packet, out, sizeof out, &bytes, &why),
                 RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

struct taken {
    uint8_t byte[64];
    size_t bytes;
    unsigned packets, nulls, faults, stop_at;
    uint64_t position;
};

static void take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct taken *taken = context;

    memcpy(taken->byte + taken->bytes, data, bytes);
    taken->bytes += bytes;
}

static enum rvt_status take_packet(void *context, const struct rvt_encap_packet *packet,
                                   uint64_t position)
{
    struct taken *taken = context;

    taken->nulls += packet->what != RVT_ENCAP_PACKET;
    taken->packets += packet->what == RVT_ENCAP_PACKET;
    taken->position = position;
    return taken->stop_at != 0 && taken->packets == taken->stop_at ? RVT_ERR_SINK : RVT_OK;
}

static enum rvt_status take_fault(void *context, const struct rvt_diagnosis *fault)
{
    cr_assert_str_eq(fault->unit, "byte");
    ((struct taken *)context)->faults++;
    return RVT_OK;
}

Test(encap, streams)
{
    struct rvt_configuration *configuration = rv64();
    struct rvt_encap_sender *sender = NULL;
    struct rvt_encap_receiver *receiver = NULL;
    struct rvt_encap_callbacks callbacks;
    struct taken sent = {.bytes = 0}, got = {.bytes = 0};

    RVT_CLEAR(&callbacks);
    callbacks.context = &got;
    callbacks.packet = take_packet;
    callbacks.fault = take_fault;
    put(configuration, "type_bits", 0);
    cr_assert_eq(rvt_encap_sender_open(configuration, take_bytes, &sent, &sender), RVT_OK);
    cr_assert_eq(rvt_encap_sender_payload(sender, false, (const uint8_t[]){0x0e}, 1, 0, NULL),
                 RVT_OK);
    rvt_encap_sender_nulls(sender, 2);
    cr_assert_eq(rvt_encap_sender_payload(sender, false, (const uint8_t[]){0x0e}, 1, 0, NULL),
                 RVT_OK);
    cr_assert_eq(rvt_encap_sender_payload(sender, false, NULL, 1, 0, NULL), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_encap_sender_payload(sender, false, sent.byte, 32, 0, NULL),
                 RVT_ERR_PARAMETER);
    rvt_encap_sender_finish(sender);
    rvt_encap_sender_close(sender);
    cr_assert_eq(rvt_encap_receiver_open(configuration, true, &callbacks, &receiver), RVT_OK);
    for (size_t i = 0; i < sent.bytes; i++)
        cr_assert_eq(rvt_encap_receiver_push(receiver, sent.byte + i, 1), RVT_OK);
    cr_assert_eq(rvt_encap_receiver_push(receiver, (const uint8_t[]){0x03, 0x00}, 2), RVT_OK);
    cr_assert_eq(rvt_encap_receiver_finish(receiver), RVT_OK);
    rvt_encap_receiver_close(receiver);
    cr_assert_eq(got.packets, 2);
    cr_assert_eq(got.nulls, 2);
    cr_assert_eq(got.faults, 1);
    got = (struct taken){.stop_at = 1};
    cr_assert_eq(rvt_encap_receiver_open(configuration, true, &callbacks, &receiver), RVT_OK);
    cr_assert_eq(rvt_encap_receiver_push(receiver, sent.byte, sent.bytes), RVT_ERR_SINK);
    cr_assert_eq(got.packets, 1);
    rvt_encap_receiver_close(receiver);
    rvt_encap_receiver_close(NULL);
    rvt_encap_sender_close(NULL);
    cr_assert_eq(rvt_encap_receiver_open(configuration, true, NULL, &receiver), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_encap_sender_open(configuration, NULL, NULL, &sender), RVT_ERR_PARAMETER);
    rvt_configuration_free(configuration);
}

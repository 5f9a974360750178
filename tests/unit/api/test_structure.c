/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Structures that begin with their size: shorter, longer, null. */
#include "tests/unit/api/fixture.h"

#include <stdlib.h>

/* A newer program than the library: it knows a member more. */
struct newer_isa {
    struct rvt_insn_isa known;
    uint64_t more;
};

static const uint32_t RET = 0x00008067;

Test(structure, version_is_that_of_the_headers)
{
    cr_assert_str_eq(rvt_version(), RVT_VERSION_STRING);
    cr_assert_eq(rvt_version_number(), RVT_VERSION);
    cr_assert_geq(RVT_VERSION, RVT_VERSION_NUMBER(0, 1, 0));
}

Test(structure, clear_sets_the_size_and_nothing_else)
{
    struct rvt_insn_info info;

    memset(&info, 0xff, sizeof info);
    RVT_CLEAR(&info);
    cr_assert_eq(info.size, sizeof info);
    cr_assert_eq(info.target, 0);
    cr_assert_eq(info.bytes, 0);
}

Test(structure, input_shorter_than_known_has_zeros)
{
    struct rvt_insn_isa isa;
    struct rvt_insn_info info;

    RVT_CLEAR(&isa);
    RVT_CLEAR(&info);
    isa.xlen = 32;
    isa.zcm = true;
    isa.size = offsetof(struct rvt_insn_isa, xlen) + sizeof isa.xlen;
    /* 0xb802 is cm.popretz x with zcm, c.fsdsp without: zcm lies beyond the size. */
    cr_assert_eq(rvt_insn_read(0xbe42, 0, &isa, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_SEQUENTIAL);
    isa.size = sizeof isa;
    cr_assert_eq(rvt_insn_read(0xbe42, 0, &isa, &info), RVT_OK);
    cr_assert_eq(info.insn_class, RVT_INSN_CLASS_UNINFERABLE);
}

Test(structure, input_longer_than_known_must_end_with_zeros)
{
    struct newer_isa isa;
    struct rvt_insn_info info;

    RVT_CLEAR(&isa);
    RVT_CLEAR(&info);
    isa.known.xlen = 64;
    cr_assert_eq(rvt_insn_read(RET, 0, &isa.known, &info), RVT_OK);
    isa.more = UINT64_C(1) << 63;
    cr_assert_eq(rvt_insn_read(RET, 0, &isa.known, &info), RVT_ERR_PARAMETER);
}

Test(structure, input_without_a_size_is_refused)
{
    struct rvt_insn_isa isa;
    struct rvt_insn_info info;

    RVT_CLEAR(&isa);
    RVT_CLEAR(&info);
    isa.xlen = 64;
    isa.size = 0;
    cr_assert_eq(rvt_insn_read(RET, 0, &isa, &info), RVT_ERR_PARAMETER);
    isa.size = sizeof(size_t) - 1;
    cr_assert_eq(rvt_insn_read(RET, 0, &isa, &info), RVT_ERR_PARAMETER);
}

Test(structure, output_never_exceeds_the_size)
{
    struct rvt_insn_info info;

    memset(&info, 0xaa, sizeof info);
    info.size = offsetof(struct rvt_insn_info, bytes) + sizeof info.bytes;
    cr_assert_eq(rvt_insn_read(RET, 0, NULL, &info), RVT_OK);
    cr_assert_eq(info.size, offsetof(struct rvt_insn_info, bytes) + sizeof info.bytes);
    cr_assert_eq(info.bytes, 4);
    cr_assert_eq(info.itype, 0xaa);
    cr_assert_eq(info.target, UINT64_C(0xaaaaaaaaaaaaaaaa));
}

Test(structure, output_longer_than_known_is_cleared)
{
    struct {
        struct rvt_insn_info known;
        uint64_t more[2];
    } info;

    memset(&info, 0xaa, sizeof info);
    info.known.size = sizeof info;
    cr_assert_eq(rvt_insn_read(RET, 0, NULL, &info.known), RVT_OK);
    cr_assert_eq(info.known.size, sizeof info);
    cr_assert_eq(info.known.itype, RVT_INSN_ITYPE_RETURN);
    cr_assert_eq(info.more[0], 0);
    cr_assert_eq(info.more[1], 0);
}

Test(structure, output_null_or_without_a_size_is_refused)
{
    struct rvt_insn_info info;

    RVT_CLEAR(&info);
    info.size = 0;
    cr_assert_eq(rvt_insn_read(RET, 0, NULL, &info), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_insn_read(RET, 0, NULL, NULL), RVT_ERR_PARAMETER);
}

Test(structure, diagnosis_of_an_older_program)
{
    struct rvt_diagnosis why;
    char text[200];

    RVT_CLEAR(&why);
    why.size = offsetof(struct rvt_diagnosis, text);
    memset(why.text, 'x', sizeof why.text);
    cr_assert_eq(rvt_configuration_load("/nowhere", &(struct rvt_configuration *){NULL}, &why),
                 RVT_ERR_IO);
    cr_assert_eq(why.status, RVT_ERR_IO);
    cr_assert_eq(why.text[0], 'x');
    why.size = sizeof why;
    cr_assert_eq(rvt_configuration_load("/nowhere", &(struct rvt_configuration *){NULL}, &why),
                 RVT_ERR_IO);
    rvt_diagnosis_format(&why, text, sizeof text);
    cr_assert_not_null(strstr(text, "No such file"), "%s", text);
    rvt_diagnosis_format(&why, text, 8);
    cr_assert_eq(strlen(text), 7);
    rvt_diagnosis_format(NULL, text, sizeof text);
    cr_assert_str_eq(text, "");
}

Test(structure, diagnosis_is_cleared_by_success)
{
    struct rvt_configuration *configuration = default_configuration();
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    cr_assert_eq(rvt_configuration_set(configuration, "nothing", 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(why.status, RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_configuration_set(configuration, "blocks_p", 2, &why), RVT_OK);
    cr_assert_eq(why.status, RVT_OK);
    cr_assert_str_eq(why.text, "");
    cr_assert_str_eq(rvt_status_name(RVT_ERR_NO_CODE), "no code");
    rvt_configuration_free(configuration);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/random.h"
#include "tests/unit/scratch.h"

#include "io/elf_image.h"
#include "io/elf_writer.h"

TestSuite(elf_image, .init = scratch_init, .fini = scratch_fini);

/* nop, c.nop, ret */
static const uint8_t code[] = {0x13, 0, 0, 0, 0x01, 0, 0x67, 0x80, 0, 0};

static struct rvt_config config_of(unsigned width)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = width;
    return config;
}

static const char *written(unsigned width, uint64_t address)
{
    struct rvt_config config = config_of(width);
    struct rvt_diag diag;
    const char *path = scratch_path("p.elf");

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_elf_write(path, &config, address, code, sizeof code, &diag), RVT_OK),
              "%s", diag.text);
    return path;
}

static enum rvt_status open_image(const char *path, unsigned width, struct rvt_image **image,
                                  struct rvt_diag *diag)
{
    struct rvt_config config = config_of(width);

    rvt_diag_clear(diag);
    return rvt_elf_open(path, &config, image, diag);
}

static void expect_code(struct rvt_image *image, uint64_t address)
{
    struct rvt_insn insn;

    cr_assert(eq(int, rvt_image_insn(image, address, &insn, NULL), RVT_OK));
    cr_expect(eq(int, insn.kind, RVT_INSN_SEQUENTIAL));
    cr_expect(eq(u8, insn.size, 4));
    cr_assert(eq(int, rvt_image_insn(image, address + 4, &insn, NULL), RVT_OK));
    cr_expect(eq(u8, insn.size, 2));
    cr_assert(eq(int, rvt_image_insn(image, address + 6, &insn, NULL), RVT_OK));
    cr_expect(eq(u8, insn.jump_class, RVT_ITYPE_RETURN));
    cr_expect(eq(int, rvt_image_insn(image, address + sizeof code, &insn, NULL), RVT_ERR_NO_CODE));
}

Test(elf_image, a_written_program_reads_back)
{
    static const struct {
        unsigned width;
        uint64_t address;
    } cases[] = {
        {64, 0x80000000}, {64, 0xffffffff80000000}, {39, 0x4000000000}, {64, 0x80000002},
        {64, 0},          {32, 0x80000000},         {32, 0xfffff000},   {32, 0x1002},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_image *image = NULL;
        struct rvt_diag diag;
        const char *path = written(cases[i].width, cases[i].address);
        cr_assert(eq(int, open_image(path, cases[i].width, &image, &diag), RVT_OK), "%s",
                  diag.text);
        cr_expect(eq(uint, rvt_image_xlen(image), cases[i].width > 32 ? 64 : 32));
        expect_code(image, cases[i].address);
        rvt_image_close(image);
    }
}

/* Shows: ETR-DISC-001 */
Test(elf_image, the_class_must_be_that_of_the_configuration)
{
    static const unsigned widths[] = {8, 32, 33, 64};

    for (size_t file = 0; file < 4; ++file)
        for (size_t traced = 0; traced < 4; ++traced) {
            struct rvt_image *image = NULL;
            struct rvt_diag diag;
            bool same = (widths[file] > 32) == (widths[traced] > 32);
            enum rvt_status status =
                open_image(written(widths[file], 0x40), widths[traced], &image, &diag);
            cr_expect(eq(int, status, same ? RVT_OK : RVT_ERR_SYNTAX));
            if (!same) {
                cr_expect(eq(str, TEXT(diag.clause), "ETR-DISC-001"));
                cr_expect(eq(u64, diag.position, 4)); /* EI_CLASS */
            }
            rvt_image_close(image);
        }
}

Test(elf_image, what_is_no_program_is_refused_with_a_position)
{
    static const struct {
        size_t offset;
        uint8_t byte;
        uint64_t position;
    } patches[] = {
        {0, 0x7e, 0},        /* magic */
        {5, 2, 5},           /* big-endian; the other fields then differ, too */
        {18, 62, 18},        /* machine */
        {16, 1, 16},         /* ET_REL: not linked */
        {16, 4, 16},         /* ET_CORE */
        {64 + 4, 4, 64},     /* PF_R alone */
        {64 + 40, 0, 64},    /* fewer bytes in memory than in the file */
        {64, 6, 64},         /* PT_PHDR instead of PT_LOAD: nothing to load */
        {64 + 32, 0xff, 64}, /* more bytes than the file has */
        {64 + 15, 0x70, 64}, /* offset far beyond the end */
        {56, 0, 64},         /* no program headers */
    };

    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; ++i) {
        size_t bytes = 0;
        struct rvt_image *image = NULL;
        struct rvt_diag diag;
        char *file = scratch_read(written(64, 0x80000000), &bytes);
        file[patches[i].offset] = (char)patches[i].byte;
        cr_expect(eq(int, open_image(scratch_bytes("bad.elf", file, bytes), 64, &image, &diag),
                     RVT_ERR_SYNTAX),
                  "patch %zu", i);
        cr_expect(eq(str, TEXT(diag.unit ? diag.unit : "-"), "byte"), "patch %zu", i);
        if (patches[i].offset != 5)
            cr_expect(eq(u64, diag.position, patches[i].position), "patch %zu: %s", i, diag.text);
        cr_expect(eq(ptr, image, NULL));
        free(file);
    }
}

Test(elf_image, a_segment_beyond_the_address_space)
{
    size_t bytes = 0;
    struct rvt_image *image = NULL;
    struct rvt_diag diag;
    char *file = scratch_read(written(32, 0xfffff000), &bytes);

    memset(file + 52 + 8, 0xff, 4); /* p_vaddr of the first program header */
    cr_expect(eq(int, open_image(scratch_bytes("bad.elf", file, bytes), 32, &image, &diag),
                 RVT_ERR_SYNTAX));
    cr_expect(eq(u64, diag.position, 52));
    free(file);
}

/* A second program header, that of the first segment at another address, is put between the headers
 * and the code. */
static const char *with_second_segment(uint64_t address, size_t *bytes)
{
    enum { HEADER = 64, ENTRY = 56, COUNT = 56 };
    size_t before = 0;
    char *file = scratch_read(written(64, 0x80000000), &before);
    char *longer = calloc(1, before + 2 * ENTRY);
    uint64_t headers = before;

    cr_assert(ne(ptr, longer, NULL));
    memcpy(longer, file, before);
    memcpy(longer + before, file + HEADER, ENTRY);
    memcpy(longer + before + ENTRY, file + HEADER, ENTRY);
    memcpy(longer + before + ENTRY + 16, &address, 8); /* p_vaddr */
    memcpy(longer + 32, &headers, 8);                  /* e_phoff */
    longer[COUNT] = 2;
    *bytes = before;
    const char *path = scratch_bytes("two.elf", longer, before + 2 * ENTRY);
    free(longer);
    free(file);
    return path;
}

Test(elf_image, segments_that_overlap_are_refused_before_anything_is_added)
{
    static const struct {
        uint64_t address;
        bool good;
    } cases[] = {
        {0x80000000 + sizeof code, true},
        {0x80000000 - sizeof code, true},
        {0x80000000, false},
        {0x80000000 + sizeof code - 1, false},
        {0x80000001 - sizeof code, false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_config config = config_of(64);
        struct rvt_image *image = NULL;
        struct rvt_diag diag;
        struct rvt_insn insn;
        size_t headers = 0;
        const char *path = with_second_segment(cases[i].address, &headers);

        rvt_diag_clear(&diag);
        cr_assert(eq(int, rvt_elf_open_empty(&config, &image, NULL), RVT_OK));
        enum rvt_status status = rvt_elf_add(path, image, &diag);
        cr_expect(eq(int, status, cases[i].good ? RVT_OK : RVT_ERR_SYNTAX), "case %zu", i);
        cr_expect(eq(int, rvt_image_insn(image, 0x80000000, &insn, NULL),
                     cases[i].good ? RVT_OK : RVT_ERR_NO_CODE));
        if (!cases[i].good)
            cr_expect(eq(u64, diag.position, headers + 56), "%s", diag.text);
        rvt_image_close(image);
    }
}

Test(elf_image, a_bias_moves_a_program)
{
    struct rvt_config config = config_of(64);
    struct rvt_image *image = NULL;
    struct rvt_diag diag;

    cr_assert(eq(int, rvt_elf_open_empty(&config, &image, NULL), RVT_OK));
    cr_expect(eq(int, rvt_elf_add_biased(written(64, 0x1000), 0x20000, image, &diag), RVT_OK));
    expect_code(image, 0x21000);
    cr_expect(eq(int,
                 rvt_elf_add_biased(written(64, 0x80000000), -UINT64_C(0x80000000), image, &diag),
                 RVT_OK));
    expect_code(image, 0);
    cr_expect(eq(int, rvt_elf_add_biased(written(64, 0x1000), UINT64_MAX - 0x1004, image, &diag),
                 RVT_ERR_SYNTAX));
    rvt_image_close(image);
    config = config_of(32);
    cr_assert(eq(int, rvt_elf_open_empty(&config, &image, NULL), RVT_OK));
    cr_expect(
        eq(int, rvt_elf_add_biased(written(32, 0x80000000), 0x80000000, image, &diag), RVT_OK));
    expect_code(image, 0);
    rvt_image_close(image);
}

/* A file that is cut or patched anywhere is refused, or its code is unchanged. Runs under
 * sanitizers as well. */
Test(elf_image, damaged_files_are_survived)
{
    uint64_t random = 7;
    size_t bytes = 0;
    char *file = scratch_read(written(64, 0x80000000), &bytes);
    char *copy = malloc(bytes);

    cr_assert(ne(ptr, copy, NULL));
    for (size_t length = 0; length < bytes; length += length < 80 ? 1 : 61) {
        struct rvt_image *image = NULL;
        struct rvt_diag diag;
        if (open_image(scratch_bytes("cut.elf", file, length), 64, &image, &diag) == RVT_OK)
            expect_code(image, 0x80000000);
        else
            cr_expect(lt(sz, length, bytes));
        rvt_image_close(image);
    }
    for (unsigned round = 0; round < 1500; ++round) {
        struct rvt_image *image = NULL;
        struct rvt_diag diag;
        memcpy(copy, file, bytes);
        for (unsigned patch = 0; patch <= round % 3; ++patch)
            copy[random_below(&random, 120)] = (char)next_random(&random);
        (void)open_image(scratch_bytes("patched.elf", copy, bytes), 64, &image, &diag);
        rvt_image_close(image);
    }
    free(copy);
    free(file);
}

Test(elf_image, raw_memory_joins_a_program_and_the_later_wins)
{
    static const uint8_t jump[] = {0x6f, 0, 0, 0};
    struct rvt_image *image = NULL;
    struct rvt_insn insn;
    struct rvt_diag diag;
    const char *raw = scratch_bytes("raw", jump, sizeof jump);

    cr_assert(eq(int, open_image(written(64, 0x80000000), 64, &image, &diag), RVT_OK));
    cr_expect(eq(int, rvt_elf_add_raw(raw, 0x1000, image, &diag), RVT_OK));
    cr_assert(eq(int, rvt_image_insn(image, 0x1000, &insn, NULL), RVT_OK));
    cr_expect(eq(u64, insn.target, 0x1000));
    expect_code(image, 0x80000000);
    cr_expect(eq(int, rvt_elf_add_raw(raw, 0x80000000, image, &diag), RVT_OK));
    cr_assert(eq(int, rvt_image_insn(image, 0x80000000, &insn, NULL), RVT_OK));
    cr_expect(eq(int, insn.kind, RVT_INSN_JUMP));
    cr_expect(eq(int, rvt_elf_add_raw(raw, UINT64_MAX - 1, image, &diag), RVT_ERR_PARAMETER));
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_elf_add_raw(scratch_text("empty", ""), 0, image, &diag), RVT_ERR_SYNTAX));
    rvt_image_close(image);
}

Test(elf_image, files_that_cannot_be_read_or_written)
{
    struct rvt_config config = config_of(64);
    struct rvt_image *image = NULL;
    struct rvt_diag diag;

    cr_expect(eq(int, open_image(scratch_path("none"), 64, &image, &diag), RVT_ERR_IO));
    rvt_diag_clear(&diag);
    cr_expect(
        eq(int, rvt_elf_write("/dev/full", &config, 0, code, sizeof code, &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, "cannot write: No space left on device"));
}

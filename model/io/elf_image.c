/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/elf_image.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>

#include "base/bits.h"
#include "io/bytes/file.h"

/* Refuses the file for the bytes at offset byte. */
static enum rvt_status refuse(struct rvt_diag *diag, uint64_t byte, const char *text)
{
    (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%s", text);
    rvt_diag_at(diag, "byte", byte);
    return RVT_ERR_SYNTAX;
}

/* A little-endian RISC-V file of the class for xlen. */
static enum rvt_status check_header(const GElf_Ehdr *header, unsigned xlen, struct rvt_diag *diag)
{
    unsigned bits = header->e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;

    if (header->e_machine != EM_RISCV)
        return refuse(diag, 18, "the ELF file is not for RISC-V");
    if (header->e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(diag, EI_DATA, "the ELF file is not little-endian");
    if (header->e_type == ET_CORE)
        return refuse(diag, 16, "the ELF file is no program: it is a core dump");
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN)
        return refuse(diag, 16, "the ELF file is no program: it is not linked");
    if (bits != xlen) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, "ETR-DISC-001",
                           "the ELF file is of class ELF%u, but the configuration traces RV%u",
                           bits, xlen);
        rvt_diag_at(diag, "byte", EI_CLASS);
        return RVT_ERR_SYNTAX;
    }
    return RVT_OK;
}

/* A file being added. */
struct loading {
    struct rvt_image *image;
    Elf *elf;
    const uint8_t *data;
    size_t bytes;
    uint64_t bias;
    GElf_Ehdr header;
    size_t count; /* program headers */
};

/* Where program header number index is. */
static uint64_t place_of(const struct loading *loading, size_t index)
{
    return loading->header.e_phoff + index * loading->header.e_phentsize;
}

/* Reads a program header. *loadable: the file has bytes of it to load. */
static enum rvt_status read_segment(const struct loading *loading, size_t index, GElf_Phdr *segment,
                                    bool *loadable, struct rvt_diag *diag)
{
    if (!gelf_getphdr(loading->elf, (int)index, segment))
        return refuse(diag, place_of(loading, index), "the program headers are incomplete");
    *loadable = segment->p_type == PT_LOAD && segment->p_filesz != 0;
    segment->p_vaddr =
        (segment->p_vaddr + loading->bias) & rvt_mask(rvt_image_xlen(loading->image));
    return RVT_OK;
}

/* Refuses a segment that cannot be loaded. */
static enum rvt_status check_segment(const struct loading *loading, const GElf_Phdr *segment,
                                     uint64_t byte, struct rvt_diag *diag)
{
    uint64_t top = rvt_mask(rvt_image_xlen(loading->image));

    if (segment->p_offset > loading->bytes ||
        segment->p_filesz > loading->bytes - segment->p_offset)
        return refuse(diag, byte, "a segment extends past the end of the file");
    if (segment->p_filesz > segment->p_memsz)
        return refuse(diag, byte, "a segment has more bytes in the file than in memory");
    if (segment->p_filesz - 1 > top - segment->p_vaddr)
        return refuse(diag, byte, "a segment extends past the end of the address space");
    return RVT_OK;
}

/* Refuses a segment whose bytes are those of another one before it: which of them count is
 * unknown. */
static enum rvt_status check_overlap(const struct loading *loading, const GElf_Phdr *segment,
                                     size_t index, struct rvt_diag *diag)
{
    GElf_Phdr other;
    bool loadable = false;

    for (size_t i = 0; i < index; i++) {
        enum rvt_status status = read_segment(loading, i, &other, &loadable, diag);
        if (status != RVT_OK)
            return status;
        if (loadable && other.p_vaddr <= segment->p_vaddr + (segment->p_filesz - 1) &&
            segment->p_vaddr <= other.p_vaddr + (other.p_filesz - 1))
            return refuse(diag, place_of(loading, index), "two segments have the same address");
    }
    return RVT_OK;
}

static enum rvt_status check_segments(const struct loading *loading, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;
    bool found = false, executable = false;

    for (size_t i = 0; i < loading->count && status == RVT_OK; i++) {
        GElf_Phdr segment;
        bool loadable = false;
        status = read_segment(loading, i, &segment, &loadable, diag);
        found = found || loadable;
        executable = executable || (loadable && (segment.p_flags & PF_X) != 0);
        if (status == RVT_OK && loadable)
            status = check_segment(loading, &segment, place_of(loading, i), diag);
        if (status == RVT_OK && loadable)
            status = check_overlap(loading, &segment, i, diag);
    }
    if (status == RVT_OK && !found)
        status = refuse(diag, loading->header.e_phoff, "the ELF file contains no loadable segment");
    else if (status == RVT_OK && !executable)
        status = refuse(diag, loading->header.e_phoff, "no segment of the ELF file is executable");
    return status;
}

/* Checks all of the file, then adds its segments. */
static enum rvt_status add_segments(struct loading *loading, struct rvt_diag *diag)
{
    if (!gelf_getehdr(loading->elf, &loading->header))
        return refuse(diag, 0, "the ELF header is damaged");
    enum rvt_status status = check_header(&loading->header, rvt_image_xlen(loading->image), diag);
    if (status == RVT_OK && elf_getphdrnum(loading->elf, &loading->count) != 0)
        status = refuse(diag, loading->header.e_phoff, "the program headers are damaged");
    if (status == RVT_OK)
        status = check_segments(loading, diag);
    for (size_t i = 0; i < loading->count && status == RVT_OK; i++) {
        GElf_Phdr segment;
        bool loadable = false;
        status = read_segment(loading, i, &segment, &loadable, diag);
        if (status != RVT_OK || !loadable)
            continue;
        status = rvt_image_add(loading->image, segment.p_vaddr, loading->data + segment.p_offset,
                               (size_t)segment.p_filesz);
        if (status != RVT_OK)
            return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    }
    return status;
}

enum rvt_status rvt_elf_add_biased(const char *path, uint64_t bias, struct rvt_image *image,
                                   struct rvt_diag *diag)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_file_load(path, RVT_ELF_BYTES_MAX, &data, &bytes, diag);

    if (status != RVT_OK)
        return status;
    Elf *elf = elf_version(EV_CURRENT) != EV_NONE ? elf_memory((char *)data, bytes) : NULL;
    if (!elf || elf_kind(elf) != ELF_K_ELF)
        status = refuse(diag, 0, "not an ELF file");
    else
        status = add_segments(
            &(struct loading){
                .image = image, .elf = elf, .data = data, .bytes = bytes, .bias = bias},
            diag);
    if (elf)
        (void)elf_end(elf);
    free(data);
    return status;
}

enum rvt_status rvt_elf_add(const char *path, struct rvt_image *image, struct rvt_diag *diag)
{
    return rvt_elf_add_biased(path, 0, image, diag);
}

enum rvt_status rvt_elf_add_raw(const char *path, uint64_t address, struct rvt_image *image,
                                struct rvt_diag *diag)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_file_load(path, RVT_ELF_BYTES_MAX, &data, &bytes, diag);

    if (status != RVT_OK)
        return status;
    if (bytes == 0)
        status = refuse(diag, 0, "the file is empty");
    else if (rvt_image_add(image, address, data, bytes) != RVT_OK)
        status = rvt_diag_set(diag, RVT_ERR_PARAMETER, "address", address, NULL,
                              "%zu bytes do not fit at this address", bytes);
    free(data);
    return status;
}

enum rvt_status rvt_elf_open_empty(const struct rvt_config *config, struct rvt_image **image,
                                   struct rvt_diag *diag)
{
    unsigned xlen = config->params.iaddress_width_p > 32 ? 64 : 32;
    bool uninferable = config->switches.jalr_x0 == RVT_JALR_X0_UNINFERABLE;
    enum rvt_status status = rvt_image_open(xlen, uninferable, image);

    if (status != RVT_OK)
        return rvt_diag_set(diag, status, NULL, 0, NULL, "cannot create the program image");
    rvt_image_set_custom(*image, &config->custom_insns);
    rvt_image_set_zcm(*image, config->switches.zcm);
    return RVT_OK;
}

enum rvt_status rvt_elf_open(const char *path, const struct rvt_config *config,
                             struct rvt_image **image, struct rvt_diag *diag)
{
    struct rvt_image *made = NULL;
    enum rvt_status status = rvt_elf_open_empty(config, &made, diag);

    if (status == RVT_OK)
        status = rvt_elf_add(path, made, diag);
    if (status != RVT_OK) {
        rvt_image_close(made);
        return status;
    }
    *image = made;
    return RVT_OK;
}

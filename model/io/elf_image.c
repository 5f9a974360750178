/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/elf_image.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>

#include "io/file.h"

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
    if (bits != xlen) {
        (void)rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, "ETR-DISC-001",
                           "the ELF file is of class ELF%u, but the configuration traces RV%u",
                           bits, xlen);
        rvt_diag_at(diag, "byte", EI_CLASS);
        return RVT_ERR_SYNTAX;
    }
    return RVT_OK;
}

/* Adds the bytes that the file has of a loadable segment; its program header is at byte. */
static enum rvt_status add_segment(struct rvt_image *image, const GElf_Phdr *header, uint64_t byte,
                                   const uint8_t *data, size_t bytes, struct rvt_diag *diag)
{
    uint64_t top = rvt_image_xlen(image) == 64 ? UINT64_MAX : UINT32_MAX;

    if (header->p_type != PT_LOAD || header->p_filesz == 0)
        return RVT_OK;
    if (header->p_offset > bytes || header->p_filesz > bytes - header->p_offset)
        return refuse(diag, byte, "a segment extends past the end of the file");
    if (header->p_vaddr > top || header->p_filesz - 1 > top - header->p_vaddr)
        return refuse(diag, byte, "a segment extends past the end of the address space");
    enum rvt_status status =
        rvt_image_add(image, header->p_vaddr, data + header->p_offset, (size_t)header->p_filesz);
    return status == RVT_OK
               ? RVT_OK
               : rvt_diag_set(diag, status, NULL, 0, NULL, "a segment does not fit into the image");
}

static enum rvt_status add_segments(struct rvt_image *image, Elf *elf, const uint8_t *data,
                                    size_t bytes, struct rvt_diag *diag)
{
    GElf_Ehdr header;
    size_t count = 0;
    bool found = false;

    if (!gelf_getehdr(elf, &header))
        return refuse(diag, 0, "the ELF header is damaged");
    enum rvt_status status = check_header(&header, rvt_image_xlen(image), diag);
    if (status == RVT_OK && elf_getphdrnum(elf, &count) != 0)
        status = refuse(diag, header.e_phoff, "the program headers are damaged");
    for (size_t index = 0; status == RVT_OK && index < count; index++) {
        GElf_Phdr segment;
        uint64_t byte = header.e_phoff + index * header.e_phentsize;
        if (!gelf_getphdr(elf, (int)index, &segment))
            return refuse(diag, byte, "the program headers are incomplete");
        found = found || (segment.p_type == PT_LOAD && segment.p_filesz != 0);
        status = add_segment(image, &segment, byte, data, bytes, diag);
    }
    if (status == RVT_OK && !found)
        status = refuse(diag, header.e_phoff, "the ELF file contains no loadable segment");
    return status;
}

enum rvt_status rvt_elf_add(const char *path, struct rvt_image *image, struct rvt_diag *diag)
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
        status = add_segments(image, elf, data, bytes, diag);
    if (elf)
        (void)elf_end(elf);
    free(data);
    return status;
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

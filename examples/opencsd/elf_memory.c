/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "elf_memory.h"

#include <elf.h>
#include <string.h>

/* OpenCSD asks for bytes of a segment; it gets those up to the end of the page. */
static uint32_t read_page(const void *context, const ocsd_vaddr_t address,
                          const ocsd_mem_space_acc_t space, const uint32_t wanted, uint8_t *data)
{
    const struct elf_segment *segment = context;
    uint64_t at = address - segment->address, bytes = ELF_PAGE_BYTES - address % ELF_PAGE_BYTES;

    (void)space;
    if (address < segment->address || at >= segment->bytes)
        return 0;
    if (bytes > segment->bytes - at)
        bytes = segment->bytes - at;
    if (bytes > wanted)
        bytes = wanted;
    if (fseek(segment->file, (long)(segment->offset + at), SEEK_SET) != 0)
        return 0;
    return (uint32_t)fread(data, 1, bytes, segment->file);
}

static bool add_segment(struct elf_memory *memory, const Elf64_Phdr *header, dcd_tree_handle_t tree)
{
    if (header->p_type != PT_LOAD || header->p_filesz == 0)
        return true;
    if (memory->segments == ELF_SEGMENTS)
        return false;
    struct elf_segment *segment = &memory->segment[memory->segments++];
    segment->file = memory->file;
    segment->address = header->p_vaddr;
    segment->offset = header->p_offset;
    segment->bytes = header->p_filesz;
    return ocsd_dt_add_callback_mem_acc(tree, segment->address,
                                        segment->address + segment->bytes - 1, OCSD_MEM_SPACE_ANY,
                                        read_page, segment) == OCSD_OK;
}

static Elf64_Phdr widen(const Elf32_Phdr *header)
{
    Elf64_Phdr wide;

    memset(&wide, 0, sizeof wide);
    wide.p_type = header->p_type;
    wide.p_vaddr = header->p_vaddr;
    wide.p_offset = header->p_offset;
    wide.p_filesz = header->p_filesz;
    return wide;
}

/* The program header at offset of the file; its size tells the class. */
static bool read_header(FILE *file, uint64_t offset, size_t size, Elf64_Phdr *header)
{
    Elf32_Phdr narrow;

    if (fseek(file, (long)offset, SEEK_SET) != 0)
        return false;
    if (size == sizeof *header)
        return fread(header, sizeof *header, 1, file) == 1;
    if (size != sizeof narrow || fread(&narrow, sizeof narrow, 1, file) != 1)
        return false;
    *header = widen(&narrow);
    return true;
}

/* Where the program headers are: offset, number, and size of each. */
static bool find_headers(FILE *file, uint64_t *offset, unsigned *number, size_t *size)
{
    union {
        unsigned char ident[EI_NIDENT];
        Elf32_Ehdr narrow;
        Elf64_Ehdr wide;
    } elf;

    memset(&elf, 0, sizeof elf);
    size_t got = fread(&elf, 1, sizeof elf, file);
    if (got < sizeof elf.narrow || memcmp(elf.ident, ELFMAG, SELFMAG) != 0 ||
        elf.ident[EI_DATA] != ELFDATA2LSB)
        return false;
    bool wide = elf.ident[EI_CLASS] == ELFCLASS64;
    *offset = wide ? elf.wide.e_phoff : elf.narrow.e_phoff;
    *number = wide ? elf.wide.e_phnum : elf.narrow.e_phnum;
    *size = wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
    return true;
}

bool elf_memory_open(struct elf_memory *memory, const char *path, dcd_tree_handle_t tree)
{
    uint64_t offset = 0;
    unsigned number = 0;
    size_t size = 0;
    Elf64_Phdr header;

    memset(memory, 0, sizeof *memory);
    memory->file = fopen(path, "rb");
    if (memory->file == NULL || !find_headers(memory->file, &offset, &number, &size))
        return false;
    for (unsigned i = 0; i < number; i++)
        if (!read_header(memory->file, offset + i * size, size, &header) ||
            !add_segment(memory, &header, tree))
            return false;
    return memory->segments > 0;
}

void elf_memory_close(struct elf_memory *memory)
{
    if (memory->file != NULL)
        (void)fclose(memory->file);
}

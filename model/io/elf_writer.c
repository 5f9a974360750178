/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/elf_writer.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/file.h"
#include "io/bytes/output.h"

enum { PAGE_BYTES = 4096, HALFWORD_BYTES = 2 };

/* A copy of code that libelf may own a pointer to. */
struct program {
    unsigned xlen;
    uint64_t address;
    uint8_t *code;
    size_t bytes;
};

static bool describe(Elf *elf, const struct program *program)
{
    int class = program->xlen == 64 ? ELFCLASS64 : ELFCLASS32;
    GElf_Ehdr header;
    GElf_Phdr segment;

    if (!gelf_newehdr(elf, class) || !gelf_newphdr(elf, 1) || !gelf_getehdr(elf, &header) ||
        !gelf_getphdr(elf, 0, &segment))
        return false;
    Elf_Scn *section = elf_newscn(elf);
    Elf_Data *data = section ? elf_newdata(section) : NULL;
    GElf_Shdr text;
    uint64_t alignment = program->address % PAGE_BYTES ? HALFWORD_BYTES : PAGE_BYTES;

    if (!data || !gelf_getshdr(section, &text))
        return false;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_machine = EM_RISCV;
    header.e_type = ET_EXEC;
    header.e_version = EV_CURRENT;
    header.e_entry = program->address;
    header.e_flags = EF_RISCV_RVC;
    *data = (Elf_Data){.d_buf = program->code,
                       .d_type = ELF_T_BYTE,
                       .d_size = program->bytes,
                       .d_align = alignment,
                       .d_version = EV_CURRENT};
    text.sh_type = SHT_PROGBITS;
    text.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    text.sh_addr = program->address;
    if (!gelf_update_ehdr(elf, &header) || !gelf_update_shdr(section, &text) ||
        elf_update(elf, ELF_C_NULL) < 0 || !gelf_getshdr(section, &text))
        return false;
    segment = (GElf_Phdr){.p_type = PT_LOAD,
                          .p_flags = PF_R | PF_X,
                          .p_offset = text.sh_offset,
                          .p_vaddr = program->address,
                          .p_paddr = program->address,
                          .p_filesz = program->bytes,
                          .p_memsz = program->bytes,
                          .p_align = alignment};
    return gelf_update_phdr(elf, 0, &segment) != 0;
}

/* Writes the ELF file of program into file. */
static enum rvt_status build(FILE *file, const struct program *program, struct rvt_diag *diag)
{
    Elf *elf =
        elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fileno(file), ELF_C_WRITE, NULL) : NULL;
    bool good = elf && describe(elf, program) && elf_update(elf, ELF_C_WRITE) >= 0;

    if (!good)
        (void)rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "cannot build the ELF file: %s",
                           elf_errmsg(-1));
    if (elf)
        (void)elf_end(elf);
    return good ? RVT_OK : RVT_ERR_IO;
}

static enum rvt_status copy(FILE *file, const char *path, struct rvt_diag *diag)
{
    struct rvt_output *output = NULL;
    uint8_t buffer[PAGE_BYTES];
    enum rvt_status status = rvt_output_open(path, &output, diag);

    if (status != RVT_OK)
        return status;
    rewind(file);
    for (size_t got = 1; got;) {
        got = fread(buffer, 1, sizeof buffer, file);
        rvt_output_write(output, buffer, got);
    }
    if (ferror(file)) {
        rvt_output_discard(output);
        return rvt_file_fault(diag, "cannot read a temporary file", errno);
    }
    return rvt_output_finish(output, diag);
}

enum rvt_status rvt_elf_write(const char *path, const struct rvt_config *config, uint64_t address,
                              const uint8_t *code, size_t bytes, struct rvt_diag *diag)
{
    struct program program = {.xlen = config->params.iaddress_width_p > 32 ? 64 : 32,
                              .address = address,
                              .code = malloc(bytes + 1),
                              .bytes = bytes};
    FILE *file = program.code ? tmpfile() : NULL;

    if (!file) {
        enum rvt_status status = rvt_file_fault(diag, "cannot create a temporary file", errno);
        free(program.code);
        return status;
    }
    memcpy(program.code, code, bytes);
    enum rvt_status status = build(file, &program, diag);
    if (status == RVT_OK)
        status = copy(file, path, diag);
    (void)fclose(file);
    free(program.code);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/faults/selection.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char nowhere[RVT_FAULTS_MAX];

unsigned rvt_fault_active;
unsigned char *rvt_fault_reached = nowhere;

__attribute__((constructor)) static void select_fault(void)
{
    const char *number = getenv("RVT_FAULT");
    const char *path = getenv("RVT_FAULT_REACHED");

    if (number != NULL)
        rvt_fault_active = (unsigned)strtoul(number, NULL, 10);
    if (path != NULL) {
        int file = open(path, O_RDWR);
        void *shared = mmap(NULL, RVT_FAULTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

        if (shared == MAP_FAILED)
            abort();
        rvt_fault_reached = shared;
        close(file);
    }
}

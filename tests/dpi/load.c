/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * usage: load LIBRARY NAME...
 * Loads librvt_dpi.so as a simulator does with -sv_lib: this program has no function of svdpi.h, so
 * that a library that needs one cannot be loaded. Looks up each name, and opens a scoreboard
 * without a configuration, which must be refused with a text. Prints what is wrong.
 * exit: 0 all holds, 1 otherwise
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void *open_function(const char *, const char *, unsigned char, unsigned char, unsigned char,
                            unsigned, unsigned, unsigned, unsigned char, unsigned char,
                            unsigned char);
typedef const char *error_function(void *);
typedef void close_function(void *);

/* POSIX lets a pointer to data hold a function; ISO C has no conversion. */
union symbol {
    void *data;
    open_function *open;
    error_function *error;
    close_function *close;
};

static union symbol symbol_of(void *library, const char *name, int *missing)
{
    const union symbol found = {dlsym(library, name)};

    if (found.data == NULL) {
        printf("%s is missing\n", name);
        ++*missing;
    }
    return found;
}

int main(int argc, char **argv)
{
    void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int missing = 0;

    if (library == NULL) {
        printf("%s\n", argc > 2 ? dlerror() : "usage: load LIBRARY NAME...");
        return 1;
    }
    for (int i = 2; i < argc; i++)
        symbol_of(library, argv[i], &missing);
    const union symbol open = symbol_of(library, "c_dpi_rvt_open", &missing);
    const union symbol error = symbol_of(library, "c_dpi_rvt_error", &missing);
    const union symbol close = symbol_of(library, "c_dpi_rvt_close", &missing);
    if (missing != 0)
        return 1;
    void *handle = open.open("", "", 1, 0, 0, 0, 0, 1, 0, 0, 0);
    const int refused = handle != NULL && strstr(error.error(handle), "no configuration") != NULL;
    close.close(handle);
    if (!refused)
        printf("a scoreboard without a configuration is not refused\n");
    return refused && dlclose(library) == 0 ? 0 : 1;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#define _GNU_SOURCE /* O_TMPFILE; NOLINT(bugprone-reserved-identifier) */
#include "io/bytes/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINK_BYTES = 32 };

/* The name by which an unnamed file is linked. */
static void link_of(int fd, char name[LINK_BYTES])
{
    (void)snprintf(name, LINK_BYTES, "/proc/self/fd/%d", fd);
}

/* path with suffix; null with errno. */
static char *extended(const char *path, const char *suffix)
{
    size_t bytes = strlen(path) + strlen(suffix) + 1;
    char *made = malloc(bytes);

    if (made != NULL)
        (void)snprintf(made, bytes, "%s%s", path, suffix);
    return made;
}

/* A file without a name in the folder of path; -1: there is no such file here. */
static int open_unnamed(const char *path)
{
    char *folder = extended(path, "");
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    char name[LINK_BYTES];

    if (folder == NULL)
        return -1;
    if (slash != NULL)
        slash[slash == folder] = '\0';
    int fd = open(slash != NULL ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    if (fd < 0)
        return -1;
    link_of(fd, name);
    if (access(name, F_OK) == 0)
        return fd;
    (void)close(fd); /* no /proc: it could not be linked */
    return -1;
}

/* A file of the temporary name, with the permissions of a new file. */
static int open_named(char *temporary)
{
    int fd = mkstemp(temporary);

    if (fd >= 0) {
        mode_t mask = umask(0);
        (void)umask(mask);
        (void)fchmod(fd, 0666 & ~mask);
    }
    return fd;
}

int rvt_replacement_open(const char *path, struct rvt_replacement *made)
{
    char *target = realpath(path, NULL); /* null if there is no such file yet */
    int fd = -1;

    made->path = target ? target : extended(path, "");
    made->temporary = made->path ? extended(made->path, ".XXXXXX") : NULL;
    made->unnamed = made->temporary ? open_unnamed(made->path) : -1;
    if (made->unnamed >= 0)
        fd = dup(made->unnamed);
    else if (made->temporary)
        fd = open_named(made->temporary);
    if (fd < 0) {
        int error = errno;
        rvt_replacement_release(made);
        errno = error;
    }
    return fd;
}

/* Gives an unnamed file a temporary name that nothing else has. */
static bool name_it(struct rvt_replacement *file, const char *link)
{
    enum { TRIES = 100 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    char *end = file->temporary + strlen(file->temporary) - 6;

    for (unsigned try = 0; try < TRIES; try++) {
        unsigned long number = (unsigned long)getpid() * TRIES + try;
        for (unsigned i = 0; i < 6; i++)
            end[i] = letters[number >> (5 * i) & 31];
        if (linkat(AT_FDCWD, link, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* Gives an unnamed file the name of one that exists. No signal ends the process in between. */
static bool replace(struct rvt_replacement *file, const char *link)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = name_it(file, link) && rename(file->temporary, file->path) == 0;
    int error = errno;
    if (!done)
        (void)unlink(file->temporary);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

bool rvt_replacement_install(struct rvt_replacement *file)
{
    char link[LINK_BYTES];
    bool done;

    if (file->unnamed < 0) {
        done = rename(file->temporary, file->path) == 0;
    } else {
        link_of(file->unnamed, link);
        done = linkat(AT_FDCWD, link, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0 ||
               (errno == EEXIST && replace(file, link));
    }
    if (done) {
        free(file->temporary);
        file->temporary = NULL;
    }
    return done;
}

void rvt_replacement_release(struct rvt_replacement *file)
{
    if (file->unnamed >= 0)
        (void)close(file->unnamed);
    else if (file->temporary)
        (void)unlink(file->temporary);
    free(file->path);
    free(file->temporary);
    *file = (struct rvt_replacement){.unnamed = -1};
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/version.h>

const char *rvt_version(void)
{
    return RVT_VERSION_STRING;
}

int rvt_version_number(void)
{
    return RVT_VERSION;
}

# SPDX-FileCopyrightText: 2026 Retryscope contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes OUTPUT, the source that holds the version with the commit, if that differs from what is there. It runs at each
# build, because a commit changes no file that the build reads. The commit is that of git or, in a source package, of the
# file COMMIT.
#
# cmake -D VERSION=0.1.0 -D SOURCE=DIR -D OUTPUT=FILE -P full_version.cmake
set(commit "")
if(EXISTS ${SOURCE}/COMMIT)
    file(STRINGS ${SOURCE}/COMMIT commit LIMIT_COUNT 1 REGEX "^[0-9a-f]+$")
elseif(EXISTS ${SOURCE}/.git)
    execute_process(
        COMMAND git -C ${SOURCE} rev-parse --short=7 HEAD
        OUTPUT_VARIABLE commit
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit)
    string(APPEND VERSION "+g${commit}")
endif()
file(
    CONFIGURE
    OUTPUT ${OUTPUT}
    CONTENT [[#include "app/version/full_version.h"

const char* const retryscope::kFullVersion = "@VERSION@";
]]
    @ONLY)

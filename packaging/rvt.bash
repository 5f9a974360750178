# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# Completion of rvt for bash: commands and options as their --help lists them, then file names.

_rvt() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} rvt=${COMP_WORDS[0]} words=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="--help --version $("$rvt" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')"
    elif [[ $word == -* ]]; then
        words=$("$rvt" "${COMP_WORDS[1]}" --help 2>/dev/null |
            grep -oE -- '^ +(-[a-z], )?--[a-z-]+|^ +-[a-z], ' | grep -oE -- '--?[a-z-]+')
    elif [[ $previous == --as || $previous == --out || $previous == --to ]]; then
        words=$("$rvt" "${COMP_WORDS[1]}" --help 2>/dev/null | tr -s ' \n' ' ' |
            grep -oE -- "${previous} FORM( of [A-Z]+[,:])? [^-]*" | grep -oE '\b[a-z]+[,:]' | tr -d ',:')
    fi
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _rvt rvt

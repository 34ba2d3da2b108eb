# bash completion of serai; install as /usr/share/bash-completion/completions/serai.
# The program itself knows what may follow: see `serai __complete`.
_serai()
{
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}") found
    # bash splits at = and :, the program does not.
    if declare -F _get_comp_words_by_ref >/dev/null; then
        local cur words_ cword
        _get_comp_words_by_ref -n =: -w words_ -i cword -c cur
        words=("${words_[@]:1:cword}")
    fi
    mapfile -t found < <("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null)
    if [[ ${found[0]} == "<file>" ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        return
    fi
    COMPREPLY=("${found[@]}")
    if declare -F __ltrim_colon_completions >/dev/null; then
        __ltrim_colon_completions "${words[-1]}"
    fi
}
complete -F _serai serai

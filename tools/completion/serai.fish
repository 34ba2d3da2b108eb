# fish completion of serai; install as ~/.config/fish/completions/serai.fish.
# The program itself knows what may follow: see `serai __complete`.
function __serai_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$found[1]" = "<file>"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c serai -f -a '(__serai_complete)'

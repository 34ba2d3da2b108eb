#!/usr/bin/env python3
"""What `meson install` lays down, used as a stranger would: library.py ROOT BUILD. Prints TAP.

Installs into a folder of its own, builds examples/match.c against what is there with pkg-config alone (shared,
static, and the headers as C++), runs it, and compares what the library exports with its headers and with the
list that the interface promises (packaging/libserai.symbols)."""
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, report, run  # noqa: E402


def find(folder, name):
    for base, _, names in os.walk(folder):
        if name in names:
            return os.path.join(base, name)
    return None


def flags(pc, prefix, *what):
    env = {"PKG_CONFIG_LIBDIR": os.path.dirname(pc)}
    return run("pkg-config", f"--define-variable=prefix={prefix}", *what, "serai", env=env).stdout.split()


def compile_and_run(name, compiler, source, out, arguments, env=None):
    built = run(*compiler, source, "-o", out, *arguments)
    if built.returncode != 0:
        report(name, False, built.stdout)
        return ""
    done = run(out, "yspahan", "3", "42", env=env)
    report(name, done.returncode == 0 and done.stdout.count("points") == 3, done.stdout)
    return done.stdout


def symbols(library):
    out = run("nm", "-D", "--defined-only", library).stdout
    return sorted(re.sub(r"@.*", "", line.split()[2]) for line in out.split("\n") if len(line.split()) == 3
                  and line.split()[1] in "TDRB")


def check_exports(root, library):
    """The headers, the library and the promise say the same."""
    with tempfile.NamedTemporaryFile("r") as told:
        headers = sorted(os.path.join(root, "include/serai", h) for h in os.listdir(f"{root}/include/serai"))
        run(sys.executable, f"{root}/tools/exports", "list", told.name, *headers)
        declared = open(told.name, encoding="ascii").read().split()
    there = symbols(library)
    report("every declared name is exported, and nothing else", there == declared,
           f"missing {set(declared) - set(there)}, more {set(there) - set(declared)}")
    with open(f"{root}/packaging/libserai.symbols", encoding="ascii") as f:
        promised = f.read().split()
    gone, new = set(promised) - set(there), set(there) - set(promised)
    report("the promised interface stands", not gone and not new,
           f"gone: {sorted(gone)} (breaks programs: raise SERAI_ABI); new: {sorted(new)} "
           "(tools/exports list packaging/libserai.symbols include/serai/*.h)")


def check_installed(prefix):
    wanted = ["bin/serai", "include/serai/serai.h", "share/man/man1/serai.1", "share/man/man7/serai-engine.7",
              "share/man/man7/serai-formats.7", "share/bash-completion/completions/serai",
              "share/zsh/site-functions/_serai", "share/fish/vendor_completions.d/serai.fish",
              "share/applications/serai.desktop", "share/icons/hicolor/scalable/apps/serai.svg"]
    missing = [path for path in wanted if not os.path.exists(os.path.join(prefix, path))]
    report("program, headers, manual pages, completions, menu", not missing, missing)
    if shutil.which("man"):
        bad = []
        for section, page in (("1", "serai.1"), ("7", "serai-engine.7"), ("7", "serai-formats.7")):
            told = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", f"{prefix}/share/man/man{section}/{page}",
                       env={"MANROFFSEQ": "", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}).stdout
            bad += [line for line in told.split("\n") if re.search(r":\d+: (warning|error)", line)
                    and "can't break" not in line]
        report("manual pages are well formed", not bad, "\n".join(bad))


def main(root, build):
    with tempfile.TemporaryDirectory() as folder:
        done = run("meson", "install", "-C", build, "--no-rebuild", "--quiet", env={"DESTDIR": folder})
        pc = find(folder, "serai.pc")
        report("meson install", done.returncode == 0 and pc is not None, done.stdout)
        if pc:
            program = next(os.path.join(base, "serai") for base, _, names in os.walk(folder)
                           if base.endswith("/bin") and "serai" in names)
            prefix = os.path.dirname(os.path.dirname(program))
            check_installed(prefix)
            library = find(folder, "libserai.so.0")
            report("the soname is libserai.so.0", library and "libserai.so.0" in run("objdump", "-p", library).stdout)
            check_exports(root, library)
            source, strict = f"{root}/examples/match.c", ["-std=c17", "-Wall", "-Wextra", "-Werror"]
            told = compile_and_run("an example against the shared library", ["cc", *strict], source, f"{folder}/shared",
                                   flags(pc, prefix, "--cflags", "--libs"),
                                   {"LD_LIBRARY_PATH": os.path.dirname(library)})
            same = compile_and_run("the same against the static one", ["cc", *strict], source, f"{folder}/static",
                                   flags(pc, prefix, "--cflags") + [find(folder, "libserai.a"), "-pthread", "-lm"])
            report("both play the same game", told and told == same, told + same)
            compile_and_run("the same as C++", ["c++", "-std=c++20", "-x", "c++"], source, f"{folder}/cxx",
                            ["-x", "none", *flags(pc, prefix, "--cflags", "--libs")],
                            {"LD_LIBRARY_PATH": os.path.dirname(library)})
            version = run("pkg-config", "--modversion", "serai", env={"PKG_CONFIG_LIBDIR": os.path.dirname(pc)}).stdout
            report("pkg-config and the program name one version", version.strip() in run(program, "--version").stdout)
    return finish()


sys.exit(main(*sys.argv[1:]))

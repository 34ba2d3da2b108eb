#!/usr/bin/env python3
"""What the documents claim and a program can check: documents.py ROOT SERAI. Prints TAP.

Links lead somewhere, files that are named are there, commands, options and targets exist, every document is in
the index, and the dialogue in docs/engine.md is what the program answers."""
import glob
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, report  # noqa: E402

# First folders of paths in the tree; what begins otherwise is somebody else's.
TOPS = ("src", "include", "docs", "tests", "tools", "web", "po", "data", "examples", "packaging", "python", "npm")


def anchor(heading):
    text = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text))


class Document:
    def __init__(self, root, path):
        self.path, self.folder = path, os.path.dirname(path)
        with open(os.path.join(root, path), encoding="utf-8") as f:
            self.text = f.read()
        self.prose = re.sub(r"^```.*?^```", "", self.text, flags=re.M | re.S)
        self.anchors = {anchor(h) for h in re.findall(r"^#+ (.*)", self.prose, re.M)}
        self.code = [part for block in re.findall(r"^```\w*\n(.*?)^```", self.text, re.M | re.S)
                     for part in block.replace("\\\n", " ").split("\n")] + re.findall(r"`([^`\n]+)`", self.prose)


def links(root, documents):
    known = {d.path: d for d in documents}
    for d in documents:
        for target in re.findall(r"\]\(([^)\s]+)\)", d.prose):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, part = target.partition("#")
            path = os.path.normpath(os.path.join(d.folder, file)) if file else d.path
            if not os.path.exists(os.path.join(root, path)):
                yield f"{d.path}: {target} is not there"
            elif part and path in known and part not in known[path].anchors:
                yield f"{d.path}: {path} has no heading #{part}"


def files(root, documents):
    for d in documents:
        for word in re.findall(r"`([\w.-]+(?:/[\w.*<>{},-]+)+/?)`", d.prose):
            if not word.startswith(TOPS) or not word.split("/")[0] in TOPS or word.startswith("web/dist"):
                continue
            pattern = re.sub(r"<[^>]*>", "*", word)
            pattern = re.sub(r"\{[^}]*\}", "*", pattern)
            if not glob.glob(os.path.join(root, pattern)):
                yield f"{d.path}: {word} is not there"


def commands(documents, helped):
    options = {c["command"]: {o["option"] for o in c["options"]} | {"lang", "help"} for c in helped}
    for d in documents:
        for line in d.code:
            line = line.split("#")[0]
            for words in re.findall(r"(?:^|[\s;|&(])(?:build/)?serai ([a-z]+)((?:\s[^|;&)]*)?)", line):
                command, rest = words
                if command not in options:
                    yield f"{d.path}: there is no command 'serai {command}': {line.strip()[:80]}"
                    continue
                for option in re.findall(r"(?<=\s)--([a-z][a-z-]*)", " " + re.sub(r"'[^']*'|\"[^\"]*\"", "", rest)):
                    if option not in options[command]:
                        yield f"{d.path}: serai {command} has no --{option}"


def targets(root, documents):
    with open(os.path.join(root, "Makefile"), encoding="utf-8") as f:
        known = set(re.findall(r"^([a-z][a-z-]*):", f.read(), re.M))
    for d in documents:
        for line in d.code:
            for target in re.findall(r"(?:^|&& |sudo )make ([a-z][a-z-]*)", line):
                if target not in known:
                    yield f"{d.path}: there is no 'make {target}'"


def index(root, documents):
    listed = next(d for d in documents if d.path == "docs/README.md").text
    for d in documents:
        name = d.path.removeprefix("docs/")
        if re.fullmatch(r"docs/[\w-]+\.md", d.path) and name != "README.md" and f"({name})" not in listed:
            yield f"docs/README.md does not list {name}"
    for path in glob.glob(os.path.join(root, "docs/rules/*.md")):
        name = os.path.basename(path)
        if name.count(".") == 1 and name != "blank.md" and f"(rules/{name})" not in listed:
            yield f"docs/README.md does not list rules/{name}"


def dialogue(documents, serai):
    """`> ` goes in, `< ` comes out."""
    text = next(d for d in documents if d.path == "docs/engine.md").text
    for block in re.findall(r"^```\n(> .*?)^```", text, re.M | re.S):
        lines = block.strip().split("\n")
        said = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
        told = [line[2:] for line in lines if line.startswith("< ")]
        out = subprocess.run([serai, "engine"], input=said, capture_output=True, text=True, check=False).stdout.split("\n")
        if [line for line in out if line] != told:
            yield f"docs/engine.md: the engine answers {' / '.join(out)}"


def check(name, wrong):
    wrong = list(wrong)
    report(name, not wrong, "\n".join(wrong[:20]))


def main(root, serai):
    paths = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                           capture_output=True, text=True, check=True).stdout.split()
    documents = [Document(root, p) for p in paths if os.path.exists(os.path.join(root, p))
                 and not p.startswith((".github", "shared"))]
    helped = json.loads(subprocess.run([serai, "help", "--json"], capture_output=True, text=True, check=True).stdout)
    check("links lead somewhere", links(root, documents))
    check("files that are named are there", files(root, documents))
    check("commands and options exist", commands(documents, helped))
    check("targets of make exist", targets(root, documents))
    check("the index has every document", index(root, documents))
    check("the dialogue with an engine is true", dialogue(documents, serai))
    return finish()


sys.exit(main(*sys.argv[1:]))

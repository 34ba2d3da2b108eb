#!/usr/bin/env python3
"""Missing and stale texts: catalogue.py ROOT CONTRACT. Prints TAP.

CONTRACT --keys tells which keys follow from the vocabularies of the games and which arguments their
patterns may use. Every other key must be named in the sources, whole or in pieces: a program that
makes "serai.opt." + name has both parts as string literals."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

LANGS = ("en", "fr", "ru")
# Articles that depend on the word filled in after them.
ARTICLE = {"en": re.compile(r"\ban? \{", re.I),
           "fr": re.compile(r"\b(?:du|de la|au|à la|une?) \{|\b[ld]’\{", re.I)}
PLACE = re.compile(r"\{([a-z_0-9]+)(?::([a-z_0-9]+))?\}")


def read_catalogues(root, domains):
    texts = {}
    for lang in LANGS:
        with tempfile.NamedTemporaryFile() as out:
            files = [f"{root}/po/{lang}/{d}.po" for d in domains if os.path.exists(f"{root}/po/{lang}/{d}.po")]
            subprocess.run([sys.executable, f"{root}/tools/catalogue", "json", out.name, lang, *files], check=True)
            texts[lang] = {k: v if isinstance(v, list) else [v] for k, v in json.load(out).items()}
    return texts


def needed_keys(contract):
    """key: arguments; and the keys that may be there or not."""
    keys, optional = {}, {}
    for line in subprocess.run([contract, "--keys"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if line:
            key, *args = line.split()
            (optional if key[0] == "?" else keys)[key.lstrip("?")] = set(args)
    return keys, optional


def literals(root):
    """Whole string literals of the sources, and all words in them."""
    whole, words = set(), set()
    for pattern in ("src/**/*.[ch]", "include/**/*.h", "web/src/**/*.ts", "web/src/**/*.tsx", "web/*.html",
                    "src/games/games.def"):
        for path in glob.glob(f"{root}/{pattern}", recursive=True):
            with open(path, encoding="utf-8") as f:
                source = f.read()
            if path.endswith(".def"):
                words.update(re.findall(r"\w+", source))
            if path.endswith((".ts", ".tsx")): # the members of an object literal are names, too
                words.update(re.findall(r"^\s*(\w+):", source, re.M))
            if path.endswith(".html"):
                words.update(re.findall(r"[\w-]+", source))
            for quoted in re.findall(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`', source):
                for text in quoted:
                    whole.add(text)
                    words.update(re.findall(r"[\w-]+", text))
    return whole, words


def reasons(root, games):
    """Keys of what the games say where an edition cannot be played (lab_why, whyText)."""
    keys = set()
    for game in games:
        path = f"{root}/src/games/{game}/edition.c"
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                found = re.findall(r'return\s+((?:"[^"]*"\s*)+);', f.read())
            keys.update(".".join(["lab.cannot", *re.findall(r"[a-z0-9_]+", "".join(re.findall(r'"([^"]*)"', text)).lower())])
                        for text in found)
    return keys


def mentioned(segment, words):
    """A word of the sources, or made of two: "act_" + "walls"."""
    return segment.isdigit() or segment in words or any(
        segment[:i] in words and segment[i:] in words
        for i in range(2, len(segment)) if segment[i - 1] == "_")


def places(forms):
    return {name for form in forms for name, _ in PLACE.findall(form)}


def main(root, contract):
    keys, optional = needed_keys(contract)
    games = sorted({k.split(".")[0] for k in keys})
    # Texts of games that were left out of this build are not looked at.
    known = set(re.findall(r"^GAME\((\w+)\)", open(f"{root}/src/games/games.def", encoding="utf-8").read(), re.M))
    domains = [os.path.basename(p)[:-3] for p in sorted(glob.glob(f"{root}/po/en/*.po"))]
    domains = [d for d in domains if d in games or d not in known]
    left_out = known - set(games)
    texts = {lang: {key: forms for key, forms in have.items() if not left_out & set(key.split("."))}
             for lang, have in read_catalogues(root, domains).items()}
    whole, words = literals(root)
    cannot = reasons(root, known)
    families = {".".join(k.split(".")[:2]) for k in list(keys) + list(optional)}
    units = {unit for have in texts.values() for forms in have.values() for form in forms
             for _, unit in PLACE.findall(form)}
    problems = {}

    def problem(check, text):
        problems.setdefault(check, []).append(text)

    checks = []
    for lang in LANGS:
        have = texts[lang]
        missing, stale, args, alike = (f"{lang}: {what}" for what in (
            "no text is missing", "no text is stale", "patterns use arguments that exist", "texts are texts"))
        checks += [missing, stale, args, alike]
        for key in sorted(set(keys) | set(texts["en"]) | set(texts["fr"]) | set(texts["ru"])):
            if key not in have and not (key in optional and key not in texts["en"]):
                problem(missing, key)
        for key in cannot - set(have):
            problem(missing, key)
        for key in have:
            if key.startswith("lab.cannot.") and key not in cannot:
                problem(stale, key)
        for key, forms in have.items():
            segments = key.split(".")
            if key in keys or key in optional or key in whole:
                pass
            elif segments[0] == "unit":
                if segments[1] not in units and segments[1] not in words and not left_out: # they may use it
                    problem(stale, key)
            elif ".".join(segments[:2]) in families or not all(mentioned(s, words) for s in segments):
                problem(stale, key)
            allowed = keys.get(key, optional.get(key))
            if allowed is None:
                allowed = places(texts["en"].get(key, forms))
                if segments[0] == "unit":
                    allowed = {"n"}
            if places(forms) - allowed:
                problem(args, f"{key}: {', '.join(sorted(places(forms) - allowed))}")
            if key not in keys and key not in optional and places(forms) != places(texts["en"].get(key, forms)):
                problem(args, f"{key}: not the arguments of the English text")
            for form in forms:
                for _, unit in PLACE.findall(form):
                    if unit and "unit." + unit not in have:
                        problem(args, f"{key}: no unit.{unit}")
                if "{" in PLACE.sub("", form) or "}" in PLACE.sub("", form):
                    problem(args, f"{key}: a stray brace")
                # The program's own texts may be parts of tables.
                if (form != form.strip() or re.search(r"  | \n|\n ", form)) and segments[0] != "serai":
                    problem(alike, f"{key}: blanks at an end, or two in a row")
                if lang in ARTICLE and ARTICLE[lang].search(form):
                    problem(alike, f"{key}: '{form}' has an article before a word that is filled in")
                plain = PLACE.sub("", form)
                english = PLACE.sub("", texts["en"].get(key, [""])[0])
                if lang == "ru" and re.search(r"[a-z]{3}", english) and not re.search(r"[а-яё]", plain, re.I) \
                        and re.search(r"[a-z]{3}", plain) and "serai " not in plain: # commands stay as they are
                    problem(alike, f"{key}: '{form}' is not Russian")
    for number, check in enumerate(checks, 1):
        found = problems.get(check, [])
        print("not ok" if found else "ok", number, "-", check)
        for text in found[:60]:
            print("#", text)
        if len(found) > 60:
            print(f"# ... and {len(found) - 60} more")
    print(f"1..{len(checks)}")
    return bool(problems)


sys.exit(main(*sys.argv[1:]))

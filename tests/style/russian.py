#!/usr/bin/env python3
"""Russian in po/ru and docs/rules/*.ru.md: russian.py ROOT [--write]. Prints TAP.

A no-break space (U+00A0) stands before a dash inside a sentence, before a percent sign and after №; a dash is —,
quotes are «». Code between backquotes stays as it is. With --write the spaces and dashes are mended. Each thing of
a game has one name: in Merv that of its Russian rulebook."""
import glob
import os
import re
import sys

import typography

BLANK = "\u00a0"
SIGNS = (
    (re.compile(r"(?<=[^\s|]) [—–](?= |$)"), BLANK + "—"),
    (re.compile(r"(?<=[\d}]) (?=%)"), BLANK),
    (re.compile(r"№ (?=[\d{])"), "№" + BLANK),
)
QUOTES = re.compile("[“„”]")
# Words that a thing is not called, and what it is called, by game or domain.
OTHER_WORDS = {
    "": ((r"\b[Оо]пци", "настройка"),
         (r"(?:[а-яё]ет|[а-яё]ёт|[а-яё]ит|[а-яё]ь|[а-яё]те|на|больше) \{\w+:(?:camel|card)\}", "{n:camel_acc}, {n:card_acc}"),
         (r"больше \{\w+:gold\}", "{n:gold_gen}")),
    "merv": ((r"бежев", "коричневый"), (r"зел[её]н", "бирюзовый"), (r"Торговы[ех] пут", "Рынок"),
             (r"\b[Мм]астер", "главный мипл"), (r"\bРе[йя]", "Рай"), (r"заперт", "закреплён"), (r"нашестви", "вторжение"),
             (r"\b[Мм]ест[оа] (?:для|стены)\b", "слот"), (r"по 12 цветов", "по 12 каждого цвета"),
             (r"сколько стоит придворный", "за что он приносит очки")),
    "tadmor": ((r"продаж", "прилавок"), (r"\bлодк", "ладья"), (r"\b[Мм]ест[оа] (?:для|верблюда|ладьи)\b", "клетка"),
               (r"\bфиш[ке]", "фигура"), (r"редки[ехй]+ товар", "редкость"),
               (r"[Оо]тказ(?:аться)? от налога", "отказаться платить налог")),
    "yspahan": ((r"\b[Уу]ров(?:ень|н)", "ярус"), (r"базары", "ряды"), (r"размер \| цена|свою цену", "очки ряда"),
                (r"этом ряду сразу|высшего ряда", "линия каравана"), (r"сохран\w+ место", "оставить товар в лавке")),
    "caravans": ((r"\b[Кк]руг(?:|а|е|ом|ов)\b(?! \||\))", "раунд (круг: знак области)"), (r"\bтовар", "фишка, ресурс"),
                 (r"\b[Мм]ест[оа] (?:для плитки|из трёх)", "участок"), (r"мастерств", "знаток")),
    "web": ((r"\"Вернуть\"", "Повторить"), (r"продаж", "прилавок")),
    "ai": ((r"\"место\"", "ранг"),),
}


def mend(line):
    return typography.mend(line, SIGNS)


def faults(name, line):
    plain = re.sub(r"`[^`]*`", "`", line)
    if mend(line) != line or QUOTES.search(plain):
        yield "a sign or its space"
    for pattern, word in OTHER_WORDS[""] + OTHER_WORDS.get(name, ()):
        if re.search(pattern, plain):
            yield f"here one says {word}"


def main(root, write=""):
    paths = sorted(glob.glob(f"{root}/po/ru/*.po") + glob.glob(f"{root}/docs/rules/*.ru.md"))
    failed = False
    for number, path in enumerate(paths, 1):
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
        seen = [not path.endswith(".po") or line.startswith(("msgstr", '"')) for line in lines]
        if write:
            lines = [mend(line) if s else line for s, line in zip(seen, lines)]
            with open(path, "w", encoding="utf-8") as f:
                f.write("\n".join(lines))
        name = os.path.basename(path).split(".")[0]
        wrong = [f"{n}: {what}: {line}" for n, (s, line) in enumerate(zip(seen, lines), 1) if s
                 for what in faults(name, line)]
        failed |= bool(wrong)
        print("not ok" if wrong else "ok", number, "-", os.path.relpath(path, root))
        for line in wrong[:20]:
            print("# line", line)
    print(f"1..{len(paths)}")
    return failed or not paths


sys.exit(main(*sys.argv[1:]))

"""What the tests of the command share: the program, a home of its own, expectations."""
import json
import os
import re
import subprocess
import sys
import tempfile

SERAI = os.path.abspath(sys.argv[1])
if not os.access(SERAI, os.X_OK):
    sys.exit(f"{SERAI} is no program")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests"))
GAME = "blank"
LANGS = ("en", "fr", "ru")
_home = tempfile.TemporaryDirectory(prefix="serai-cli-")
HOME = _home.name
tests = []


def test(function):
    tests.append(function)
    return function


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


def environment(**extra):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "NO_COLOR")}
    env.update({"HOME": HOME, "TERM": "xterm-256color"})
    env.pop("XDG_STATE_HOME", None)
    env.update(extra)
    return env


def serai(*args, stdin="", env=None, stdout=subprocess.PIPE, timeout=1200):
    p = subprocess.run([SERAI, *map(str, args)], input=stdin, stdout=stdout,
                       stderr=subprocess.PIPE, env=env or environment(), timeout=timeout,
                       encoding="utf-8", cwd=HOME)
    return Result(p.returncode, p.stdout or "", p.stderr)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def fails(result, code, *words):
    """One line on stderr, nothing on stdout, and this exit code."""
    expect(result.code == code, f"exit {result.code}, not {code}: {result.err!r}")
    expect(result.err.count("\n") == 1 and result.err.startswith("serai"),
           f"not one line of error: {result.err!r}")
    for w in words:
        expect(w in result.err, f"{w!r} is not in {result.err!r}")


def good(result):
    expect(result.code == 0, f"exit {result.code}: {result.err!r}")
    expect(result.err == "", f"stderr: {result.err!r}")
    return result


def write(name, content):
    path = os.path.join(HOME, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(content if isinstance(content, str) else json.dumps(content))
    return path


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def commands():
    out = good(serai("--help")).out
    part = out.split("Commands\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z]+) ", part, re.M)

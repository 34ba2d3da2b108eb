"""What the tests in Python that print TAP share: numbered reports, and running a command."""
import os
import subprocess

number = 0
failures = 0


def report(name, good, detail=""):
    """One check; what went wrong is told below it, lines that failed first, else the last ones."""
    global number, failures
    number += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {name}", flush=True)
    if not good:
        lines = str(detail).strip().split("\n")
        wrong = [i for i, line in enumerate(lines) if line.startswith("not ok")]
        for line in [told for i in wrong for told in lines[i:i + 4]][:20] or lines[-15:]:
            print(f"#   {line}")
    return good


def run(*command, env=None, **more):
    """The command with output and errors together; `env` is added to the environment."""
    return subprocess.run(command, env={**os.environ, **(env or {})}, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **more)


def finish():
    """The plan, and the exit status."""
    print(f"1..{number}")
    return 1 if failures else 0

"""Signs of a language in its texts: what french.py and russian.py share."""
import re


def mend(line, rules):
    """The line with each (pattern, right) of the rules put right; what stands between backquotes is left alone."""
    code = re.findall(r"`[^`]*`", line)
    line = re.sub(r"`[^`]*`", "`", line)
    for pattern, right in rules:
        line = pattern.sub(right, line)
    return re.sub("`", lambda _: code.pop(0) if code else "`", line)

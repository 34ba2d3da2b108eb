"""Time on a busy machine. What must come is waited for as long as it takes (WAIT seconds at most, then it hangs);
how soon it must come is measured against how much of the machine is left: times slowness()."""
import os

WAIT = 1200


def slowness():
    """How many want each core: 1 on a quiet machine, 10 where everything takes ten times as long."""
    with open("/proc/loadavg", encoding="ascii") as f:
        fields = f.read().split()
    want = max(float(fields[0]), float(fields[3].split("/")[0]))
    return max(1.0, 1.5 * want / len(os.sched_getaffinity(0)))

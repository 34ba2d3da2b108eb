#!/usr/bin/env python3
"""Made tests/unit/stats.json: what scipy says about the questions of src/lab/stats.h (scipy 1.10, statsmodels' formulas
written out). Run it again only to add questions: tests/unit/stats.py > tests/unit/stats.json"""
import json
import random
import sys

from scipy import stats

rng = random.Random(19)
rows = []


def row(what, numbers, *answers):
    rows.append({"what": what, "in": [repr(float(x)) for x in numbers], "out": [repr(float(x)) for x in answers]})


for x in (-5.2, -1.959963984540054, 0, 0.3, 2.5, 6):
    row("normal_cdf", [x], stats.norm.cdf(x))
for p in (1e-6, 0.025, 0.3, 0.5, 0.975, 0.9999):
    row("normal_quantile", [p], stats.norm.ppf(p))
for t, df in ((-3.1, 2), (-0.4, 5.5), (0, 7), (1.2, 30), (2.5, 400), (4.4, 12.25)):
    row("t_cdf", [t, df], stats.t.cdf(t, df))
for p, df in ((0.025, 3), (0.975, 9), (0.995, 57.3), (0.6, 1000)):
    row("t_quantile", [p, df], stats.t.ppf(p, df))
for x, a, b in ((0.1, 0.5, 0.5), (0.4, 3, 9), (0.97, 120, 4), (0.2, 300, 1200)):
    row("beta_cdf", [x, a, b], stats.beta.cdf(x, a, b))
for hits, n in ((0, 40), (3, 40), (25, 100), (512, 2000), (40, 40)):
    for method, what in (("wilson", "wilson"), ("exact", "clopper")):
        ci = stats.binomtest(hits, n).proportion_ci(0.95, method)
        row(what, [hits, n, 0.95], ci.low, ci.high)
for n in (2, 9, 60):
    x = [round(rng.gauss(3, 8), 2) for _ in range(n)]
    y = [round(rng.gauss(5, 3), 2) for _ in range(n + 4)]
    low, high = stats.t.interval(0.95, n - 1, loc=sum(x) / n, scale=stats.sem(x))
    row("mean_interval", x, low, high)
    row("mean_test", x, stats.ttest_1samp(x, 0).pvalue)
    row("welch_test", [n, *x, *y], stats.ttest_ind(x, y, equal_var=False).pvalue)
x = [round(rng.gauss(2, 5), 1) for _ in range(11)]
row("flip_test", x, stats.permutation_test((x,), lambda v, axis: v.sum(axis), permutation_type="samples",
                                           vectorized=True).pvalue)
for p in ([0.01, 0.04, 0.03, 0.005], [0.5, 0.2, 0.2, 0.9, 0.001], [0.02]):
    n = len(p)
    order = sorted(range(n), key=lambda i: p[i])
    holm, most = [0] * n, 0
    for k, i in enumerate(order):
        most = max(most, min(1, p[i] * (n - k)))
        holm[i] = most
    row("holm", p, *holm)
    try:
        row("benjamini", p, *stats.false_discovery_control(p))
    except AttributeError: # scipy before 1.11
        least, bh = 1, [0] * n
        for k in range(n - 1, -1, -1):
            least = min(least, p[order[k]] * n / (k + 1))
            bh[order[k]] = least
        row("benjamini", p, *bh)
json.dump(rows, sys.stdout, indent=0)
print()

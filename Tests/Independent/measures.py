"""Computes measures with programs of others, on inputs that any language can generate.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 neurokit2==0.2.13
    venv/bin/pip install --no-deps pyActigraphy==1.2.2
    venv/bin/python Tests/Independent/measures.py

Tests/HealthAnalysisTests/Measures/IndependentValueTests.swift generates the same inputs and contains the printed values.
"""

import importlib.util
import math
import pathlib

import neurokit2
import numpy
import pandas
from scipy import signal, stats


class Numbers:
    """The generator of the test: x <- (1103515245 x + 12345) mod 2^31, as a fraction of 2^31."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1103515245 * self.state + 12345) % (1 << 31)
        return self.state / (1 << 31)


def show(name, value):
    print(f"{name}: {float(value):.12g}")


# Spearman's correlation of two lists with ties.
numbers = Numbers(1)
x = [math.floor(numbers.next() * 12) for _ in range(80)]
y = [math.floor(numbers.next() * 12) + x[i] / 2 for i in range(80)]
show("spearman", stats.spearmanr(x, y).statistic)

# rMSSD and SDNN of intervals in whole milliseconds.
numbers = Numbers(2)
intervals = [math.floor(850 + 120 * (numbers.next() - 0.5)) for _ in range(150)]
peaks = numpy.concatenate([[0], numpy.cumsum(intervals)])
found = neurokit2.hrv_time(peaks, sampling_rate=1000)
show("rmssd", found["HRV_RMSSD"].iloc[0])
show("sdnn", found["HRV_SDNN"].iloc[0])

# The slope of a trend in values per year, by day.
numbers = Numbers(3)
days = [7 * i for i in range(40)]
values = [40 + day / 365.25 * 1.5 + 3 * (numbers.next() - 0.5) for day in days]
show("slope", stats.theilslopes(values, days).slope * 365.25)

# Exponentially weighted means as linear filters.
numbers = Numbers(4)
loads = [100 * numbers.next() if i % 3 else 0.0 for i in range(120)]
for name, time in [("fitness", 42), ("fatigue", 7)]:
    step = 1 - math.exp(-1 / time)
    show(name, signal.lfilter([step], [1, step - 1], loads)[-1])

# Monotony of the last seven of them.
show("monotony", numpy.mean(loads[-7:]) / numpy.std(loads[-7:], ddof=1))

# The half-width of a band: 2.5 standard deviations, from the median absolute deviation.
numbers = Numbers(5)
nights = [52 + 12 * numbers.next() for _ in range(45)]
show("band", 2.5 * stats.median_abs_deviation(nights, scale="normal"))
show("usual", numpy.median(nights))

# Banister's impulse by numerical integration of rates measured every 5 seconds, for men and for women.
numbers = Numbers(6)
rates = numpy.array([math.floor(90 + 90 * numbers.next()) for _ in range(600)])
part = numpy.clip((rates - 52) / (188 - 52), 0, 1)
for name, factor, exponent in [("men", 0.64, 1.92), ("women", 0.86, 1.67)]:
    show(name, numpy.sum(part * factor * numpy.exp(exponent * part)) * 5 / 60)

# The best mean of these rates over 20 minutes.
show("best", numpy.max(numpy.convolve(rates, numpy.ones(240) / 240, mode="valid")))

# The Sleep Regularity Index by epochs of a minute.
numbers = Numbers(7)
asleep = numpy.zeros(15 * 1440, dtype=bool)
for day in range(14):
    start = day * 1440 + 600 + math.floor(180 * numbers.next())
    asleep[start : start + 360 + math.floor(180 * numbers.next())] = True
same = asleep[: 13 * 1440] == asleep[1440 : 14 * 1440]
show("sri", -100 + 200 * numpy.mean(same))

# The same by pyActigraphy, of which one module is loaded: the others need packages that no longer build.
package = pathlib.Path(importlib.util.find_spec("pyActigraphy").origin).parent
spec = importlib.util.spec_from_file_location("sri", package / "sleep" / "scoring" / "sri.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
minutes = pandas.date_range("2026-01-01", periods=14 * 1440, freq="1min")
show("sri", module.sri(pandas.Series(asleep[: 14 * 1440].astype(int), index=minutes)))

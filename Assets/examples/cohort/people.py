#!/usr/bin/env python3
"""Writes exports of generated people: people.py FOLDER COUNT DAYS.

The number of steps varies by person and by day. The phone counts steps as well while it is carried, so a plain sum over all
records counts many steps twice.
"""

import random
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

FIRST = datetime(2026, 1, 5, tzinfo=timezone.utc)
WATCH = 'sourceName="Watch" device="&lt;&lt;HKDevice&gt;, name:Apple Watch, model:Watch, hardware:Watch7,1&gt;"'
PHONE = 'sourceName="iPhone" device="&lt;&lt;HKDevice&gt;, name:iPhone, model:iPhone, hardware:iPhone16,1&gt;"'


def record(kind, source, start, seconds, value, unit):
    times = [t.strftime("%Y-%m-%d %H:%M:%S +0000") for t in (start, start + timedelta(seconds=seconds))]
    unit = f' unit="{unit}"' if unit else ""
    return f'<Record type="HK{kind}" {source}{unit} startDate="{times[0]}" endDate="{times[1]}" value="{value}"/>\n'


def write(path, number, days):
    chance = random.Random(number)
    pace = chance.lognormvariate(0, 0.35)
    resting = chance.gauss(62, 7)
    with path.open("w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n')
        file.write(f'<ExportDate value="{(FIRST + timedelta(days=days)).strftime("%Y-%m-%d")} 06:00:00 +0000"/>\n')
        for day in range(days):
            mood = chance.lognormvariate(0, 0.3)
            for hour in range(7, 22):
                start = FIRST + timedelta(days=day, hours=hour)
                steps = int(chance.expovariate(1 / (550 * pace * mood)))
                active = QUANTITY + "ActiveEnergyBurned"
                file.write(record(QUANTITY + "StepCount", WATCH, start, 1800, steps, "count"))
                if chance.random() < 0.6:
                    file.write(record(QUANTITY + "StepCount", PHONE, start, 1800, int(steps * 0.9), "count"))
                file.write(record(active, WATCH, start, 3600, round(12 + steps * 0.04, 2), "kcal"))
                if steps > 900:
                    for minute in range(min(30, steps // 150)):
                        at = start + timedelta(minutes=minute)
                        file.write(record(QUANTITY + "AppleExerciseTime", WATCH, at, 60, 1, "min"))
                stood = "Stood" if steps > 80 else "Idle"
                file.write(
                    record("CategoryTypeIdentifierAppleStandHour", WATCH, start, 3600,
                           "HKCategoryValueAppleStandHour" + stood, None))
                for minute in (5, 35):
                    rate = round(resting + steps / 60 + chance.gauss(0, 4))
                    at = start + timedelta(minutes=minute)
                    file.write(record(QUANTITY + "HeartRate", WATCH, at, 0, rate, "count/min"))
        file.write("</HealthData>\n")


QUANTITY = "QuantityTypeIdentifier"


def main():
    folder, count, days = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        write(folder / f"{number:03}.xml", number, days)


main()

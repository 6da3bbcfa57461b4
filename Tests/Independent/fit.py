"""Reads FIT files with a decoder of others, and compares them with what ringtop imports from them.

    python3 -m venv venv && venv/bin/pip install fitdecode==0.11.0
    RINGTOP_FIXTURES=/tmp/fixtures swift test --filter FormatContentsTests
    ringtop import /tmp/fixtures/fit --store /tmp/fit.sqlite --zone Europe/Berlin
    venv/bin/python Tests/Independent/fit.py /tmp/fixtures/fit /tmp/fit.sqlite

Works with any folder of FIT files, also real ones. Prints each measure with both numbers and ends with 1 if any differ.
"""

import collections
import pathlib
import subprocess
import sys

import fitdecode

folder, store = sys.argv[1:]
# Times in seconds since 1970 and values, by measure.
found = collections.defaultdict(list)


def value(frame, name):
    return frame.get_value(name, fallback=None) if frame.has_field(name) else None


def seconds(date):
    return date.timestamp()


# The epoch of the format, 1989-12-31.
EPOCH = 631_065_600

for path in sorted(pathlib.Path(folder).rglob("*.fit")):
    last = 0
    with fitdecode.FitReader(str(path), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if not isinstance(frame, fitdecode.FitDataMessage):
                continue
            time = value(frame, "timestamp")
            if time:
                last = int(seconds(time)) - EPOCH
            if frame.name == "record":
                if value(frame, "heart_rate"):
                    found["heartRate"].append((seconds(time), value(frame, "heart_rate")))
                if value(frame, "power") is not None:
                    found["power"].append((seconds(time), value(frame, "power")))
            elif frame.name == "session":
                start = seconds(value(frame, "start_time"))
                found["workout"].append((start, value(frame, "total_timer_time")))
                found["distance"].append((start, value(frame, "total_distance")))
                found["energy"].append((start, value(frame, "total_calories")))
            elif frame.name == "monitoring" and value(frame, "heart_rate"):
                # Most have only the lower half of their time.
                low = value(frame, "timestamp_16")
                instant = seconds(time) if time else EPOCH + last + ((low - last) & 0xFFFF)
                found["heartRate"].append((instant, value(frame, "heart_rate")))
            elif frame.name == "spo2_data":
                found["oxygen"].append((seconds(time), value(frame, "reading_spo2") / 100))
            elif frame.name == "respiration_rate":
                found["respiration"].append((seconds(time), value(frame, "respiration_rate")))
            elif frame.name == "hrv_value":
                found["variability"].append((seconds(time), value(frame, "value")))
            elif frame.name == "stress_level" and value(frame, "stress_level_value") >= 0:
                date = value(frame, "stress_level_time")
                found["stress"].append((seconds(date), value(frame, "stress_level_value")))
            elif frame.name == "weight_scale":
                found["weight"].append((seconds(time), value(frame, "weight")))

queries = {
    "heartRate": "select start_unix, value from sample where type = 'heartRate'",
    "oxygen": "select start_unix, value from sample where type = 'oxygenSaturation'",
    "respiration": "select start_unix, value from sample where type = 'respiratoryRate'",
    "variability": "select start_unix, value from sample where type = 'heartRateVariabilityRMSSD'",
    "stress": "select start_unix, value from sample where type = 'Stress'",
    "weight": "select start_unix, value from sample where type = 'bodyMass'",
    "power": "select start_unix, value from sample where type in ('runningPower', 'cyclingPower')",
    "workout": "select start_unix, duration_seconds from workout",
    "distance": "select start_unix, distance_m from workout",
    "energy": "select start_unix, energy_kcal from workout",
}
failed = False
for name, query in queries.items():
    rows = subprocess.run(
        ["ringtop", "sql", "--store", store, "--csv", query], check=True, capture_output=True, text=True
    ).stdout.splitlines()[1:]
    ours = sorted((float(a), float(b)) for a, b in (row.split(",") for row in rows))
    theirs = sorted((float(a), float(b)) for a, b in found[name] if b is not None)
    same = len(ours) == len(theirs) and all(
        abs(a[0] - b[0]) < 0.5 and abs(a[1] - b[1]) < 1e-6 for a, b in zip(ours, theirs)
    )
    failed |= not same
    print(f"{name:12} fitdecode {len(theirs):6} ringtop {len(ours):6} {'same' if same else 'DIFFERENT'}")
sys.exit(failed)

"""Compares loads, session RPE, fitness, fatigue and form with those of GoldenCheetah 3.5 on the same workouts.

    python3 Tests/Independent/goldencheetah.py make FOLDER
    GoldenCheetah FOLDER Test   # agree to the upgrade, wait until the activities are listed, quit
    python3 Tests/Independent/goldencheetah.py formulas FOLDER
    GoldenCheetah FOLDER Test   # the same
    python3 Tests/Independent/goldencheetah.py compare FOLDER ringtop

FOLDER has 50 runs with a constant heart rate and five with a varying one, as activities of GoldenCheetah and as an export of
Apple's. GoldenCheetah keeps what it computes in its cache, with five decimals: after the second start also the formulas lts, sts
and sb of the points that it knows from the first.
"""

import datetime
import json
import math
import os
import pathlib
import subprocess
import sys

RESTING, MAXIMUM, EFFORT = 52, 188, 6
command, folder, *rest = sys.argv[1:]
folder = pathlib.Path(folder)


def runs():
    """The start, and the rate in each ten seconds."""
    state = 8

    def number():
        nonlocal state
        state = (1103515245 * state + 12345) % (1 << 31)
        return state / (1 << 31)

    for index in range(55):
        minutes, rate = 20 + math.floor(40 * number()), 110 + math.floor(50 * number())
        start = datetime.datetime(2026, 3, 1, 7) + datetime.timedelta(2 * index)
        yield start, [rate if index < 50 else rate - 30 + math.floor(60 * number()) for _ in range(6 * minutes)]


def add_formulas():
    formulas = "".join(
        f'<usermetric symbol="{name}" name="{name}" description="" unitsMetric="" unitsImperial="" aggzero="1" istime="0" '
        f'precision="6" type="0" conversion="1" conversionSum="0" fingerprint="{name}">\n'
        f"{{ value {{ {name[3:]}(TRIMP_Points); }} }}\n</usermetric>\n" for name in ["rt_lts", "rt_sts", "rt_sb"])
    (folder / "usermetrics.xml").write_text(f'<usermetrics version="1">\n{formulas}</usermetrics>\n')


def make():
    athlete = folder / "Test"
    for name in ["activities", "config", "cache"]:
        (athlete / name).mkdir(parents=True)
    for name in ["hr.zones", "run-hr.zones"]:
        (athlete / "config" / name).write_text(f"BEGIN, LT=165, RestHr={RESTING}, MaxHr={MAXIMUM}:\n")

    def time(moment):
        return moment.strftime("%Y-%m-%d %H:%M:%S +0000")

    records = []
    for start, rates in runs():
        samples = [{"SECS": 10 * i + second, "HR": rate} for i, rate in enumerate(rates) for second in range(10)]
        ride = {
            "STARTTIME": start.strftime("%Y/%m/%d %H:%M:%S UTC "), "RECINTSECS": 1, "DEVICETYPE": "", "IDENTIFIER": "",
            "TAGS": {"Sport": "Run", "Athlete": "Test", "RPE": f"{EFFORT} "}, "SAMPLES": samples}
        (athlete / "activities" / start.strftime("%Y_%m_%d_%H_%M_%S.json")).write_text(json.dumps({"RIDE": ride}))
        end = start + datetime.timedelta(seconds=10 * len(rates))
        common = 'sourceName="Watch" creationDate="' + time(end) + '"'
        for i, rate in enumerate(rates):
            at = time(start + datetime.timedelta(seconds=10 * i))
            records.append(
                f'<Record type="HKQuantityTypeIdentifierHeartRate" {common} unit="count/min" startDate="{at}" '
                f'endDate="{at}" value="{rate}"/>')
        span = f'startDate="{time(start)}" endDate="{time(end)}"'
        records.append(
            f'<Record type="HKQuantityTypeIdentifierWorkoutEffortScore" {common} unit="appleEffortScore" {span} '
            f'value="{EFFORT}"/>')
        records.append(
            f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="{len(rates) / 6}" durationUnit="min" '
            f'{common} {span}/>')
    # Records before workouts, as Apple's.
    records.sort(key=lambda line: line.startswith("<Workout"))
    me = '<Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexMale"/>'
    (folder / "export.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n'
        f'<ExportDate value="2026-06-30 12:00:00 +0000"/>\n{me}\n' + "\n".join(records) + "\n</HealthData>\n")
    (folder / "config.toml").write_text(f"resting_heart_rate = {RESTING}\nmax_heart_rate = {MAXIMUM}\n")


def compare(program):
    home = folder / "home"
    (home / ".config/ringtop").mkdir(parents=True, exist_ok=True)
    (home / ".config/ringtop/config.toml").write_text((folder / "config.toml").read_text())
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "RINGTOP_STORE": str(folder / "store.sqlite"), "TZ": "UTC",
        "RINGTOP_CLOCK": "2026-06-30T12:00:00Z"}

    def ringtop(*words):
        return subprocess.run([program, *words], env=environment, check=True, capture_output=True, text=True).stdout

    if not (folder / "store.sqlite").exists():
        ringtop("import", "--quiet", "--zone", "UTC", str(folder / "export.xml"))
    ours = {
        name: {
            row["date"]: row["value"]
            for row in json.loads(ringtop("query", name, "--from", "2026-03-01", "--to", "2026-06-30", "--format", "json"))}
        for name in ["trainingLoad", "sessionRPE", "fitness", "fatigue", "form"]}
    rides = json.loads((folder / "Test/cache/rideDB.json").read_text(encoding="utf-8-sig"))["RIDES"]
    theirs = {ride["date"][:10].replace("/", "-"): ride["METRICS"] for ride in rides}
    names = {
        "trainingLoad": "trimp_points", "sessionRPE": "session_rpe", "fitness": "rt_lts", "fatigue": "rt_sts", "form": "rt_sb"}
    count, largest, varying = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0), []
    for index, (start, _) in enumerate(runs()):
        day = str(start.date())
        for name, symbol in names.items():
            own, other = ours[name].get(day), theirs[day].get(symbol)
            if index >= 50:
                if name == "trainingLoad":
                    varying.append(f"{float(other):.2f} / {own:.2f}")
                if name != "sessionRPE":
                    continue
            # Before its least number of days a measure has no value; of 0 GoldenCheetah writes nothing.
            if own is not None:
                count[name] += 1
                largest[name] = max(largest[name], abs(own - float(other or 0)))
    for name in names:
        print(f"{name}: {count[name]} days, largest difference {largest[name]:.1g}")
    print("loads at varying rates, GoldenCheetah / ours:", ", ".join(varying))
    day = str((datetime.date(2026, 3, 1) + datetime.timedelta(98)))
    print(day, {name: theirs[day].get(symbol) for name, symbol in names.items()})


{"make": make, "formulas": add_formulas, "compare": compare}[command](*rest)

"""Reads files of each importable format with readers of others, and compares them with what ringtop stores of them.

    python3 -m venv venv && venv/bin/pip install gpxpy==1.6.2
    RINGTOP_FIXTURES=/tmp/fixtures swift test --filter FormatContentsTests
    venv/bin/python Tests/Independent/formats.py /tmp/fixtures .build/debug/ringtop

The readers are Python's json, csv, sqlite3, zipfile and ElementTree, and gpxpy for GPX; FIT files are compared by fit.py. Each
file is imported twice into a new store: the counts of the report must add up, and the second import must store nothing.
Prints each measure with both numbers, and ends with 1 if any differ. The files say nothing of their time zone, so times
are not compared.
"""

import collections
import csv
import io
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile

import gpxpy

fixtures, ringtop = pathlib.Path(sys.argv[1]), sys.argv[2]
scratch = pathlib.Path(tempfile.mkdtemp())
KJ, POUND = 1 / 4.184, 0.45359237


class Found:
    """How many samples of each type there are, and the sum of their values."""

    def __init__(self):
        self.sums = collections.defaultdict(lambda: [0, 0.0])

    def add(self, kind, value):
        entry = self.sums[kind]
        entry[0] += 1
        entry[1] += value


def number(text):
    try:
        return float(str(text).replace(",", ""))
    except ValueError:
        return None


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def health_auto_export_json(folder, found):
    data = json.loads(next(folder.glob("*.json")).read_text())["data"]
    names = {"active_energy": "activeEnergyBurned", "apple_stand_hour": "appleStandHour"}
    for metric in data["metrics"]:
        for row in metric["data"]:
            # HealthKit's value of an hour with a stand is 0, of one without 1.
            isHour = metric["name"] == "apple_stand_hour"
            found.add(names.get(metric["name"], metric["name"]), (row["qty"] < 1) if isHour else row["qty"])
    for workout in data["workouts"]:
        found.add("workout", 37 if "Run" in workout["name"] else 0)


def health_auto_export_csv(folder, found):
    columns = {
        "Active Energy (kJ)": ("activeEnergyBurned", KJ),
        "Apple Exercise Time (min)": ("appleExerciseTime", 1),
        "Heart Rate [Avg] (count/min)": ("heartRate", 1),
        "Walking + Running Distance (km)": ("distanceWalkingRunning", 1_000),
        "Tea Drunk (cup)": ("Tea Drunk", 1),
    }
    for row in rows(next(folder.glob("*.csv"))):
        if not row["Date/Time"][0].isdigit():
            continue
        for heading, (kind, factor) in columns.items():
            value = number(row[heading])
            if value is not None:
                found.add(kind, value * factor)
        found.add("appleStandHour", float(row["Apple Stand Hour (count)"]) < 1)
        if number(row["Sleep Analysis [Asleep] (hr)"]):
            found.add("sleepAnalysis", 1)


def sample_array(folder, found):
    for sample in json.loads(next(folder.glob("*.json")).read_text()):
        found.add(sample["type"], sample["value"])


def database(path):
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def phone_backup(folder, found):
    secure = database(next(folder.rglob("healthdb_secure.sqlite")))
    # The numbers of types that other people have determined, of those in the file.
    kinds = {5: "heartRate", 10: "activeEnergyBurned", 75: "appleExerciseTime"}
    query = "SELECT data_type, quantity, original_quantity, original_unit FROM samples JOIN quantity_samples USING (data_id)"
    for kind, value, original, _ in secure.execute(query):
        if kind in kinds:
            # Beats a second.
            found.add(kinds[kind], value * 60 if kind == 5 else value)
        elif original is not None:
            found.add("bloodGlucose", original * 18.015588)
    for (value,) in secure.execute("SELECT value FROM samples JOIN category_samples USING (data_id) WHERE data_type = 70"):
        found.add("appleStandHour", value)
    for (kind,) in secure.execute("SELECT activity_type FROM workout_activities"):
        found.add("workout", kind)


def health_connect(folder, found):
    with zipfile.ZipFile(next(folder.glob("*.zip"))) as archive:
        archive.extractall(scratch)
    connect = database(next(scratch.glob("*.db")))
    for table, kind, value in [
        ("steps_record_table WHERE start_time <= end_time", "stepCount", "count"),
        ("active_calories_burned_record_table", "activeEnergyBurned", "energy / 1000"),
        ("weight_record_table", "bodyMass", "weight / 1000"),
        ("heart_rate_record_series_table", "heartRate", "beats_per_minute"),
        ("bone_mass_record_table", "BoneMass", "mass"),
        ("heart_rate_variability_rmssd_record_table", "heartRateVariabilityRMSSD", "heart_rate_variability_millis"),
        ("blood_glucose_record_table", "bloodGlucose", "level * 18.015588"),
        ("blood_pressure_record_table", "bloodPressureSystolic", "systolic"),
        ("blood_pressure_record_table", "bloodPressureDiastolic", "diastolic"),
        ("nutrition_record_table", "dietaryEnergyConsumed", "energy / 1000"),
        ("nutrition_record_table", "dietaryProtein", "protein"),
        ("mindfulness_session_record_table", "mindfulSession", "0"),
        ("cycling_pedaling_cadence_record_table", "cyclingCadence", "revolutions_per_minute"),
        # Two sessions, of which one has a stage, which is deep sleep.
        ("sleep_stages_table", "sleepAnalysis", "CASE stage_type WHEN 5 THEN 4 END"),
        ("sleep_session_record_table WHERE row_id NOT IN (SELECT parent_key FROM sleep_stages_table)", "sleepAnalysis", "1"),
    ]:
        for (value,) in connect.execute(f"SELECT {value} FROM {table}"):
            found.add(kind, value)


def gadgetbridge(folder, found):
    bridge = database(next(path for path in folder.iterdir() if path.is_file()))
    for (steps,) in bridge.execute("SELECT STEPS FROM MI_BAND_ACTIVITY_SAMPLE WHERE STEPS > 0"):
        found.add("stepCount", steps)
    for column, kind, factor in [
        ("STEPS", "stepCount", 1),
        ("ACTIVE_CALORIES", "activeEnergyBurned", 1),
        ("DISTANCE_CM", "distanceWalkingRunning", 0.01),
    ]:
        # Counts from midnight: what each row adds.
        last = 0
        for (count,) in bridge.execute(f"SELECT {column} FROM GARMIN_ACTIVITY_SAMPLE WHERE {column} >= 0 ORDER BY TIMESTAMP"):
            if count > last:
                found.add(kind, (count - last) * factor)
            last = count
    for table in ["MI_BAND_ACTIVITY_SAMPLE", "GARMIN_ACTIVITY_SAMPLE"]:
        for (rate,) in bridge.execute(f"SELECT HEART_RATE FROM {table} WHERE HEART_RATE BETWEEN 1 AND 254"):
            found.add("heartRate", rate)
    for table, column, kind, factor in [
        ("HUAMI_SPO2_SAMPLE", "SPO2", "oxygenSaturation", 0.01),
        ("HUAMI_STRESS_SAMPLE", "STRESS", "Stress", 1),
        ("GARMIN_HRV_VALUE_SAMPLE", "VALUE", "heartRateVariabilityRMSSD", 1),
        ("MI_SCALE_WEIGHT_SAMPLE", "WEIGHT_KG", "bodyMass", 1),
    ]:
        for (value,) in bridge.execute(f"SELECT {column} FROM {table} WHERE {column} > 0"):
            found.add(kind, value * factor)


def fitbit(folder, found):
    archive = zipfile.ZipFile(next(folder.glob("*.zip")))
    plain = {"steps": ("stepCount", 1), "distance": ("distanceWalkingRunning", 0.01)}
    exercise = 0.0
    for name in archive.namelist():
        base = name.rsplit("/", 1)[1]
        text = archive.read(name).decode()
        kind = re.match(r"[a-z0-9_]*[a-z0-9]", base)
        kind = kind.group() if kind else ""
        content = json.loads(text) if base.endswith(".json") else list(csv.DictReader(io.StringIO(text)))
        for row in content:
            if kind in plain:
                found.add(plain[kind][0], float(row["value"]) * plain[kind][1])
            elif kind == "heart_rate":
                found.add("heartRate", row["value"]["bpm"])
            elif kind == "resting_heart_rate" and row["value"]["date"]:
                found.add("restingHeartRate", row["value"]["value"])
            elif kind in ("moderately_active_minutes", "very_active_minutes"):
                exercise += float(row["value"])
            elif kind == "demographic_vo2_max":
                found.add("vo2Max", row["value"]["demographicVO2Max"])
            elif kind == "weight":
                found.add("bodyMass", row["weight"] * POUND)
                found.add("bodyMassIndex", row["bmi"])
                found.add("bodyFatPercentage", row["fat"] / 100)
            elif kind == "water_logs":
                found.add("dietaryWater", row["amount"])
            elif base.startswith("Active Zone"):
                found.add("ActiveZoneMinutes", float(row["total_minutes"]))
            elif base.startswith("Heart Rate Variability Details"):
                found.add("heartRateVariabilityRMSSD", float(row["rmssd"]))
            elif base.startswith("Daily Respiratory"):
                found.add("respiratoryRate", float(row["daily_respiratory_rate"]))
            elif base.startswith("Minute SpO2"):
                found.add("oxygenSaturation", float(row["value"]) / 100)
            elif base.startswith("Computed Temperature"):
                found.add("appleSleepingWristTemperature", float(row["nightly_temperature"]))
        if kind == "calories":
            values = [float(row["value"]) for row in content]
            for value in values:
                if value > min(values):
                    found.add("activeEnergyBurned", value - min(values))
    if exercise:
        found.add("appleExerciseTime", exercise)


def hadge(folder, found):
    root = next(path for path in folder.iterdir() if path.is_dir())
    for row in rows(root / "distances/2026.csv"):
        for heading, kind in [
            ("Distance Walking/Running", "distanceWalkingRunning"),
            ("Steps", "stepCount"),
            ("Distance Cycling", "distanceCycling"),
        ]:
            if float(row[heading]):
                found.add(kind, float(row[heading]))
    for row in rows(root / "workouts/2026.csv"):
        found.add("workout", float(row["Type"]))


def garmin_csv(folder, found):
    for row in rows(next(folder.glob("*.csv"))):
        if not row["Date"][0].isdigit():
            continue
        clock = [float(part) for part in row["Time"].split(":")]
        found.add("appleExerciseTime", clock[0] * 60 + clock[1] + clock[2] / 60)
        if number(row["Calories"]) is not None:
            found.add("activeEnergyBurned", number(row["Calories"]))
        found.add("workout", {"Running": 37, "Open Water Swimming": 46}[row["Activity Type"]])


def sport(folder, found):
    space = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
    for activity in ElementTree.parse(next(folder.glob("*.tcx"))).iter(f"{space}Activity"):
        found.add("workout", 37 if activity.get("Sport") == "Running" else 0)
        laps = list(activity.iter(f"{space}Lap"))
        found.add("activeEnergyBurned", sum(float(lap.findtext(f"{space}Calories")) for lap in laps))
        found.add("appleExerciseTime", sum(float(lap.findtext(f"{space}TotalTimeSeconds")) for lap in laps) / 60)
        for point in activity.iter(f"{space}Trackpoint"):
            rate = point.findtext(f"{space}HeartRateBpm/{space}Value")
            if rate and point.find(f"{space}Time") is not None:
                found.add("heartRate", float(rate))


def gpx(folder, found):
    for track in gpxpy.parse(next(folder.glob("*.gpx")).read_text()).tracks:
        found.add("workout", {"cycling": 13, "running": 37}[track.type])
        duration = 0.0
        for segment in track.segments:
            duration += segment.get_duration()
            for point in segment.points:
                for element in [inner for outer in point.extensions for inner in outer.iter()]:
                    if element.tag.endswith("}hr"):
                        found.add("heartRate", float(element.text))
        found.add("appleExerciseTime", duration / 60)


def health_md(folder, found):
    day = json.loads(next(folder.glob("*.json")).read_text())
    activity, heart, vitals = day["activity"], day["heart"], day["vitals"]
    found.add("stepCount", activity["steps"])
    found.add("distanceWalkingRunning", activity["walkingRunningDistance"])
    found.add("activeEnergyBurned", activity["activeCalories"])
    found.add("appleExerciseTime", activity["exerciseMinutes"])
    for row in heart["heartRateSamples"] + day["workouts"][0]["timeSeries"]["heartRate"]:
        found.add("heartRate", row["value"])
    found.add("restingHeartRate", heart["restingHeartRate"])
    for row in vitals["bloodOxygenSamples"]:
        found.add("oxygenSaturation", row["percent"] / 100 if "percent" in row else row["value"])
    for row in vitals["bloodPressureSamples"]:
        found.add("bloodPressureSystolic", row["systolic"])
        found.add("bloodPressureDiastolic", row["diastolic"])
    found.add("walkingAsymmetryPercentage", day["mobility"]["walkingAsymmetryPercentage"] / 100)


READERS = {
    "healthAutoExportJSON": health_auto_export_json,
    "healthAutoExportCSV": health_auto_export_csv,
    "sampleArray": sample_array,
    "phoneBackup": phone_backup,
    "healthConnect": health_connect,
    "gadgetbridge": gadgetbridge,
    "fitbit": fitbit,
    "hadge": hadge,
    "garminCSV": garmin_csv,
    "sport": sport,
    "gpx": gpx,
    "healthMd": health_md,
}


def run(*arguments):
    return subprocess.run([ringtop, *arguments], check=True, capture_output=True, text=True).stdout


def counts(path, store):
    report = json.loads(run("import", str(path), "--store", store, "--zone", "Europe/Berlin", "--json").splitlines()[-1])
    totals = [report[name] for name in ("read", "stored", "alreadyPresent", "skipped")]
    assert totals[0] == sum(totals[1:]), report
    return totals


failed = False
for name, read in READERS.items():
    folder = fixtures / name
    expected = Found()
    read(folder, expected)
    store = str(scratch / f"{name}.sqlite")
    path = folder / next(folder.iterdir()).name
    first, second = counts(path, store), counts(path, store)
    books = second[1] == 0 and second[0] == first[0]
    failed = failed or not books
    print(f"{name}: read {first[0]}, stored {first[1]}, skipped {first[3]}; again stored {second[1]}{'' if books else '  WRONG'}")
    own = Found()
    for row in csv.DictReader(io.StringIO(run("export", "--format", "csv", "--store", store))):
        if row["value"]:
            own.add(row["type"], float(row["value"]))
    for kind, (count, total) in sorted(expected.sums.items()):
        ours = own.sums[kind]
        same = ours[0] == count and abs(ours[1] - total) <= 1e-6 * max(1, abs(total))
        failed = failed or not same
        print(f"  {kind:32} {count:4} {total:14.4f}   {ours[0]:4} {ours[1]:14.4f}{'' if same else '  DIFFERS'}")
sys.exit(failed)

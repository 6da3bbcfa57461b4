"""Computes what the views of training, recovery, records and the heart show from the rows of a store, by brute force.

    python3 Tests/Independent/views.py ringtop health.sqlite 2026-11-28 ...

Every number of these views is computed again, second by second, in Python from SQL, and compared; a number that only ringtop
has, or only this script, is an error. For stores of which all days are in the home zone, with one source for each type but
steps, distances and sleep, without overlapping workouts, and without settings. What is computed from beats, and the Sleep
Regularity Index, are left to `measures.py`.
"""

import bisect
import datetime
import json
import math
import sqlite3
import statistics
import subprocess
import sys
import zoneinfo

EPOCH = 978_307_200
program, path, *dates = sys.argv[1:]
store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
info = dict(store.execute("SELECT key, value FROM info WHERE typeof(value) = 'text'"))
home = zoneinfo.ZoneInfo(info["home_zone"])
assert not store.execute("SELECT count(*) FROM zone_day WHERE zone != ?", (info["home_zone"],)).fetchone()[0]
errors = compared = missing = 0


def midnight(day):
    return datetime.datetime.combine(day, datetime.time(), home).timestamp() - EPOCH


def day_of(time):
    return datetime.datetime.fromtimestamp(time + EPOCH, home).date()


def local_minutes(day, time):
    moment = datetime.datetime.fromtimestamp(time + EPOCH, home).replace(tzinfo=None)
    return (moment - datetime.datetime.combine(day, datetime.time())).total_seconds() / 60


def rows(name, kind="Quantity"):
    return store.execute(
        "SELECT s.start, s.end, s.value, s.provenance_id, s.id FROM sample s JOIN sample_type t ON t.id = s.type_id "
        "WHERE t.identifier = ? ORDER BY s.start", (f"HK{kind}TypeIdentifier{name}",)).fetchall()


def days_before(day, count):
    return [day - datetime.timedelta(n) for n in reversed(range(count))]


facts = dict(store.execute("SELECT name, value FROM characteristic ORDER BY export_date"))
sex = facts.get("HKCharacteristicTypeIdentifierBiologicalSex", "")
born = facts.get("HKCharacteristicTypeIdentifierDateOfBirth")
born = datetime.date.fromisoformat(born) if born else None
heart = rows("HeartRate")
heart_times = [row[0] for row in heart]
resting_rates, sdnn, vo2 = {}, {}, {}
for name, values in [("RestingHeartRate", resting_rates), ("HeartRateVariabilitySDNN", sdnn), ("VO2Max", vo2)]:
    for start, _, value, *_ in rows(name):
        values.setdefault(day_of(start), []).append(value)
highest = {}
for start, _, value, *_ in heart:
    if value <= 220:
        highest[day_of(start)] = max(value, highest.get(day_of(start), 0))
ranks = dict(store.execute("SELECT p.id, s.class FROM provenance p JOIN source s ON s.id = p.source_id"))


def between(start, end, closed=False):
    low = bisect.bisect_left(heart_times, start)
    high = bisect.bisect_right(heart_times, end) if closed else bisect.bisect_left(heart_times, end)
    return heart[low:high]


# Workouts: the time without pauses, the rates in it, the distance by second.


class Workout:
    def __init__(self, row):
        self.start, self.end, self.activity, _, self.id = row
        self.day = day_of(self.start)
        stored = store.execute("SELECT duration FROM workout WHERE sample_id = ?", (self.id,)).fetchone()
        self.duration = stored[0] if stored and stored[0] is not None else self.end - self.start
        total = store.execute(
            "SELECT sum, unit FROM workout_statistics WHERE workout_id = ? AND activity_id IS NULL AND type LIKE '%Distance%'",
            (self.id,)).fetchone()
        self.distance = total and total[0] * {"km": 1000, "m": 1, "mi": 1609.344}[total[1]]
        mean = store.execute(
            "SELECT average FROM workout_statistics WHERE workout_id = ? AND activity_id IS NULL AND type LIKE '%HeartRate'",
            (self.id,)).fetchone()
        self.mean = mean and mean[0]
        # Pauses that were asked for and those of standing still, in separate states.
        events = store.execute(
            "SELECT start, type FROM workout_event WHERE workout_id = ? AND type IN (1, 2, 5, 6) ORDER BY start, id",
            (self.id,)).fetchall()
        paused, since, self.pauses = set(), None, []
        for time, kind in events:
            time = min(max(time, self.start), self.end)
            was = bool(paused)
            {1: lambda: paused.add(1), 2: lambda: paused.discard(1), 5: lambda: paused.add(5), 6: lambda: paused.discard(5)}[kind]()
            if paused and not was:
                since = time
            elif was and not paused:
                self.pauses.append((since, time))
        if paused:
            self.pauses.append((since, self.end))
        self.rates = [(row[0], row[2]) for row in between(self.start, self.end, closed=True)]
        # (rate, seconds): valid until the next, at most a minute, without pauses.
        self.held = []
        for index, (time, rate) in enumerate(self.rates):
            end = min(self.end, time + 60, self.rates[index + 1][0] if index + 1 < len(self.rates) else math.inf)
            length = max(0, end - time) - sum(max(0, min(end, b) - max(time, a)) for a, b in self.pauses)
            if length > 0:
                self.held.append((rate, length))
        self.known = sum(length for _, length in self.held)

    def elapsed(self, time):
        return time - self.start - sum(max(0, min(time, b) - a) for a, b in self.pauses)


workouts = [Workout(row) for row in store.execute(
    "SELECT s.start, s.end, s.value, s.provenance_id, s.id FROM sample s JOIN sample_type t ON t.id = s.type_id "
    "WHERE t.identifier = 'HKWorkoutTypeIdentifier' ORDER BY s.start")]
for one, other in zip(workouts, workouts[1:]):
    assert one.end <= other.start, "overlapping workouts"


def resting(day):
    values = [statistics.fmean(resting_rates[d]) for d in days_before(day, 28) if d in resting_rates]
    return statistics.median(values) if values else None


def age(day):
    return born and day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def maximum(day):
    if born is None:
        return None, False
    measured = sorted((highest[d] for d in days_before(day, 365) if d in highest), reverse=True)
    guess = 208 - 0.7 * age(day)
    return (measured[1], True) if len(measured) > 1 and measured[1] > guess else (guess, False)


def load(workout, male):
    low, (high, _) = resting(workout.day), maximum(workout.day)
    if low is None or high is None or high - low < 20:
        return None
    held = workout.held
    if workout.known < workout.duration / 2 or not held:
        if workout.mean is None:
            return None
        held = [(workout.mean, workout.duration)]
    total = 0
    for rate, seconds in held:
        x = min(1, max(0, (rate - low) / (high - low)))
        total += seconds / 60 * x * (0.64 * math.exp(1.92 * x) if male else 0.86 * math.exp(1.67 * x))
    return total


def both(function, day):
    """By the formula of the sex; where it is not set, nothing unless both agree."""
    values = [function(day, male) for male in (True, False)]
    if sex in ("HKBiologicalSexMale", "HKBiologicalSexFemale"):
        return values[0 if sex.endswith("Male") and not sex.endswith("Female") else 1]
    return values[0] if values[0] == values[1] else None


loads = {}


def day_loads(day, count, male):
    """Of each day: its load, and the number of workouts without one."""
    first = min((w.day for w in workouts), default=None)
    if first is None or first > day:
        return None
    first_known = known_days()[0]
    result = []
    for d in days_before(day, count):
        if d < first_known:
            continue
        key = (d, male)
        if key not in loads:
            own = [load(w, male) for w in workouts_by_day.get(d, [])]
            loads[key] = (sum(v for v in own if v is not None), sum(v is None for v in own), len(own))
        result.append(loads[key])
    return result


workouts_by_day = {}
for workout in workouts:
    workouts_by_day.setdefault(workout.day, []).append(workout)


def known_days():
    first, last = store.execute("SELECT min(day), max(day) FROM day_summary WHERE basis != 0").fetchone()
    return [datetime.date(1970, 1, 1) + datetime.timedelta(n) for n in (first, last)]


def is_known(course, count):
    last = course[-count:]
    return len(course) >= count and sum(u for _, u, _ in last) <= 0.25 * sum(n for _, _, n in last)


def form_course(day, male):
    first = min((w.day for w in workouts), default=None)
    if first is None or first > day:
        return None
    # From the first workout, or the first day with data, on.
    start = max(first, known_days()[0], day - datetime.timedelta(1000))
    return day_loads(day, (day - start).days + 1, male)


def weighted(course, days):
    value = 0
    for amount, _, _ in course:
        value += (amount - value) * (1 - math.exp(-1 / days))
    return value


def fitness(day, male):
    course = form_course(day, male)
    return weighted(course, 42) if course and is_known(course, 42) else None


def fatigue(day, male):
    course = form_course(day, male)
    return weighted(course, 7) if course and is_known(course, 42) else None


def form(day, male):
    course = form_course(day, male)
    if not course or not is_known(course, 42):
        return None
    return weighted(course[:-1], 42) - weighted(course[:-1], 7)


def week_against_month(day, male):
    course = form_course(day, male)
    if not course or not is_known(course, 28):
        return None
    month = [amount for amount, _, _ in course[-28:]]
    return (sum(month[-7:]) / 7) / (sum(month) / 28) if sum(month) > 0 else None


def monotony(day, male):
    course = form_course(day, male)
    if not course or len(course) < 7 or any(u for _, u, _ in course[-7:]):
        return None
    week = [amount for amount, _, _ in course[-7:]]
    deviation = statistics.stdev(week)
    return statistics.fmean(week) / deviation if deviation > 1e-9 else None


def strain(day, male):
    value = monotony(day, male)
    return value and value * sum(amount for amount, _, _ in form_course(day, male)[-7:])


def training_load(day, male):
    own = [load(w, male) for w in workouts_by_day.get(day, [])]
    return sum(own) if own and None not in own else None


def edwards(day):
    own = workouts_by_day.get(day, [])
    high, _ = maximum(day)
    if not own or high is None or any(w.known < w.duration / 2 or not w.held for w in own):
        return None
    return sum(seconds / 60 * sum(rate >= part * high for part in (0.5, 0.6, 0.7, 0.8, 0.9))
               for w in own for rate, seconds in w.held)


def balance(day):
    own = [w for d in days_before(day, day.weekday() + 1) for w in workouts_by_day.get(d, [])]
    points = known = 0
    for w in own:
        low, (high, _) = resting(w.day), maximum(w.day)
        if low is None or high is None:
            continue
        known += w.known
        for rate, seconds in w.held:
            part = (rate - low) / (high - low)
            points += seconds / 60 * (2 if part >= 0.6 else 1 if part >= 0.4 else 0)
    whole = sum(max(w.duration, w.known) for w in own)
    return points if own and known >= 0.75 * whole and known > 0 else None


def recovery(minutes):
    def value(day):
        own = workouts_by_day.get(day, [])
        if not own:
            return None
        end = max(own, key=lambda w: w.end).end

        def at(time):
            # Between the two measurements around it, at most 30 s apart; one at the instant counts alone.
            near = [(row[0], row[2]) for row in between(end - 60, end + 160, closed=True)]
            before = [p for p in near if p[0] <= time]
            after = [p for p in near if p[0] >= time]
            if not before or not after or after[0][0] - before[-1][0] > 30:
                return None
            (a, x), (b, y) = before[-1], after[0]
            return x if a == b else x + (y - x) * (time - a) / (b - a)
        first, later = at(end), at(end + 60 * minutes)
        return None if first is None or later is None else first - later
    return value


def cardio(day):
    stored = [d for d in days_before(day, 90) if d in vo2]
    if stored:
        return statistics.fmean(vo2[stored[-1]])
    low, (high, measured) = resting(day), maximum(day)
    return 15.3 * high / low if low and measured and high - low >= 20 else None


# Nights.


def flatten(spans):
    times = sorted({t for s in spans for t in s[:2]})
    result = []
    for a, b in zip(times, times[1:]):
        top = [s for s in spans if s[0] <= a and s[1] >= b]
        if top:
            result.append((a, b, max(top, key=lambda s: (s[0], s[2]))[2]))
    return result


sleep_rows = [row for row in rows("SleepAnalysis", "Category") if row[1] > row[0]]
nights = {}
runs, end = [], -math.inf
for row in sleep_rows:
    if row[0] - end > 3600:
        runs.append([])
        end = row[1]
    runs[-1].append(row)
    end = max(end, row[1])
grouped = {}
for run in runs:
    middle = (run[0][0] + max(r[1] for r in run)) / 2
    grouped.setdefault(day_of(middle + 6 * 3600), []).extend(run)
for day, spans in grouped.items():
    by_source = {}
    for row in spans:
        if row[2] != 0:
            by_source.setdefault(ranks[row[3]], []).append(row)
    assert len(by_source) <= 1, "several sources of sleep"
    own = flatten([r[:3] for r in (next(iter(by_source.values())) if by_source else spans)])
    parts = []
    for a, b, stage in own:
        if parts and a - parts[-1][1] <= 3600:
            parts[-1][1] = max(b, parts[-1][1])
        else:
            parts.append([a, b])
    main = max(parts, key=lambda p: p[1] - p[0])
    beds = [r for r in spans if r[2] == 0 and r[0] < main[1] and r[1] > main[0]]
    bed = min([main[0]] + [r[0] for r in beds])
    up = max([main[1]] + [r[1] for r in beds])
    inside = [s for s in own if s[0] < up and s[1] > bed]
    asleep = [s for s in inside if s[2] not in (0, 2)]
    nights[day] = dict(
        spans=own, bed=bed, up=up, inside=inside, asleep=sum(b - a for a, b, _ in asleep) or None,
        sleep=(asleep[0][0], asleep[-1][1]) if asleep else None)


def night_mean(name):
    data = rows(name)
    times = [row[0] for row in data]

    def value(day):
        night = nights.get(day)
        if not night:
            return None
        low, high = night["sleep"] or (night["bed"], night["up"])
        quarters = {}
        for row in data[bisect.bisect_left(times, low):bisect.bisect_left(times, high)]:
            # A mean over time of heart rates, and one of the samples of what is measured evenly.
            quarters.setdefault(math.floor(row[0] / 900) if name == "HeartRate" else len(quarters), []).append(row[2])
        return statistics.fmean(statistics.fmean(v) for v in quarters.values()) if quarters else None
    return value


def against_band(value, scale=1):
    """The value of a night, if 28 of the 60 nights before have one too."""
    def shown(day):
        earlier = [value(d) for d in days_before(day - datetime.timedelta(1), 60)]
        own = value(day)
        return own * scale if own is not None and sum(v is not None for v in earlier) >= 28 else None
    return shown


def timed(day, count):
    result = []
    for d in days_before(day, count):
        night = nights.get(d)
        if night and night["sleep"]:
            middle = sum(night["sleep"]) / 2
            result.append((d, local_minutes(d, middle), night["asleep"]))
    return result


def midsleep(day):
    values = [m for _, m, _ in timed(day, 28)]
    return statistics.fmean(values) if len(values) >= 7 else None


def is_free(day):
    return day.weekday() >= 5


def jet_lag(day):
    free = [m for d, m, _ in timed(day, 28) if is_free(d)]
    work = [m for d, m, _ in timed(day, 28) if not is_free(d)]
    return statistics.fmean(free) - statistics.fmean(work) if len(work) >= 5 and len(free) >= 4 else None


def debt(day):
    free = [s for d, _, s in timed(day, 90) if is_free(d)]
    last = [s for _, _, s in timed(day, 14)]
    return statistics.fmean(free) * len(last) - sum(last) if len(free) >= 4 and len(last) >= 10 else None


def efficiency(day):
    night = nights.get(day)
    return 100 * night["asleep"] / (night["up"] - night["bed"]) if night and night["asleep"] else None


def variability(day):
    logs = [math.log(statistics.fmean(sdnn[d])) if d in sdnn else None for d in days_before(day, 60)]
    week = [v for v in logs[-7:] if v is not None]
    return math.exp(statistics.fmean(week)) if len(week) >= 3 and sum(v is not None for v in logs) >= 14 else None


# Records.


def lanes(name):
    """The samples of a cumulative type by rank of their source: watch, phone, others."""
    result = {}
    for start, end, value, provenance, _ in rows(name):
        result.setdefault(ranks[provenance], []).append((start, end, value))
    return [result[rank] for rank in sorted(result)]


distance_lanes = lanes("DistanceWalkingRunning")
lane_starts = [[sample[0] for sample in lane] for lane in distance_lanes]
longest_piece = max((s[1] - s[0] for lane in distance_lanes for s in lane), default=0)


def way(workout):
    """The distance at moments of the workout without pauses, speed constant between them."""
    own = [lane[bisect.bisect_left(starts, workout.start - longest_piece):bisect.bisect_right(starts, workout.end)]
           for lane, starts in zip(distance_lanes, lane_starts)]
    covered, pieces = [], []
    for lane in own:
        lane = [s for s in lane if s[1] >= workout.start]
        edges = sorted({t for c in covered for t in c})
        for a, b, value in lane:
            cuts = [a] + [t for t in edges if a < t < b] + [b]
            for x, y in zip(cuts, cuts[1:]):
                if not any(c[0] <= x and y <= c[1] for c in covered):
                    pieces.append((x, y, value * ((y - x) / (b - a) if a < b else 1)))
        bridged = []
        for a, b, _ in lane:
            if bridged and a - bridged[-1][1] <= 120:
                bridged[-1][1] = max(b, bridged[-1][1])
            else:
                bridged.append([a, b])
        covered += bridged
    # What was measured in a pause does not count; what lasts beyond it counts whole.
    inside = []
    for a, b, value in pieces:
        x, y = max(a, workout.start), min(b, workout.end)
        if y > x and not any(p <= x and y <= q for p, q in workout.pauses):
            inside.append((x, y, value * (y - x) / (b - a)))
    moments = sorted({t for p in inside for t in p[:2]} | {t for p in workout.pauses for t in p} | {workout.start, workout.end})
    total, line = 0.0, [(0.0, 0.0)]
    for x, y in zip(moments, moments[1:]):
        total += sum(v * (y - x) / (b - a) for a, b, v in inside if a <= x and y <= b)
        line.append((workout.elapsed(y), total))
    return line


def fastest_in(line, metres):
    if line[-1][1] < metres - 1e-6:
        return None

    def time(distance, first):
        found = [t for (t, d), (u, e) in zip(line, line[1:]) if d <= distance <= e for t in [
            t + (u - t) * (distance - d) / (e - d) if e > d else (t if first else u)]]
        return (min if first else max)(found) if found else None
    best = math.inf
    for t, d in line:
        if d + metres <= line[-1][1]:
            reached = time(d + metres, True)
            best = min(best, reached - t)
        if d >= metres:
            best = min(best, t - time(d - metres, False))
    return best if best < math.inf else None


def best_rate(workout):
    """The highest mean over 20 minutes of the clock; what is not covered counts as 0."""
    if workout.known < 1200:
        return None
    steps = []
    for index, (time, rate) in enumerate(workout.rates):
        end = min(workout.end, time + 60, workout.rates[index + 1][0] if index + 1 < len(workout.rates) else math.inf)
        if end > time:
            steps.append((time, end, rate))
    if not steps or steps[-1][1] - steps[0][0] < 1200:
        return None
    edges = sorted({t for s in steps for t in s[:2]})

    def mean(start):
        return sum(rate * max(0, min(b, start + 1200) - max(a, start)) for a, b, rate in steps) / 1200
    starts = [e for e in edges if e + 1200 <= edges[-1]] + [e - 1200 for e in edges if e - 1200 >= edges[0]]
    return max(map(mean, starts), default=None)


DISTANCES = dict(fastest1km=1000, fastest5km=5000, fastest10km=10000, fastestHalfMarathon=21097.5, fastestMarathon=42195)
found_in = {}


def record(name):
    def value(day):
        best = None
        for w in workouts:
            if w.day > day:
                break
            if w.id not in found_in:
                is_run = w.activity == 37
                line = way(w) if is_run else [(0, 0)]
                limit = w.distance or math.inf
                found_in[w.id] = {
                    **{n: fastest_in(line, m) if is_run and limit >= m and limit >= 1000 else None for n, m in DISTANCES.items()},
                    "longestDistance": w.distance or (line[-1][1] if is_run and line[-1][1] > 0 else None),
                    "longestDuration": w.duration, "best20MinuteRate": best_rate(w)}
            one = found_in[w.id][name]
            if one is not None and (best is None or (one < best if name in DISTANCES else one > best)):
                best = one
        return best
    return value


measures = {
    "trainingLoad": lambda d: both(training_load, d), "edwardsLoad": edwards, "sessionRPE": lambda d: None,
    **{name: (lambda d, f=f: both(f, d)) for name, f in dict(
        fitness=fitness, fatigue=fatigue, form=form, weekAgainstMonth=week_against_month, monotony=monotony,
        strain=strain).items()},
    "weekBalance": balance, "recoveryOneMinute": recovery(1), "recoveryTwoMinutes": recovery(2), "cardioFitness": cardio,
    "restingRate": resting, "maximumRate": lambda d: maximum(d)[0],
    "nightHeartRate": against_band(night_mean("HeartRate")),
    "nightRespiratoryRate": against_band(night_mean("RespiratoryRate")),
    "nightOxygen": against_band(night_mean("OxygenSaturation"), 100),
    "nightSleep": against_band(lambda d: nights.get(d, {}).get("asleep")), "variability": variability,
    "midsleep": midsleep, "socialJetLag": jet_lag, "sleepDebt": debt, "sleepEfficiency": efficiency,
    **{name: record(name) for name in [*DISTANCES, "longestDistance", "longestDuration", "best20MinuteRate"]},
    **{name: (lambda d: None) for name in [
        "nightWristTemperature", "cycleLength", "power5Seconds", "power1Minute",
        "power5Minutes", "power20Minutes", "power1Hour"]},
}


def compare(what, theirs, own):
    global errors, compared, missing
    if theirs is None and own is None:
        missing += 1
        return
    compared += 1
    if theirs is None or own is None or abs(theirs - own) > 1e-6 * max(1, abs(own)):
        errors += 1
        print(f"{what}: ringtop {theirs}, here {own}")


def shown(view, day):
    text = subprocess.run(
        [program, "show", "--view", view, "--date", str(day), "--format", "json", "--store", path], check=True,
        capture_output=True, text=True).stdout
    return json.loads(text)


def heart_mean(start, end):
    quarters = {}
    for row in between(start, end):
        quarters.setdefault(math.floor(row[0] / 900), []).append(row[2])
    return statistics.fmean(statistics.fmean(v) for v in quarters.values()) if quarters else None


for text in dates:
    day = datetime.date.fromisoformat(text)
    for view in ("training", "recovery", "records"):
        for entry in shown(view, day):
            name = entry["measure"]
            if name in measures:
                compare(f"{day} {name}", entry.get("value"), measures[name](day))
            elif entry.get("value") is None:
                assert entry["reason"], name
            if entry.get("value") is None:
                assert entry["reason"], name
    found = shown("heart", day)
    own = {datetime.date.fromisoformat(d["date"]): d for d in found["days"]}
    for other in days_before(day, 28):
        data = between(midnight(other), midnight(other + datetime.timedelta(1)))
        values = [row[2] for row in data]
        entry = own.get(other, {})
        for key, value in [("min", min(values, default=None)), ("max", max(values, default=None)),
                           ("avg", heart_mean(midnight(other), midnight(other + datetime.timedelta(1))))]:
            compare(f"{other} heart {key}", entry.get(key), value)
    for entry in found["hours"]:
        start = midnight(day) + entry["hour"] * 3600
        if midnight(day + datetime.timedelta(1)) - midnight(day) != 86400:
            continue
        values = [row[2] for row in between(start, start + 3600)]
        compare(f"{day} {entry['hour']} h min", entry.get("min"), min(values, default=None))
        compare(f"{day} {entry['hour']} h avg", entry.get("avg"), heart_mean(start, start + 3600))
print(f"{compared} numbers compared, {missing} without a number in both, {errors} different")
sys.exit(errors > 0)

"""Asks three servers for assistants the same questions about one export, whose answers are known from how it was generated.

Needs Python 3.11, and two servers from PyPI in environments of their own (they are not part of the project):

    python3 -m venv a && a/bin/pip install apple-health-mcp==0.1.1 "mcp<2"
    python3 -m venv b && b/bin/pip install apple-health-export-mcp==0.1.1
    python3 assistants.py .build/release/ringtop a/bin/apple-health-mcp b/bin/apple-health-export-mcp

The questions are asked as a model would: the first tool that fits, and for a server with nothing but SQL the statement that its
own description shows. The figures are in Assets/docs/assistants.md.
"""
import datetime as dt
import json
import os
import random
import subprocess
import sys
import tempfile
import zipfile
import zoneinfo

RINGTOP, QUERY, EXPORT = sys.argv[1:]
DAYS = [dt.date(2026, 9, 20) + dt.timedelta(n) for n in range(60)]
HOME, AWAY = zoneinfo.ZoneInfo("Europe/Berlin"), zoneinfo.ZoneInfo("America/New_York")
PREFIX = {"q": "HKQuantityTypeIdentifier", "c": "HKCategoryTypeIdentifier"}


def zone(day):
    return AWAY if DAYS[30] <= day < DAYS[40] else HOME


class Person:
    """Phone and watch, ten days in New York, some days without data, the change of the clocks."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.steps, self.rates, self.weights, self.sleep, self.runs, self.elements = {}, {}, {}, {}, [], []
        for day in DAYS:
            if day.toordinal() % 11 < 9:
                self.fill(day)

    def record(self, kind, type, unit, source, start, end, value, day):
        # As Apple prints it: every time with the offset of the phone at the time of the export.
        def text(instant):
            return instant.astimezone(dt.timezone(dt.timedelta(hours=1))).strftime("%Y-%m-%d %H:%M:%S %z")

        entry = f'<MetadataEntry key="HKTimeZone" value="{zone(day).key}"/>'
        unit = f' unit="{unit}"' if unit else ""
        self.elements.append(
            f'<Record type="{PREFIX[kind]}{type}" sourceName="{source}"{unit} startDate="{text(start)}" '
            f'endDate="{text(end)}" value="{value}">{entry}</Record>')

    def fill(self, day):
        hour = dt.timedelta(hours=1)
        midnight = dt.datetime.combine(day, dt.time(), zone(day)).astimezone(dt.timezone.utc)
        tomorrow = day + dt.timedelta(1)
        # The day of the flight home is short.
        end = dt.datetime.combine(tomorrow, dt.time(), zone(tomorrow)).astimezone(dt.timezone.utc)
        total, rates = 0, []
        for number in range(7, 22):
            start = midnight + number * hour
            if start >= end:
                break
            phone = self.random.randrange(10, 900)
            self.record("q", "StepCount", "count", "Phone", start, start + hour, phone, day)
            if self.random.random() < 0.75:
                phone = self.random.randrange(10, 900)
                self.record("q", "StepCount", "count", "Watch", start, start + hour, phone, day)
            total += phone
            for minute in range(0, 60, 15):
                rates.append(self.random.randrange(50, 160))
                moment = start + dt.timedelta(minutes=minute)
                self.record("q", "HeartRate", "count/min", "Watch", moment, moment, rates[-1], day)
        self.steps[day], self.rates[day] = total, rates
        if day.toordinal() % 3 == 0:
            self.weights[day] = 70 + self.random.randrange(40) / 10
            moment = midnight + 8 * hour
            self.record("q", "BodyMass", "kg", "Scale", moment, moment, self.weights[day], day)
        # The watch knows the stages; an app only that the person was asleep.
        bed, up = midnight + dt.timedelta(minutes=self.random.randrange(-60, 40)), midnight + 6 * hour
        self.record("c", "SleepAnalysis", "", "Sleep app", bed, up, "HKCategoryValueSleepAnalysisAsleepUnspecified", day)
        middle = bed + 2 * hour
        self.record("c", "SleepAnalysis", "", "Watch", bed, middle, "HKCategoryValueSleepAnalysisAsleepCore", day)
        self.record("c", "SleepAnalysis", "", "Watch", middle, up, "HKCategoryValueSleepAnalysisAsleepREM", day)
        self.sleep[day] = (up - bed).total_seconds() / 60
        if day.toordinal() % 4 == 1:
            minutes = self.random.randrange(20, 60)
            start = midnight + 17 * hour
            end = start + dt.timedelta(minutes=minutes)
            self.runs.append((day, minutes))
            ends = [i.astimezone(dt.timezone(hour)).strftime("%Y-%m-%d %H:%M:%S %z") for i in (start, end)]
            self.elements.append(
                f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="{minutes}" durationUnit="min" '
                f'sourceName="Watch" startDate="{ends[0]}" endDate="{ends[1]}">'
                f'<MetadataEntry key="HKTimeZone" value="{zone(day).key}"/></Workout>')

    def xml(self):
        body = "\n".join(self.elements)
        return f'<?xml version="1.0"?>\n<HealthData locale="en_DE">\n<ExportDate value="2026-11-19 22:00:00 +0100"/>\n{body}\n</HealthData>\n'


class Server:
    def __init__(self, command, **variables):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, **variables})
        self.number = 0
        client = {"name": "comparison", "version": "1"}
        self.request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.bytes = []

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def request(self, method, **params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def call(self, name, **arguments):
        """The structured answer, or what the text is as JSON; None for a refusal."""
        result = self.request("tools/call", name=name, arguments=arguments)
        text = "".join(part.get("text", "") for part in result["content"])
        self.bytes.append(len(text.encode()))
        if result.get("isError"):
            return None
        found = result.get("structuredContent")
        if found is None or (set(found) == {"result"} and isinstance(found["result"], str)):
            found = json.loads(text) if text[:1] in "[{" else text
        return found.get("result", found) if isinstance(found, dict) else found

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Ringtop(Server):
    def statistics(self, **arguments):
        return self.call("statistics", **arguments)

    def number_of(self, type, statistic, first, last):
        arguments = {"type": type, "period": f"{first} to {last}"}
        if statistic not in ("sum", "average"):
            arguments["statistic"] = statistic
        found = self.statistics(**arguments)
        return found["value"] if found else None

    def sum_of_rates(self):
        return self.statistics(type="heartRate", statistic="sum", period="2026-10")

    def night(self, day):
        rows = self.call("sleep", period=str(day))["rows"]
        return rows[0][1] * 60 if rows else None

    def running(self, first, last):
        found = self.call("workouts", period=f"{first} to {last}", activity="running")
        return found["count"], found["totals"]["duration_min"] or 0


class Statements(Server):
    """apple-health-mcp: one tool with SQL, and a summary of everything."""

    TYPES = {"steps": "StepCount", "heartRate": "HeartRate", "bodyMass": "BodyMass"}
    FUNCTIONS = {"sum": "sum", "average": "avg", "maximum": "max"}

    def select(self, sql):
        found = self.call("query", sql=sql)
        rows = found.get("rows", found) if isinstance(found, dict) else found
        return list(rows[0].values() if isinstance(rows[0], dict) else rows[0]) if rows else [None]

    def number_of(self, type, statistic, first, last):
        return self.select(
            f"SELECT {self.FUNCTIONS[statistic]}(CAST(value AS REAL)) AS v FROM records WHERE type = '{self.TYPES[type]}' "
            f"AND substr(start_date, 1, 10) BETWEEN '{first}' AND '{last}'")[0]

    def sum_of_rates(self):
        return self.number_of("heartRate", "sum", "2026-10-01", "2026-10-31")

    def night(self, day):
        return self.select(
            "SELECT sum((julianday(substr(end_date, 1, 19)) - julianday(substr(start_date, 1, 19))) * 1440) AS v FROM records "
            f"WHERE type LIKE '%SleepAnalysis' AND value LIKE '%Asleep%' AND substr(end_date, 1, 10) = '{day}'")[0]

    def running(self, first, last):
        found = self.select(
            "SELECT count(*) AS n, sum(duration) AS v FROM workouts WHERE activity_type = 'Running' "
            f"AND substr(start_date, 1, 10) BETWEEN '{first}' AND '{last}'")
        return found[0], found[1] or 0


class Export(Server):
    """apple-health-export-mcp: totals by day, week or month from the source with the most records of the day."""

    TYPES = {name: "HKQuantityTypeIdentifier" + type for name, type in Statements.TYPES.items()}
    FUNCTIONS = Statements.FUNCTIONS

    def number_of(self, type, statistic, first, last):
        found = self.call(
            "get_quantity", type=self.TYPES[type], start=str(first), end=str(last), agg=self.FUNCTIONS[statistic],
            bucket="all")
        return found[0]["value"] if found else None

    def sum_of_rates(self):
        return self.number_of("heartRate", "sum", "2026-10-01", "2026-10-31")

    def night(self, day):
        found = self.call("get_sleep", start=str(day), end=str(day))
        return found[0]["asleep_min"] if found else None

    def running(self, first, last):
        found = [row for row in self.call("get_workouts", start=str(first), end=str(last)) if "Running" in row["activity"]]
        return (found[0]["n"], found[0]["total_min"]) if found else (0, 0)


def questions(person, chance):
    """What is asked, what a server says, and what is right; None is unknown."""
    def period(longest):
        first = chance.randrange(len(DAYS) - longest)
        return DAYS[first], DAYS[first + chance.randrange(longest)]

    def within(values, first, last):
        return [value for day, value in values.items() if first <= day <= last]

    def asked(type, statistic, first, last):
        return lambda server: server.number_of(type, statistic, first, last)

    for first, last in [period(30) for _ in range(25)]:
        known = within(person.steps, first, last)
        yield "steps of a period", asked("steps", "sum", first, last), sum(known) if known else None
    for day in chance.sample(DAYS[28:42], 10):
        yield "steps of a day of travel", asked("steps", "sum", day, day), person.steps.get(day)
    for day in [day for day in DAYS if day not in person.steps]:
        yield "a day without data", asked("steps", "sum", day, day), None
    for first, last in [period(20) for _ in range(10)]:
        known = sum(within(person.rates, first, last), [])
        yield "the highest heart rate", asked("heartRate", "maximum", first, last), max(known) if known else None
    for first, last in [period(20) for _ in range(10)]:
        known = within(person.weights, first, last)
        mean = sum(known) / len(known) if known else None
        yield "the mean weight", asked("bodyMass", "average", first, last), mean
    for day in chance.sample(DAYS, 20):
        yield "a night's sleep", lambda server, day=day: server.night(day), person.sleep.get(day)
    for first, last in [period(30) for _ in range(15)]:
        known = [minutes for day, minutes in person.runs if first <= day <= last]
        yield "runs of a period", lambda server, a=first, b=last: server.running(a, b), (len(known), sum(known))
    yield "a sum of heart rates", lambda server: server.sum_of_rates(), None


def same(found, right):
    if found is None or right is None:
        return found is None and right is None
    if isinstance(right, tuple):
        return all(same(*pair) for pair in zip(found, right))
    return abs(found - right) <= max(0.4 if right < 1e3 else 1, 1e-5 * right)


person = Person(1)
with tempfile.TemporaryDirectory() as folder:
    xml, archive, store = (os.path.join(folder, name) for name in ("export.xml", "export.zip", "health.sqlite"))
    with open(xml, "w") as file:
        file.write(person.xml())
    with zipfile.ZipFile(archive, "w") as file:
        file.write(xml, "apple_health_export/export.xml")
    quiet = {"stdout": subprocess.DEVNULL, "check": True}
    subprocess.run([RINGTOP, "import", "--store", store, archive], **quiet)
    subprocess.run([RINGTOP, "mcp", "--store", store, "--allow", "comparison"], **quiet)
    database = os.path.join(folder, "health.db")
    subprocess.run([EXPORT + "-ingest", archive], env={**os.environ, "AH_DB_PATH": database}, **quiet)
    servers = {
        "ringtop": Ringtop([RINGTOP, "mcp", "--store", store]),
        "apple-health-mcp": Statements([QUERY, "--input", archive]),
        "apple-health-export-mcp": Export([EXPORT], AH_DB_PATH=database),
    }
    scores = {}
    for name, server in servers.items():
        for kind, ask, right in questions(person, random.Random(2)):
            found = ask(server)
            count, good = scores.setdefault(kind, {}).get(name, (0, 0))
            scores[kind][name] = (count + 1, good + same(found, right))
            if os.environ.get("SHOW") and not same(found, right):
                print(name, kind, found, right)
        server.close()
    for kind, row in scores.items():
        print(f"{kind:28}", *(f"{row[name][1]:3}/{row[name][0]}" for name in servers))
    totals = [(sum(row[name][1] for row in scores.values()), sum(row[name][0] for row in scores.values())) for name in servers]
    print(f"{'':28}", *(f"{good:3}/{count}" for good, count in totals))
    print(*(f"{name}: {sum(server.bytes) // len(server.bytes)} bytes an answer;" for name, server in servers.items()))

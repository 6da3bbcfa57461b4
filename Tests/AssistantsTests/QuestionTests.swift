import Foundation
import HealthImport
import HealthModel
import OpenHealthKit
import Presentation
import Reports
import TestSupport
import Testing

@testable import Assistants

/// Questions whose answers are known: 115 of them, about five persons.
@Suite("Questions with known answers")
struct QuestionTests {
  /// A period within the person's data, of at least two days.
  private static func period(_ random: inout SplitMix) -> ClosedRange<Day> {
    let first = PersonStore.days.lowerBound + Int.random(in: 0..<50, using: &random)
    return first...min(PersonStore.days.upperBound, first + Int.random(in: 1...30, using: &random))
  }

  private static func text(_ days: ClosedRange<Day>) -> JSONValue { .text("\(days.lowerBound) to \(days.upperBound)") }

  /// Whether an answer has a number, to the six digits that answers have; nil is null.
  private static func has(_ value: JSONValue?, _ expected: Double?) -> Bool {
    let found: Double?
    switch value {
    case .whole(let number): found = Double(number)
    case .number(let number): found = number
    case .null: found = nil
    default: return false
    }
    guard let found, let expected else { return found == nil && expected == nil }
    return abs(found - expected) <= 1e-5 * max(1, abs(expected))
  }

  private static func rows(_ result: ToolResult) -> [[JSONValue]] {
    (result.structured?["rows"]?.array ?? []).map { $0.array ?? [] }
  }

  private static func number(_ value: JSONValue?) -> Double {
    switch value {
    case .whole(let number): Double(number)
    case .number(let number): number
    default: .nan
    }
  }

  @Test("a period is whole for hours of standing as for steps, a percentage is one, and unknown sleep is not 0")
  func wholeIntervals() throws {
    let person = try PersonStore(.phoneAndWatch)
    for type in ["stand", "steps"] {
      let days: JSONValue = "2026-11-03 to 2026-11-05"
      let found = try #require(
        person.ask("statistics", ["type": .text(type), "period": days, "by": "week"]).structured)
      #expect(found["period"]?["from"] == "2026-11-02" && found["period"]?["to"] == "2026-11-08", "\(found.serialized)")
      #expect(found.serialized.contains("widened to whole intervals"))
      let week = try #require(
        person.ask("statistics", ["type": .text(type), "period": "2026-11-02 to 2026-11-08"]).structured)
      #expect(
        Self.has(
          Self.rows(person.ask("statistics", ["type": .text(type), "period": days, "by": "week"]))[0][1],
          Self.number(week["value"])))
    }
    let phone = try PersonStore(.phoneAlone)
    let midnight = SampleDays.midnight(SampleDays.today)
    try phone.save(
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierOxygenSaturation", kind: .quantity, unit: "%"), 0.97,
      from: midnight + 36_000)
    let oxygen = try #require(phone.ask("statistics", ["type": "oxygenSaturation", "period": "today"]).structured)
    #expect(Self.has(oxygen["value"], 97) && oxygen["unit"] == "%", "\(oxygen.serialized)")
    let vitals = try #require(phone.ask("day").structured?["vitals"])
    #expect(Self.has(vitals["oxygenSaturation"]?["mean"], 97), "\(vitals.serialized)")
    // A night of which only the time in bed is known.
    try phone.save(
      SampleTypeUse(identifier: TypeIdentifier.sleepAnalysis, kind: .category, unit: ""), 0, from: midnight + 3_600,
      hours: 5)
    let night = phone.ask("day")
    #expect(night.structured?["sleep"]?["asleep_h"] == .null && night.text.contains("time asleep unknown"))
  }

  @Test("sums, means and extremes are those of the hours", arguments: PersonStore.Kind.allCases)
  func values(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    var random = SplitMix(seed: 7)
    for _ in 0..<3 {
      let days = Self.period(&random)
      let period = Self.text(days)
      // 1: steps.
      let steps = try #require(person.ask("statistics", ["type": "steps", "period": period]).structured)
      let sum = person.sum(days) { $0.steps }
      let known = person.daysWithData(days) { $0.steps }
      #expect(Self.has(steps["value"], sum), "\(kind) \(days) \(steps.serialized)")
      #expect(steps["unit"] == "count")
      #expect(steps["period"]?["days"]?.whole == days.count)
      #expect(steps["period"]?["daysWithData"]?.whole == known)
      if let sum { #expect(Self.has(steps["perDay"], sum / Double(known))) }
      // 2: energy in another unit.
      let energy = person.ask("statistics", ["type": "active energy burned", "period": period, "unit": "kJ"])
      #expect(Self.has(energy.structured?["value"], person.sum(days) { $0.energy }.map { $0 * 4.184 }))
      #expect(energy.structured?["unit"] == "kJ")
      // 3 to 5: heart rates. Each quarter hour has one, so the mean over time is that of the samples.
      let rates = person.hours.filter { days.contains($0.day) }.flatMap(\.rates)
      for (statistic, expected) in [
        ("mean", rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)), ("maximum", rates.max()),
        ("minimum", rates.min()), ("count", rates.isEmpty ? nil : Double(rates.count)),
      ] {
        let found = person.ask(
          "statistics", ["type": "heart_rate", "period": period, "statistic": .text(statistic)])
        #expect(Self.has(found.structured?["value"], expected), "\(kind) \(statistic) \(found.text)")
      }
      // 6: weight.
      let weights = person.weights.filter { days.contains($0.key) }.values
      let weight = person.ask("statistics", ["type": "bodyMass", "period": period]).structured
      #expect(Self.has(weight?["value"], weights.isEmpty ? nil : weights.reduce(0, +) / Double(weights.count)))
      #expect(weight?["period"]?["daysWithData"]?.whole == weights.count)
    }
  }

  @Test("rows are the days, hours and weeks, and add up to the value", arguments: PersonStore.Kind.allCases)
  func parts(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    var random = SplitMix(seed: 8)
    let days = Self.period(&random)
    let byDay = person.ask("statistics", ["type": "steps", "period": Self.text(days), "by": "day", "limit": 100])
    for row in Self.rows(byDay) {
      let day = try #require(row[0].text.flatMap(Day.init))
      #expect(Self.has(row[1], person.sum(day...day) { $0.steps }))
    }
    #expect(Self.rows(byDay).count == person.daysWithData(days) { $0.steps })
    for interval in ["week", "month"] {
      let found = person.ask("statistics", ["type": "steps", "period": Self.text(days), "by": .text(interval)])
      let total = Self.rows(found).reduce(0) { $0 + Self.number($1[1]) }
      #expect(Self.has(found.structured?["value"], total), "\(interval) \(found.text)")
    }
    // The hours of the day on which the clocks change, and of the first and last day away.
    for day in [Day(year: 2026, month: 10, day: 25), SampleDays.today - 20, SampleDays.today - 9].compactMap(\.self) {
      let found = person.ask("statistics", ["type": "steps", "period": .text("\(day)"), "by": "hour"])
      let hours = person.hours.filter { $0.day == day }
      #expect(Self.rows(found).count == hours.count, "\(kind) \(day)")
      for (row, hour) in zip(Self.rows(found), hours) { #expect(Self.has(row[1], hour.steps)) }
    }
    // Each source by itself, which does not add up.
    let sources = Self.rows(person.ask("statistics", ["type": "steps", "period": Self.text(days), "by": "source"]))
    #expect(sources.contains { $0[0] == "“Kim's iPhone”" && Self.has($0[1], person.sum(days) { $0.phone }) })
    #expect(sources.count == (kind == .phoneAlone ? 1 : 2))
  }

  @Test("two periods are compared by the days with data", arguments: PersonStore.Kind.allCases)
  func comparing(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    var random = SplitMix(seed: 9)
    for _ in 0..<2 {
      let (first, second) = (Self.period(&random), Self.period(&random))
      let found = person.ask("compare", ["type": "steps", "first": Self.text(first), "second": Self.text(second)])
      func mean(_ days: ClosedRange<Day>) -> Double? {
        person.sum(days) { $0.steps }.map { $0 / Double(person.daysWithData(days) { $0.steps }) }
      }
      #expect(Self.has(found.structured?["first"]?["perDay"], mean(first)))
      #expect(Self.has(found.structured?["second"]?["sum"], person.sum(second) { $0.steps }))
      let (before, after) = (try #require(mean(first)), try #require(mean(second)))
      #expect(Self.has(found.structured?["change"], after - before))
      #expect(Self.has(found.structured?["changePercent"], (after / before - 1) * 100))
    }
  }

  @Test("nights, workouts and rings are those of the person", arguments: PersonStore.Kind.allCases)
  func records(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    var random = SplitMix(seed: 10)
    let days = Self.period(&random)
    let nights = person.sleep.filter { days.contains($0.key) }
    let sleep = person.ask("sleep", ["period": Self.text(days), "limit": 100])
    #expect(sleep.structured?["nights"]?.whole == nights.count)
    let mean = nights.isEmpty ? nil : nights.values.reduce(0, +) / Double(nights.count) / 3_600
    #expect(abs((mean ?? 0) - (mean == nil ? 0 : Self.number(sleep.structured?["meanAsleep_h"]))) < 0.006)
    for row in Self.rows(sleep) {
      let seconds = try #require(row[0].text.flatMap(Day.init).flatMap { nights[$0] })
      #expect(abs(Self.number(row[1]) - seconds / 3_600) < 0.006)
    }
    let runs = person.runs.filter { days.contains($0.day) }
    let workouts = person.ask("workouts", ["period": Self.text(days), "activity": "running"])
    #expect(workouts.structured?["count"]?.whole == runs.count)
    let totals = workouts.structured?["totals"]
    #expect(Self.has(totals?["duration_min"], runs.reduce(0) { $0 + $1.seconds } / 60))
    #expect(Self.has(totals?["distance_km"], runs.isEmpty ? nil : runs.reduce(0) { $0 + $1.kilometres }))
    // The rings of a day.
    let day = days.upperBound
    let card = person.ask("day", ["date": .text("\(day)")]).structured
    let energy = person.sum(day...day) { $0.energy }
    if kind != .phoneAlone, energy != nil {
      #expect(Self.has(card?["rings"]?["move"]?["value"], energy))
      let stood = person.hours.filter { $0.day == day && $0.watch ?? 0 > 100 }.count
      #expect(Self.has(card?["rings"]?["stand"]?["value"], Double(stood)))
    }
    #expect(Self.has(card?["activity"]?["stepCount"]?["value"], person.sum(day...day) { $0.steps }))
    let stood = person.hours.filter { days.contains($0.day) && $0.watch ?? 0 > 100 }.count
    let stand = person.ask("statistics", ["type": "stand", "period": Self.text(days)]).structured
    #expect(Self.has(stand?["value"], kind == .phoneAlone ? nil : Double(stood)))
    // Apple's side is unknown, ours are the sums.
    let audit = person.ask("audit", ["period": Self.text(days), "limit": 100])
    for row in Self.rows(audit) {
      let day = try #require(row[0].text.flatMap(Day.init))
      #expect(row[1] == .null)
      if kind != .phoneAlone { #expect(Self.has(row[2], person.sum(day...day) { $0.energy } ?? 0)) }
    }
    if kind == .pausedRings {
      #expect(person.ask("day", ["date": .text("\(SampleDays.today - 4)")]).structured?["paused"] == true)
    }
    let count = person.ask("sql", ["statement": "select count(*) from workout"])
    #expect(Self.has(Self.rows(count).first?.first, Double(person.runs.count)))
  }

  @Test("a run that a second program has recorded too counts once in the totals, and is listed twice")
  func repeatedRuns() throws {
    let person = try PersonStore(.phoneAndWatch)
    let before = person.ask("workouts", ["period": "all"]).structured
    try person.repeatRuns()
    let found = person.ask("workouts", ["period": "all", "limit": 100])
    #expect(found.structured?["count"]?.whole == person.runs.count)
    #expect(found.structured?["totals"] == before?["totals"])
    #expect(found.structured?["byActivity"] == before?["byActivity"])
    #expect(Self.rows(found).count == 2 * person.runs.count)
    #expect(found.structured?["notes"]?.serialized.contains("recordings") == true, "\(found)")
  }

  @Test("sums are those of ringtop query", arguments: PersonStore.Kind.allCases)
  func query(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    let context = try person.service.context(Caller(client: nil, revision: .november2025))
    for (name, interval) in [("stepCount", "month"), ("activeEnergyBurned", "week"), ("stepCount", "day")] {
      let request = try QueryRequest(
        try HealthTypeName(name), unit: nil, condition: nil, every: interval, statistic: nil, by: nil,
        formatting: .english)
      let printed = try QueryStatistics(request: request, store: context.health, weekStart: 1).rows(PersonStore.days)
      let asked = person.ask(
        "statistics", ["type": .text(name), "period": Self.text(PersonStore.days), "by": .text(interval), "limit": 100])
      let rows = Self.rows(asked)
      #expect(rows.count == printed.count)
      for (row, line) in zip(rows, printed) { #expect(Self.has(row[1], line.value)) }
    }
  }

  @Test(
    "what has no meaning, no data or no permission is refused with what to ask instead",
    arguments: PersonStore.Kind.allCases)
  func refusals(kind: PersonStore.Kind) throws {
    let person = try PersonStore(kind)
    for (tool, arguments, words) in [
      ("statistics", ["type": "heartRate", "statistic": "sum"], ["means nothing", "mean, minimum or maximum"]),
      ("statistics", ["type": "steps", "statistic": "mean"], ["perDay"]),
      ("statistics", ["type": "stepz"], ["health_overview"]),
      ("statistics", ["type": "steps", "period": "whenever"], ["is not a date", "last 30 days"]),
      ("statistics", ["type": "steps", "period": "2027"], ["after today"]),
      ("statistics", ["type": "steps", "unit": "kg"], ["count"]),
      ("statistics", ["type": "menstrualFlow"], ["does not share", "--allow test cycle"]),
      ("statistics", ["type": "sleepAnalysis"], ["tool sleep"]),
      ("statistics", ["type": "form", "by": "week"], ["by day"]),
      ("statistics", [:], ["type is missing"]),
      ("statistics", ["type": "steps", "from": "monday"], ["There is no argument", "period"]),
      ("statistics", ["type": "steps", "limit": 0], ["from 1 to 1000"]),
      ("statistics", ["type": "steps", "by": "day", "cursor": "7"], ["cursor is unknown"]),
      ("compare", ["type": "fitness", "first": "2026-09", "second": "2026-10"], ["single days"]),
      ("workouts", ["activity": "knitting"], ["no activity"]), ("day", ["date": "last month"], ["more than a day"]),
      ("sql", ["statement": "delete from sample"], ["cannot modify", "The views are"]),
    ] as [(String, JSONValue, [String])] {
      let result = person.ask(tool, arguments)
      #expect(result.isError, "\(tool) \(arguments)")
      for word in words { #expect(result.text.contains(word), "\(result.text)") }
    }
    // Before the first day nothing is known, which is not 0.
    let nothing = person.ask("statistics", ["type": "steps", "period": "2025"])
    #expect(nothing.structured?["value"] == .null)
    #expect(nothing.text.contains("unknown, not 0"))
    #expect(person.ask("sleep", ["period": "2025"]).structured?["meanAsleep_h"] == .null)
  }
}

import Foundation
import HealthAnalysis
import HealthModel
import Presentation
import TestSupport
import Testing

@testable import Configuration
@testable import Watching

@Suite("Facts")
struct FactFinderTests {
  private static let midnight = Date(timeIntervalSinceReferenceDate: 800_064_000)

  private func source(
    _ day: Day = Day(number: 20_000), move: Double = 0, exercise: Double = 0, stand: [Int] = [], newest: Double? = nil
  ) -> FactSource {
    let interval = Self.midnight..<Self.midnight.addingTimeInterval(86_400)
    return FactSource(
      today: DaySummary(
        day: day, interval: interval, move: RingValue(value: move, goal: 500),
        exercise: RingValue(value: exercise, goal: 30), stand: RingValue(value: Double(stand.count), goal: 12),
        basis: .computed),
      hours: (0..<24).map { hour in
        HourActivity(
          start: Self.midnight.addingTimeInterval(Double(hour) * 3_600), hour: hour,
          stood: stand.contains(hour) ? true : nil)
      }, newest: newest.map { Self.midnight.addingTimeInterval($0) }, weekStart: 1)
  }

  private func events(
    _ source: FactSource, _ subscriptions: [FactSubscription] = FactSubscription.standard, at hour: Double
  ) -> [String] {
    FactFinder(source: source, subscriptions: subscriptions).facts(now: Self.midnight.addingTimeInterval(hour * 3_600))
      .map {
        $0.kind
      }
  }

  @Test("closing a ring is a fact, and closing all of them is another")
  func closing() {
    #expect(events(source(move: 499.9), at: 23) == [])
    #expect(events(source(move: 500), at: 23) == ["ring-closed move"])
    #expect(
      events(source(move: 500, exercise: 30, stand: Array(8..<20)), at: 23) == [
        "ring-closed move", "ring-closed exercise", "ring-closed stand", "all-closed",
      ])
    let onlyStand = [FactSubscription(.ringClosed, ring: .stand)]
    #expect(events(source(move: 500), onlyStand, at: 23) == [])
  }

  @Test("all rings that count are closed again when another one is recorded and closed later")
  func closedAgain() {
    var early = source(move: 500)
    early.today.exercise.value = nil
    early.today.stand.value = nil
    let late = source(move: 500, exercise: 30, stand: Array(8..<20))
    let keys = [early, late].map { source in
      FactFinder(source: source, subscriptions: [FactSubscription(.allClosed)]).facts(now: Self.midnight).map(\.key)
    }
    let day = Day(number: 20_000).description
    #expect(keys == [["\(day) move"], [day]])
  }

  @Test("a stand reminder comes in the last ten minutes of an hour without standing, on a day with data")
  func reminders() {
    let standing = source(stand: [8, 10], newest: 8 * 3_600)
    #expect(events(standing, at: 9.8) == [])
    #expect(events(standing, at: 9.84) == ["stand-reminder 8-21"])
    #expect(events(standing, at: 8.9) == [])
    #expect(events(standing, at: 10.9) == [])
    #expect(events(standing, at: 7.9) == [])
    #expect(events(standing, at: 21.9) == ["stand-reminder 8-21"])
    #expect(events(standing, at: 22.9) == [])
    #expect(events(source(newest: -3_600), at: 9.9) == [])
    var paused = standing
    paused.today.isPaused = true
    #expect(events(paused, at: 9.9) == [])
    // Each hour is a separate fact.
    let keys = [9.9, 11.9].map {
      FactFinder(source: standing, subscriptions: FactSubscription.standard).facts(
        now: Self.midnight.addingTimeInterval($0 * 3_600)
      )
      .map(\.key)
    }
    #expect(keys[0] != keys[1])
  }

  @Test("a goal, a record and an unusual night are facts; a first value is no record, and a paused day has no goals")
  func others2() throws {
    var source = source()
    let day = source.today.day
    let steps = try #require(GoalAmount(named: "steps", .day))
    let water = try #require(GoalAmount(named: "water", .week))
    source.goals = [
      GoalProgress(steps, day...day, RingValue(value: 8_000, goal: 8_000)),
      GoalProgress(water, (day - 2)...(day + 4), RingValue(value: 13, goal: 14)),
    ]
    #expect(events(source, at: 12) == ["goal-reached stepCount"])
    var onlyWater = FactSubscription(.goalReached)
    onlyWater.type = water.type
    #expect(events(source, [onlyWater], at: 12) == [])
    let paused = { () -> FactSource in
      var paused = source
      paused.today.isPaused = true
      return paused
    }()
    #expect(events(paused, at: 12) == [])

    func record(_ name: MeasureName, on day: Day, before: Double?) -> NamedMeasure {
      NamedMeasure(name, .success(Measured(250, .fastest)), day: day, previous: before)
    }
    source.goals = []
    source.records = [
      record(.fastest1km, on: day, before: 255), record(.fastest5km, on: day, before: nil),
      record(.fastest10km, on: day - 1, before: 3_000),
    ]
    #expect(events(source, [FactSubscription(.record)], at: 12) == ["record fastest1km"])
    func vital(_ name: MeasureName, _ value: Double) -> NamedMeasure {
      NamedMeasure(name, .success(Measured(value, .nightVitals)), band: 50...60)
    }
    let vitals = [FactSubscription(.vitalsOutOfRange)]
    for (values, isUnusual) in [([55.0, 62, 70], true), ([55, 55, 70], false)] {
      source.night = NightState([
        vital(.nightHeartRate, values[0]), vital(.nightRespiratoryRate, values[1]), vital(.nightSleep, values[2]),
      ])
      #expect(events(source, vitals, at: 7) == (isUnusual ? ["vitals-out-of-range"] : []))
    }
    #expect(NightState([vital(.nightHeartRate, 90)]) == nil)
  }

  @Test("the weekly summary comes on the week's first day from the set hour on, and data is stale after the set time")
  func others() throws {
    let monday = (0..<7).map { Day(number: 20_000 + $0) }.first { $0.isoWeekday == 1 }
    let first = try #require(monday)
    #expect(events(source(first), at: 8.9) == [])
    #expect(events(source(first), at: 9) == ["weekly-summary 9"])
    #expect(events(source(first + 1), at: 9) == [])
    var subscription = FactSubscription(.dataStale)
    subscription.age = 7_200
    #expect(events(source(newest: 3_600), [subscription], at: 2.9) == [])
    #expect(events(source(newest: 3_600), [subscription], at: 3) == ["data-stale 7200"])
    #expect(events(source(), [subscription], at: 3) == [])
  }

  @Test("on the day of a clock change, the weekly summary comes when the clock shows its hour")
  func weeklyAtClockChange() throws {
    let sunday = try #require((0..<7).map { Day(number: 20_000 + $0) }.first { $0.isoWeekday == 7 })
    for (missing, repeated, elapsed) in [(2, nil, 8.0), (nil, 2, 10)] as [(Int?, Int?, Double)] {
      var source = source(sunday)
      source.weekStart = 7
      let hours = (0..<24).flatMap { hour -> [Int] in
        Array(repeating: hour, count: hour == missing ? 0 : hour == repeated ? 2 : 1)
      }
      source.hours = hours.enumerated().map {
        HourActivity(start: Self.midnight.addingTimeInterval(Double($0) * 3_600), hour: $1)
      }
      source.today.interval = Self.midnight..<Self.midnight.addingTimeInterval(Double(hours.count) * 3_600)
      #expect(events(source, at: elapsed - 0.1) == [])
      #expect(events(source, at: elapsed) == ["weekly-summary 9"])
    }
  }

  @Test("the weekly summary leaves out paused days, and those before all data")
  func closedDaysOfTheWeek() {
    let first = Day(number: 20_000)
    let week = (0..<7).map { index in
      var summary = source(first + index, move: 500, exercise: index == 3 ? 0 : 30).today
      summary.stand = RingValue()
      if index < 2 { (summary.move.value, summary.exercise.value, summary.basis) = (nil, nil, .none) }
      summary.isPaused = index == 4
      return summary
    }
    let report = FactReport(
      fact: Fact(event: .weeklySummary, kind: "", key: ""), today: source().today, week: week,
      known: first + 2...first + 9, newest: nil, now: Self.midnight, store: "", formatting: Formatting())
    #expect(report.text == "Last week's rings were closed: Move on 4 of 4 days, Exercise on 3 of 4 days, Stand -.")
  }

  @Test(
    "the age of the newest data is said in minutes, hours or days",
    arguments: [
      (30.0, "30 minutes"), (60, "1 hour"), (119, "1 hour"), (47 * 60, "47 hours"), (49 * 60, "2 days"),
      (1, "1 minute"),
    ] as [(Double, String)])
  func age(minutes: Double, words: String) {
    let source = source(newest: 0)
    let report = FactReport(
      fact: Fact(event: .dataStale, kind: "data-stale", key: ""), today: source.today, week: [], newest: source.newest,
      now: Self.midnight.addingTimeInterval(minutes * 60), store: "", formatting: Formatting())
    #expect(report.text == "The newest data is \(words) old.")
  }

  @Test("looking only at the scheduled times finds the same facts as looking every minute", arguments: 0..<60)
  func lookingSeldom(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var stale = FactSubscription(.dataStale)
    stale.age = Double(Int.random(in: 1...600, using: &random)) * 60
    var reminders = FactSubscription(.standReminder)
    reminders.hours = 0...Int.random(in: 0...23, using: &random)
    let subscriptions = FactSubscription.standard + [stale, reminders, FactSubscription(.ringsChanged)]
    let stands = (0..<24).filter { _ in Bool.random(using: &random) }
    let source = source(
      Day(number: 20_000 + Int.random(in: 0..<7, using: &random)), move: Double.random(in: 0...900, using: &random),
      stand: stands, newest: Double(Int.random(in: -600...1_439, using: &random)) * 60)
    let finder = FactFinder(source: source, subscriptions: subscriptions)
    var often: [Fact] = []
    for minute in 0..<1_440 {
      for fact in finder.facts(now: Self.midnight.addingTimeInterval(Double(minute) * 60)) where !often.contains(fact) {
        often.append(fact)
      }
    }
    var seldom: [Fact] = []
    var now = Self.midnight
    var looks = 0
    while now < source.today.interval.upperBound {
      for fact in finder.facts(now: now) where !seldom.contains(fact) { seldom.append(fact) }
      let next = finder.next(after: now)
      try #require(next > now)
      now = next
      looks += 1
    }
    #expect(Set(seldom) == Set(often))
    #expect(looks < 60)
  }
}

import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("ZoneTimeline")
struct ZoneTimelineTests {
  @Test(
    "a day begins when its clocks first show it, however they change around midnight",
    arguments: [
      ("Europe/Berlin", "2026-03-29", "2026-03-28 23:00", 23.0),
      ("Europe/Berlin", "2026-10-25", "2026-10-24 22:00", 25),
      ("America/New_York", "2026-03-08", "2026-03-08 05:00", 23),
      ("America/New_York", "2026-11-01", "2026-11-01 04:00", 25),
      // Clocks went from 23:59:59 to 1:00.
      ("America/Sao_Paulo", "2017-10-15", "2017-10-15 03:00", 23),
      // And from 24:00 back to 23:00.
      ("America/Sao_Paulo", "2018-02-17", "2018-02-17 02:00", 25),
      ("America/Sao_Paulo", "2018-02-18", "2018-02-18 03:00", 24),
      ("Australia/Lord_Howe", "2026-04-05", "2026-04-04 13:00", 24.5),
      ("Australia/Lord_Howe", "2026-10-04", "2026-10-03 13:30", 23.5),
      ("Asia/Kathmandu", "2026-11-19", "2026-11-18 18:15", 24),
      ("Pacific/Apia", "2011-12-29", "2011-12-29 10:00", 24), ("Pacific/Apia", "2011-12-30", "2011-12-30 10:00", 0),
      ("Pacific/Apia", "2011-12-31", "2011-12-30 10:00", 24),
      ("America/Havana", "2026-03-08", "2026-03-08 05:00", 23),
    ])
  func clockChanges(zone: String, text: String, start: String, hours: Double) {
    let interval = ZoneTimeline(home: zone).interval(of: day(text))
    #expect(interval.lowerBound == date(start))
    #expect(interval.upperBound.timeIntervalSince(interval.lowerBound) == hours * 3_600)
  }

  @Test(
    "every day of every zone begins when Foundation's calendar says it does",
    arguments: [
      "Africa/Cairo", "Africa/Casablanca", "America/Asuncion", "America/Godthab", "America/Havana", "America/St_Johns",
      "America/Sao_Paulo", "America/Santiago", "Antarctica/Troll", "Asia/Amman", "Asia/Beirut", "Asia/Gaza",
      "Asia/Kathmandu", "Asia/Pyongyang", "Asia/Tehran", "Atlantic/Azores", "Australia/Lord_Howe", "Europe/Berlin",
      "Europe/Istanbul", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati",
    ])
  func agreesWithCalendar(zone: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let timeline = ZoneTimeline(home: zone)
    // Errors are only likely around changes, so those are tested, with an occasional day in between.
    var days: Set<Int> = []
    var change = date("2008-01-01 00:00")
    while let next = calendar.timeZone.nextDaylightSavingTimeTransition(after: change), next < date("2027-01-01 00:00")
    {
      let number = Int((next.timeIntervalSince1970 / 86_400).rounded(.down))
      days.formUnion(number - 1...number + 1)
      change = next
    }
    days.formUnion(stride(from: day("2008-01-01").number, to: day("2027-01-01").number, by: 97))
    for number in days.sorted() {
      let fields = Day(number: number).fields
      let noon = try #require(
        calendar.date(from: DateComponents(year: fields.year, month: fields.month, day: fields.day, hour: 12)))
      // If the day was skipped, noon is on a different day.
      guard calendar.component(.day, from: noon) == fields.day else { continue }
      let start = calendar.startOfDay(for: noon)
      #expect(timeline.midnight(of: Day(number: number)) == start, "\(zone) \(Day(number: number))")
      #expect(timeline.day(containing: start) == Day(number: number), "\(zone) \(Day(number: number))")
      #expect(timeline.day(containing: start - 0.5) < Day(number: number), "\(zone) \(Day(number: number))")
    }
  }

  @Test("days cover time without gaps or overlaps, wherever the user travels", arguments: 0..<40 as Range<UInt64>)
  func tiling(seed: UInt64) {
    let names = [
      "Pacific/Pago_Pago", "Pacific/Kiritimati", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "GMT",
      "Pacific/Apia", "Australia/Lord_Howe", "Mars/Base",
    ]
    var random = SplitMix(seed: seed)
    let first = day("2011-12-01")
    let named = (0..<60).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map {
      (day: first + $0, zone: names.randomElement(using: &random) ?? "GMT")
    }
    let timeline = ZoneTimeline(home: names.randomElement(using: &random) ?? "GMT", named: named)
    for offset in -3..<64 {
      let interval = timeline.interval(of: first + offset)
      #expect(interval.upperBound == timeline.interval(of: first + offset + 1).lowerBound, "seed \(seed)")
      guard !interval.isEmpty else { continue }
      #expect(timeline.day(containing: interval.lowerBound) == first + offset, "seed \(seed)")
      #expect(timeline.day(containing: interval.upperBound - 0.001) == first + offset, "seed \(seed)")
    }
    for _ in 0..<200 {
      let moment = date("2011-12-03 00:00") + Double.random(in: 0...5_000_000, using: &random)
      #expect(timeline.interval(of: timeline.day(containing: moment)).contains(moment), "seed \(seed)")
    }
  }

  @Test("a flight across the date line makes one day almost two days long, or removes a day")
  func dateLine() {
    let west = ZoneTimeline(
      home: "Pacific/Pago_Pago", named: [(day: day("2026-06-10"), zone: "Pacific/Kiritimati")])
    #expect(west.interval(of: day("2026-06-09")).isEmpty)
    #expect(west.interval(of: day("2026-06-08")).upperBound == date("2026-06-09 10:00"))
    #expect(west.midnight(of: day("2026-06-10")) == date("2026-06-09 10:00"))
    let east = ZoneTimeline(home: "Asia/Tokyo", named: [(day: day("2026-06-10"), zone: "America/Los_Angeles")])
    let long = east.interval(of: day("2026-06-09"))
    #expect(long.upperBound.timeIntervalSince(long.lowerBound) == 40 * 3_600)
  }

  @Test("a zone applies from the day that names it until another is named; before the first, the home zone does")
  func zones() {
    let timeline = ZoneTimeline(
      home: "Europe/Berlin",
      named: [
        (day("2026-01-05"), "Europe/Berlin"), (day("2026-01-10"), "Asia/Tokyo"), (day("2026-01-12"), "Mars/Base"),
        (day("2026-01-20"), "Europe/Berlin"),
      ])
    let expected = [
      ("2020-01-01", "Europe/Berlin"), ("2026-01-09", "Europe/Berlin"), ("2026-01-10", "Asia/Tokyo"),
      ("2026-01-19", "Asia/Tokyo"), ("2026-01-20", "Europe/Berlin"), ("2030-01-01", "Europe/Berlin"),
    ]
    for (text, zone) in expected { #expect(timeline.zone(of: day(text)).identifier == zone, "\(text)") }
    #expect(timeline.changes.count == 2)
    #expect(ZoneTimeline(home: "Mars/Base").midnight(of: day("2026-01-01")) == date("2026-01-01 00:00"))
  }

  @Test(
    "a timeline read around a few days gives the same results for them as the whole timeline",
    arguments: 0..<8 as Range<UInt64>)
  func aroundDays(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    let zones = ["Europe/Berlin", "Asia/Tokyo", "Pacific/Apia", "Pacific/Pago_Pago", "Nowhere/Land", "Europe/Berlin"]
    let first = day("2011-12-20").number
    try test.store.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO info (key, value) VALUES ('home_zone', 'America/New_York')")
      for number in first..<first + 60 where Int.random(in: 0..<3, using: &random) == 0 {
        try db.execute(
          sql: "INSERT INTO zone_day (day, zone, named_at) VALUES (?, ?, 0)",
          arguments: [number, zones.randomElement(using: &random)])
      }
    }
    try test.store.read { db in
      let whole = try ZoneTimeline(db)
      for number in first - 5..<first + 65 {
        let low = Day(number: number)
        let high = low + Int.random(in: 0..<4, using: &random)
        let part = try ZoneTimeline(db, around: low...high)
        for day in Day(number: number - 1)...(high + 1) { #expect(part.interval(of: day) == whole.interval(of: day)) }
        let instant = Date(timeIntervalSince1970: Double(number) * 86_400 + .random(in: 0..<86_400, using: &random))
        #expect(try ZoneTimeline(db, around: instant).day(containing: instant) == whole.day(containing: instant))
      }
    }
  }
}

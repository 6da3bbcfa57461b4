import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Explanations of an audit")
struct AuditTests {
  private let asked = day("2026-03-03")

  /// A day of 100 kcal, 10 minutes and 1 hour, from the watch's samples.
  private func samples(_ zone: String = "GMT") -> [FakeSample] {
    let start = date("2026-03-03 10:00", zone)
    return [
      .energy(100, at: start, seconds: 600), .exercise(10, at: start, seconds: 600),
      .stand(at: date("2026-03-03 10:00", zone)),
    ]
  }

  private func explanation(
    _ ring: Ring, _ samples: [FakeSample], row: AppleSummaryRecord, date: Date = date("2026-03-09 12:00"),
    zone: String = "GMT", day: Day? = nil, then change: (Store) throws -> Void = { _ in }
  ) throws -> DayAudit.Explanation? {
    let test = try TestStore()
    try FakeExport(date: date, samples, summaries: [row]).run(
      into: test.store, options: ImportOptions(now: date, configuredZone: zone, systemZone: "GMT"))
    try change(test.store)
    let day = day ?? asked
    return try test.store.audit(day...day)[0][ring].explanation
  }

  @Test("there is none if the numbers agree: within half a kilocalorie, exactly in minutes and hours")
  func none() throws {
    for ring in Ring.allCases {
      #expect(try explanation(ring, samples(), row: .row("2026-03-03", 100.5, 10, 1)) == nil)
    }
    #expect(try explanation(.move, samples(), row: .row("2026-03-03", 100.51, 10, 1)) != nil)
    #expect(try explanation(.exercise, samples(), row: .row("2026-03-03", 100, 11, 1)) != nil)
    #expect(try explanation(.stand, samples(), row: .row("2026-03-03", 100, 10, 2)) != nil)
  }

  @Test("noSamples and noAppleSummary: one side is absent; if both are, there is nothing to explain")
  func absent() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-03-09 12:00"), samples(), summaries: [.row("2026-03-05", 9, 9, 9)])
      .run(into: test.store)
    let audit = try test.store.audit(asked...asked + 2)
    #expect(audit.map(\.move.apple) == [nil, nil, 9])
    #expect(audit.map(\.move.computed) == [100, nil, nil])
    for ring in Ring.allCases {
      #expect(audit.map { $0[ring].explanation } == [.noAppleSummary, nil, .noSamples])
    }
  }

  @Test("partialDay: the export was made before the day had ended")
  func partialDay() throws {
    #expect(
      try explanation(.move, samples(), row: .row("2026-03-03", 70, 10, 1), date: date("2026-03-03 23:59"))
        == .partialDay)
    // It had ended in London, but not in the user's zone.
    #expect(
      try explanation(
        .move, samples("America/New_York"), row: .row("2026-03-03", 70, 10, 1), date: date("2026-03-04 01:00"),
        zone: "America/New_York") == .partialDay)
  }

  @Test("changedSinceImport: the numbers agreed when Apple's were imported")
  func changedSinceImport() throws {
    let found = try explanation(.move, samples(), row: .row("2026-03-03", 100, 10, 1)) { store in
      try FakeExport([.energy(30, at: date("2026-03-03 12:00"))]).run(into: store)
    }
    #expect(found == .changedSinceImport)
  }

  @Test("missingSamples: Apple counted more")
  func missingSamples() throws {
    for ring in Ring.allCases {
      #expect(try explanation(ring, samples(), row: .row("2026-03-03", 140, 19, 5)) == .missingSamples)
    }
  }

  @Test("zoneChange: the clocks changed, or the user travelled on that day or the day before or after")
  func zoneChange() throws {
    let sunday = FakeSample.energy(100, at: date("2026-03-29 10:00"), seconds: 600)
    #expect(
      try explanation(
        .move, [sunday], row: .row("2026-03-29", 70, 0, 0), date: date("2026-04-09 12:00"), zone: "Europe/Berlin",
        day: day("2026-03-29")) == .zoneChange)
    for offset in 0...1 {
      let mark = FakeSample.named("Asia/Tokyo", at: date("2026-03-0\(3 + offset) 08:00", "Asia/Tokyo"))
      #expect(try explanation(.move, samples() + [mark], row: .row("2026-03-03", 70, 10, 1)) == .zoneChange)
    }
  }

  @Test("midnightRounding: an exercise minute spans midnight")
  func midnightRounding() throws {
    let across = FakeSample.exercise(1, at: date("2026-03-03 23:59:30"))
    #expect(try explanation(.exercise, samples() + [across], row: .row("2026-03-03", 100, 10, 1)) == .midnightRounding)
    #expect(try explanation(.exercise, samples() + [across], row: .row("2026-03-03", 100, 9, 1)) != .midnightRounding)
  }

  @Test("otherSource: another source counts during times that the watch does not cover")
  func otherSource() throws {
    let app = FakeSample.energy(30, at: date("2026-03-03 12:00"), source: .app)
    #expect(try explanation(.move, samples() + [app], row: .row("2026-03-03", 100, 10, 1)) == .otherSource)
  }

  @Test("extraSamples: the watch alone has a higher total")
  func extraSamples() throws {
    #expect(try explanation(.move, samples(), row: .row("2026-03-03", 70, 10, 1)) == .extraSamples)
  }

  @Test("every code has an explanatory sentence")
  func sentences() {
    #expect(Set(DayAudit.Explanation.allCases.map(\.sentence)).count == DayAudit.Explanation.allCases.count)
  }
}

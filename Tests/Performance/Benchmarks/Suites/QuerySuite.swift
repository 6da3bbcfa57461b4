import Foundation
import HealthModel
import OpenHealthKit

/// OpenHealthKit's queries compared with handwritten SQL, on five million samples.
///
/// A query is timed from its execution to the call of its handler, including the creation of every object.
struct QuerySuite {
  let materials: Materials
  let rounds: Int

  func run(_ report: inout Report) throws {
    let large = try LargeStore(in: materials)
    let queries = Queries(path: large.path, store: large.store, identity: try Queries.identity(large.path))
    try samples(queries, &report)
    try day(queries, &report)
    try summaries(queries, &report)
    try statistics(queries, &report)
    try pages(large, &report)
    try live(large, &report)
  }

  private func compare(
    _ measured: String, _ race: Race, goal: Double, allowance: Double = 0, _ report: inout Report
  ) {
    let (ours, theirs) = (race.typical(0), race.typical(1))
    report.compare(
      measured, race.text(0), to: "plain SQL: \(race.text(1))", ratio: race.ratio(0, to: 1),
      cpuRatio: race.cpuRatio(0, to: 1), atMost: goal,
      plus: allowance > 0 ? Figure.time(allowance) : nil, isMet: allowance > 0 ? ours - allowance <= theirs * goal : nil
    )
  }

  private func samples(_ queries: Queries, _ report: inout Report) throws {
    note("queries: 100,000 samples")
    let count = 100_000
    let heart = LargeStore.heartRate.type
    let newest = try Race(
      rounds: rounds * 4,
      [
        { try queries.samples(heart, nil, limit: count, newestFirst: true) },
        { try queries.plainSamples(heart, limit: count, newestFirst: true) },
      ])
    compare("sample query, the newest 100,000 of a type", newest, goal: 2, &report)
    let from = LargeStore.now.addingTimeInterval(-86_400 * 334)
    let dated = try Race(
      rounds: rounds * 4,
      [
        { try queries.samples(heart, from...LargeStore.now) },
        { try queries.plainSamples(heart, from...LargeStore.now) },
      ])
    compare("sample query, 100,000 by their dates", dated, goal: 2, &report)
    let own = try Race(
      rounds: rounds * 4,
      [
        { try queries.samples(LargeStore.glucose.type, nil, limit: count) },
        { try queries.plainSamples(LargeStore.glucose.type, limit: count) },
      ])
    compare("sample query, 100,000 with identities of their own", own, goal: 2, &report)
  }

  private func day(_ queries: Queries, _ report: inout Report) throws {
    for series in [LargeStore.energy, LargeStore.heartRate] {
      note("queries: a day of \(series.daily) samples")
      // The same days for both.
      var (day, plainDay) = (0, 0)
      func next(_ day: inout Int) -> ClosedRange<Date> {
        day = (day + 97) % LargeStore.days
        return Self.span(ofDay: day)
      }
      let race = try Race(
        rounds: rounds * 40,
        [
          { try queries.samples(series.type, next(&day)) }, { try queries.plainSamples(series.type, next(&plainDay)) },
        ])
      compare("sample query, a day of \(series.daily) samples", race, goal: 1.5, allowance: 0.001, &report)
    }
  }

  private static func span(ofDay day: Int) -> ClosedRange<Date> {
    let start = LargeStore.start(of: LargeStore.firstDay + day)
    return start...start.addingTimeInterval(86_399)
  }

  private func summaries(_ queries: Queries, _ report: inout Report) throws {
    note("queries: summaries of ten years")
    let race = try Race(rounds: rounds * 20, [{ try queries.summaries() }, { try queries.plainSummaries() }])
    report.limit(
      "summaries of ten years", race.text(0), baseline: "plain SQL: \(race.text(1))",
      ratio: race.ratio(0, to: 1), goal: "< 5 ms", isMet: race.typical(0) < 0.005)
  }

  private func statistics(_ queries: Queries, _ report: inout Report) throws {
    note("queries: ten years of days")
    let sums = try dailyRace(queries, LargeStore.energy)
    compare("daily sums of ten years, three million samples", sums, goal: 1.0 / 20, &report)
    // The fewer the samples, the smaller the possible gain.
    let means = try dailyRace(queries, LargeStore.heartRate)
    report.tell(
      "daily means of ten years, a million samples", means.text(0), baseline: "plain SQL: \(means.text(1))",
      ratio: means.ratio(0, to: 1))
    note("queries: ten years as one")
    for (name, series) in [("three million", LargeStore.energy), ("a million", LargeStore.heartRate)] {
      let single = try Race(
        rounds: max(3, rounds), warmUp: 1,
        [{ try queries.singleStatistics(series.type) }, { try queries.dailyStatistics(series.type) }])
      report.compare(
        "one sum or mean over ten years, \(name) samples", single.text(0), to: "by day: \(single.text(1))",
        ratio: single.ratio(0, to: 1), atMost: 2)
    }
    note("queries: the same where clocks change")
    let race = try Race(
      rounds: max(3, rounds), warmUp: 1,
      [
        { try queries.dailyStatistics(LargeStore.energy.type, zone: "America/New_York") },
        { try queries.dailyStatistics(LargeStore.energy.type) },
      ])
    report.tell(
      "the first of them, days of America/New_York", Figure.time(race.typical(0)), baseline: "days of UTC",
      ratio: race.ratio(0, to: 1))
  }

  private func dailyRace(_ queries: Queries, _ series: LargeStore.Series) throws -> Race {
    try queries.requireEqualSums(series.type)
    return try Race(
      rounds: max(3, rounds), warmUp: 1,
      [{ try queries.dailyStatistics(series.type) }, { try queries.plainDailySums(series.type) }])
  }

  private func pages(_ large: LargeStore, _ report: inout Report) throws {
    note("queries: pages of 1,000")
    // A separate process, whose memory nothing else has used.
    let text = try Program(Program.own, ["page", large.path]).output()
    let paging = try JSONDecoder().decode(PageCommand.Outcome.self, from: Data(text.utf8))
    report.compare(
      "anchored query over everything, last page of 1,000", Figure.time(paging.last),
      to: "first page: \(Figure.time(paging.first))", ratio: paging.ratio, atMost: 1.1)
    report.compare(
      "anchored query, \(paging.samples) samples in \(paging.pages) pages",
      "\(Figure.time(paging.seconds)) (CPU \(Figure.time(paging.cpuSeconds)))",
      to: "plain SQL, the same pages: \(Figure.time(paging.plainSeconds)) "
        + "(CPU \(Figure.time(paging.plainCPUSeconds)))",
      ratio: paging.seconds / paging.plainSeconds, cpuRatio: paging.cpuSeconds / paging.plainCPUSeconds, atMost: 2)
    let growth = paging.peakBytes - paging.earlyPeakBytes
    report.limit(
      "memory while paging, from page 50 to the last",
      "\(Figure.bytes(paging.earlyPeakBytes)) + \(Figure.bytes(growth))", goal: "<= 2 MB more", isMet: growth <= 2e6)
  }

  private func live(_ large: LargeStore, _ report: inout Report) throws {
    note("queries: saves of another process")
    let copy = materials.path("queries-live.sqlite")
    try materials.copyStore(large.path, to: copy)
    defer { try? materials.removeStore(copy) }
    let delays = try LiveTrial(path: copy).run(saves: rounds * 20)
    report.limit(
      "observer query, from another process's call of save to the handler",
      "median \(Figure.time(median(delays))), worst \(Figure.time(delays.max() ?? 0))", goal: "median 20 ms",
      isMet: median(delays) <= 0.02)
  }
}

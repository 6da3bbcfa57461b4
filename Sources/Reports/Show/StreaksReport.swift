import Dashboard
import HealthAnalysis
import HealthModel
import Presentation
import Processes

/// Streaks, best days and awards as tables.
struct StreaksReport: ViewReport {
  let report: StreakReport
  let formatting: Formatting

  init(_ source: ReportSource) throws {
    report = try StreaksQuery(today: source.today, weekStart: source.weekStart).run(in: source)
    formatting = source.formatting
  }

  private func dates(_ streak: StreakLength) -> String {
    guard let first = streak.first, let last = streak.last else { return "" }
    return first == last ? formatting.date(first) : formatting.dates(first...last, true)
  }

  // MARK: - Plain

  var plain: String? {
    var streaks = TextTable(
      alignments: [.left, .right, .right, .left, .right, .right, .right],
      rows: [["Streaks", "Now", "Longest", "", "Perfect weeks", "Months", "Days closed"]])
    for line in report.lines {
      streaks.rows.append([
        line.ring?.name ?? "All rings", formatting.number(line.current.days), formatting.number(line.longest.days),
        dates(line.longest), formatting.number(line.perfectWeeks.count), formatting.number(line.perfectMonths.count),
        "\(formatting.number(line.days.closed)) of \(formatting.number(line.days.counted))",
      ])
    }
    for goal in report.goals {
      func length(_ count: Int) -> String {
        goal.goal.period == .day ? formatting.number(count) : DayWords.count(count, "week", "weeks")
      }
      streaks.rows.append([
        goal.goal.title, length(goal.current), length(goal.longest), "", "", "",
        "\(formatting.number(goal.reached)) of \(formatting.number(goal.counted))",
      ])
    }
    var bests = TextTable(alignments: [.left, .right, .left, .right], rows: [["Best day", "", "", "In all"]])
    for line in report.lines {
      guard let ring = line.ring else { continue }
      let unit = ring.unit(report.moveMode, energy: formatting.energy)
      func words(_ value: Double) -> String {
        formatting.number(Rounding.down(value * unit.scale), 0) + " " + unit.symbol
      }
      bests.rows.append([
        ring.name, line.best.map { words($0.value) } ?? "-", line.best.map { formatting.date($0.day) } ?? "",
        line.total.map(words) ?? "-",
      ])
    }
    var lines = streaks.lines() + [""] + bests.lines() + [""]
    var awards = TextTable(
      alignments: [.left, .right, .right, .right, .right], rows: [["Award", "", "Times", "First", "Last"]])
    for award in report.awards {
      awards.rows.append([
        award.name, award.valueWords(formatting, report.moveMode) ?? "", formatting.number(award.count),
        formatting.date(award.first), formatting.date(award.latest),
      ])
    }
    lines += report.awards.isEmpty ? ["No awards yet."] : awards.lines()
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - JSON

  var json: any Encodable { JSON(report: report) }

  private struct JSON: Encodable {
    let report: StreakReport

    private enum Key: String, CodingKey {
      case today, streaks, awards, ring, current, longest, days, first, last, perfectWeeks, perfectMonths, closed
      case goals, type, period
      case counted, best, date, value, total, unit, name, count, activity, times
    }

    private typealias Container = KeyedEncodingContainer<Key>

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(report.today.description, forKey: .today)
      var streaks = container.nestedUnkeyedContainer(forKey: .streaks)
      for line in report.lines {
        var object = streaks.nestedContainer(keyedBy: Key.self)
        try encode(line, to: &object)
      }
      if !report.goals.isEmpty {
        var goals = container.nestedUnkeyedContainer(forKey: .goals)
        for goal in report.goals {
          var object = goals.nestedContainer(keyedBy: Key.self)
          try object.encode(TypeName.short(for: goal.goal.type), forKey: .type)
          try object.encode("\(goal.goal.period)", forKey: .period)
          for (key, number) in [
            (Key.current, goal.current), (.longest, goal.longest), (.closed, goal.reached), (.counted, goal.counted),
          ] { try object.encode(number, forKey: key) }
        }
      }
      var awards = container.nestedUnkeyedContainer(forKey: .awards)
      for award in report.awards {
        var object = awards.nestedContainer(keyedBy: Key.self)
        try encode(award, to: &object)
      }
    }

    private func encode(_ line: StreakReport.Line, to object: inout Container) throws {
      try object.encode(line.ring?.key ?? "all", forKey: .ring)
      for (key, streak) in [(Key.current, line.current), (.longest, line.longest)] {
        var inner = object.nestedContainer(keyedBy: Key.self, forKey: key)
        try inner.encode(streak.days, forKey: .days)
        try inner.encode(streak.first?.description, forKey: .first)
        try inner.encode(streak.last?.description, forKey: .last)
      }
      try object.encode(line.perfectWeeks.count, forKey: .perfectWeeks)
      try object.encode(line.perfectMonths.count, forKey: .perfectMonths)
      try object.encode(line.days.closed, forKey: .closed)
      try object.encode(line.days.counted, forKey: .counted)
      guard let ring = line.ring else { return }
      if let best = line.best {
        var inner = object.nestedContainer(keyedBy: Key.self, forKey: .best)
        try inner.encode(best.day.description, forKey: .date)
        try inner.encode(best.value.written, forKey: .value)
      } else {
        try object.encodeNil(forKey: .best)
      }
      try object.encode(line.total?.written, forKey: .total)
      try object.encode(ring.unit(report.moveMode).symbol, forKey: .unit)
    }

    private func encode(_ award: Award, to object: inout Container) throws {
      try object.encode(award.key, forKey: .name)
      switch award.kind {
      case .perfectWeek(let ring), .perfectMonth(let ring): try object.encode(ring?.key ?? "all", forKey: .ring)
      case .moveMultiple(let times), .moveGoals(let times): try object.encode(times, forKey: .times)
      case .firstWorkout(let activity), .workoutRecord(let activity):
        try object.encode(WorkoutActivityCatalog.entry(for: activity)?.name ?? "other", forKey: .activity)
      case .moveStreak, .moveRecord: break
      }
      try object.encode(award.count, forKey: .count)
      try object.encode(award.first.description, forKey: .first)
      try object.encode(award.latest.description, forKey: .last)
      if let value = award.value { try object.encode(value.written, forKey: .value) }
    }
  }
}

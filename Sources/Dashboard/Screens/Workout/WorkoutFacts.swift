import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import Widgets

/// A workout in lines: totals, splits, activities, events, and its metadata.
struct WorkoutFacts {
  enum Line: Hashable {
    case heading(String)
    case fact(String, String)
    case text(String)
    case blank
  }

  let detail: WorkoutDetail
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }
  private var summary: WorkoutSummary { detail.summary }

  private var dash: String { String(context.appearance.glyphs.dash) }

  /// Kilometres or miles.
  var splits: [WorkoutSplit] {
    WorkoutSplit.splits(
      of: detail.distances, every: formatting.distanceUnit.metres, time: detail.time, rates: detail.rates)
  }

  func lines(_ columns: Int) -> [Line] {
    var lines = totals
    func section(_ title: String, _ more: [Line]) {
      guard !more.isEmpty else { return }
      lines += [.blank, .heading(title)] + more
    }
    section("Splits", splitLines(columns))
    // The chart shows every measured heart rate; the workout's own range would be redundant.
    let measured = detail.rates.isEmpty ? [] : [TypeIdentifier.heartRate]
    section("Numbers", statistics(detail.statistics.filter { !measured.contains($0.type) }))
    for activity in detail.activities where detail.activities.count > 1 {
      section(
        "\(WorkoutWords.title(activity.name)), \(formatting.clockDuration(activity.duration))",
        statistics(activity.statistics))
    }
    section("Events", events)
    section("Details", details)
    return lines
  }

  private var totals: [Line] {
    var lines: [Line] = [.fact("Duration", formatting.clockDuration(summary.duration))]
    let whole = summary.end.timeIntervalSince(summary.start)
    if whole - summary.duration >= 1 { lines.append(.fact("With pauses", formatting.clockDuration(whole))) }
    if let energy = summary.energy {
      lines.append(.fact("Active energy", formatting.energyText(energy)))
    }
    if let distance = summary.distance, distance > 0 {
      lines.append(
        .fact("Distance", formatting.distanceNumber(distance) + " " + formatting.distanceUnit.symbol))
      if summary.duration > 0 {
        lines.append(.fact(showsPace ? "Pace" : "Speed", speed(distance / summary.duration)))
      }
    }
    if detail.track.altitudes != nil {
      lines.append(.fact("Climbed", altitude(detail.track.ascent)))
      lines.append(.fact("Descended", altitude(detail.track.descent)))
    }
    if let rate = summary.heartRate { lines.append(.fact("Mean heart rate", formatting.number(rate, 0) + " bpm")) }
    switch detail.load {
    case .success(let load):
      lines.append(.fact("Training load", formatting.load(load.value, dash: dash)))
      if load.value.lowerBound < load.value.upperBound {
        lines.append(.text("  for men\(dash)for women: the sex is not set"))
      }
    case .failure(let reason): lines += [.fact("Training load", dash), .text("  \(reason)")]
    }
    return lines
  }

  /// Metres, or feet if distances are in miles.
  func altitude(_ metres: Double) -> String {
    formatting.distanceUnit == .kilometres
      ? formatting.number(metres, 0) + " m" : formatting.number(metres / 0.3048, 0) + " ft"
  }

  /// Whether the pace is shown instead of the speed: on foot and in water.
  var showsPace: Bool { Formatting.isPaced(summary.activity) }

  func speed(_ speed: Double) -> String { formatting.speed(speed, of: summary.activity) }

  private func splitLines(_ columns: Int) -> [Line] {
    let splits = splits
    guard splits.count >= 2 || (splits.first?.distance ?? 0) >= formatting.distanceUnit.metres * 0.999 else {
      return []
    }
    let unit = formatting.distanceUnit
    let measured = splits.reduce(0) { $0 + $1.distance }
    var lines: [Line] = []
    if let total = summary.distance, abs(total - measured) > 0.01 * max(total, measured) {
      // The total of a workout may come from elsewhere.
      lines.append(.text("The splits add up to \(formatting.distanceNumber(measured)) \(unit.symbol)."))
    }
    return lines
      + splits.enumerated().map { index, split in
        let isWhole = abs(split.distance - unit.metres) < 0.5
        let name =
          isWhole ? "\(index + 1) \(unit.symbol)" : "+\(formatting.distanceNumber(split.distance)) \(unit.symbol)"
        var text = formatting.clockDuration(split.duration)
        if !isWhole, columns >= 40, let pace = split.pace { text += "  (\(formatting.pace(pace)) /\(unit.symbol))" }
        if let rate = split.heartRate { text += "  \(formatting.number(rate, 0)) bpm" }
        return .fact(name, text)
      }
  }

  private func statistics(_ statistics: [WorkoutStatisticsRecord]) -> [Line] {
    statistics.map { record in
      let title = TypeWords.title(record.type)
      let entry = QuantityTypeCatalog.entry(for: record.type)
      func plain(_ value: Double) -> String {
        guard let entry, let unit = try? HealthUnit(parsing: record.unit),
          let stored = unit.convert(value, to: entry.unit)
        else { return formatting.shortNumber(value) }
        return formatting.shortNumber(stored * formatting.unit(of: record.type).scale)
      }
      func amount(_ value: Double) -> String {
        guard let entry, let unit = try? HealthUnit(parsing: record.unit),
          let stored = unit.convert(value, to: entry.unit)
        else { return formatting.shortNumber(value) + " " + record.unit }
        return entry.unit == .kilocalorie
          ? formatting.energyText(stored)
          : formatting.amount(stored, of: record.type)
      }
      if let sum = record.sum { return .fact(title, amount(sum)) }
      var parts: [String] = []
      if let minimum = record.minimum, let maximum = record.maximum {
        parts.append("\(plain(minimum))\(dash)\(amount(maximum))")
      }
      if let average = record.average { parts.append("mean \(parts.isEmpty ? amount(average) : plain(average))") }
      return .fact(title, parts.joined(separator: ", "))
    }
  }

  private var events: [Line] {
    let shown = detail.events.sorted { $0.start < $1.start }
    return shown.prefix(200).map { event in
      let at = formatting.clockDuration(max(0, event.start.timeIntervalSince(summary.start)))
      let length = event.end.timeIntervalSince(event.start)
      return .fact(at, Self.name(event.type) + (length >= 1 ? ", \(formatting.clockDuration(length))" : ""))
    } + (shown.count > 200 ? [.text("and \(shown.count - 200) more")] : [])
  }

  private static func name(_ type: Int) -> String {
    switch type {
    case 1: "pause"
    case 2: "resume"
    case 3: "lap"
    case 4: "marker"
    case 5: "paused by standing still"
    case 6: "resumed by moving"
    case 7: "segment"
    case 8: "pause or resume requested"
    default: "event \(type)"
    }
  }

  private var details: [Line] {
    var lines: [Line] = [.fact("Source", detail.source)]
    if let device = detail.device { lines.append(.fact("Device", device)) }
    if detail.routes > 0 {
      let points = detail.routePoints
      lines.append(
        .fact("Route", points == 0 ? "its file was missing" : formatting.count(points, "point")))
    }
    let words = MetadataWords(clock: LocalClock(summary, formatting))
    for entry in detail.metadata.entries { lines.append(.fact(MetadataWords.name(entry.key), words.text(entry))) }
    return lines
  }
}

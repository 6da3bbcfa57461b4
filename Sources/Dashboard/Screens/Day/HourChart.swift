import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// A chart with one bar for each clock hour of a day.
struct HourChart {
  /// The height of each hour's bar, 0 to 1; nil for an hour that is unknown, in the future, or in which the watch was
  /// not worn.
  var heights: [Double?]
  /// The amount of each hour, in the ring's unit.
  var amounts: [Double]
  var ring: Ring
  var isPaused = false
  /// The amount of the tallest bar, in the ring's unit.
  var peak = 0.0
  /// The selected hour.
  var marked: Int?
  /// The usual height of each hour's bar; empty if it is unknown or of no use.
  var usual: [Double] = []
  private let isRecorded: Bool
  private let hours: [HourActivity]
  private let now: Date

  /// - Parameters:
  ///   - activity: nil while it is being loaded.
  ///   - now: hours that begin later stay empty.
  ///   - isRecorded: false if nothing has recorded the ring, so that no hour is known.
  ///   - usualHours: of days like this one; those of another day are not shown.
  init(
    _ ring: Ring, _ activity: DayActivity?, now: Date, isPaused: Bool = false, isRecorded: Bool = true,
    marked: Int? = nil, usualHours: UsualHours? = nil
  ) {
    self.ring = ring
    self.isPaused = isPaused
    self.isRecorded = isRecorded
    let hours = activity?.hours ?? []
    self.hours = hours
    self.now = now
    // Samples in the future do not count yet.
    amounts = hours.map { $0.start <= now ? ring.amount(in: $0) : 0 }
    let highest = amounts.filter(\.isFinite).max() ?? 0
    peak = isRecorded ? highest : 0
    self.marked = marked.flatMap { hours.indices.contains($0) ? $0 : nil }
    let isComparable = isRecorded && ring != .stand && usualHours?.day == activity?.day
    let usual = isComparable ? hours.compactMap { usualHours?.usual(ring, in: $0.hour) } : []
    let scale = max(highest, usual.max() ?? 0)
    if scale > 0 { self.usual = usual.map { $0 / scale } }
    heights = hours.map { hour in
      guard isRecorded, hour.start <= now else { return nil }
      if ring == .stand { return hour.stood.map { $0 ? 1 : 0 } }
      let amount = ring.amount(in: hour)
      return scale > 0 && amount.isFinite ? max(0, amount / scale) : 0
    }
  }

  /// The hours of a ring on the selected day.
  init(_ ring: Ring, of context: ScreenContext, marked: Int?) {
    self.init(
      ring, context.activity, now: context.now, isPaused: context.summary?.isPaused ?? false,
      isRecorded: context.isRecorded(ring), marked: marked, usualHours: context.usualHours)
  }

  /// Whether a day with this number of hours fits into a width.
  static func fits(_ width: Int, hours: Int = 24) -> Bool { width >= max(24, hours) }

  /// - Parameter context: the format of the values in hints.
  func draw(on canvas: inout Canvas, in rect: CellRect, context: ScreenContext) {
    let count = max(24, heights.count)
    guard Self.fits(rect.size.columns, hours: count), rect.size.rows > 0 else { return }
    let bars = (0..<count).map { hour -> BarChart.Bar in
      hour < heights.count ? heights[hour].map { .height($0) } ?? .unknown : .unknown
    }
    BarChart(
      bars: bars, color: canvas.appearance.color(of: ring, isPaused: isPaused), marked: marked, usual: usual
    ).draw(on: &canvas, in: rect)
    for hour in heights.indices {
      let columns = BarChart.columns(of: hour, count: count, in: rect.columns)
      let bar = CellRect(
        column: columns.lowerBound, row: rect.origin.row, columns: columns.count, rows: rect.size.rows)
      canvas.hit(bar, .selectHour(hour, ring))
      canvas.hint(
        bar, ring.name + " " + words(of: hour, unit: context.unit(of: ring), formatting: context.formatting))
    }
  }

  /// `peak 110 at 08`, or the selected hour: `14:00 23 kcal`; nil if there is nothing to show.
  func words(unit: RingUnit, formatting: Formatting) -> String? {
    if let marked { return words(of: marked, unit: unit, formatting: formatting) }
    guard ring != .stand, peak >= 1, let hour = amounts.firstIndex(of: peak) else { return nil }
    return "peak \(amount(hour, unit, formatting)) at \(formatting.hourLabel(hours[hour].hour))"
  }

  /// `14:00 23 kcal`
  private func words(of hour: Int, unit: RingUnit, formatting: Formatting) -> String {
    let begin = formatting.hour(hours[hour].hour)
    guard heights[hour] != nil else {
      // Energy or exercise without a stand hour: of the last two hours it arrives later, of others it is unknown.
      let isWorn = hours[hour].move > 0 || hours[hour].exercise > 0
      return "\(begin) \(hours[hour].start > now ? "to come" : isRecorded && !isWorn ? "not worn" : "not recorded")"
    }
    if ring == .stand { return "\(begin) \(amounts[hour] > 0 ? "stood" : "idle")" }
    return "\(begin) \(amount(hour, unit, formatting)) \(unit.symbol)"
  }

  /// `14:00 23`, without the unit; nil if there is no amount in the selected hour.
  func shortWords(unit: RingUnit, formatting: Formatting) -> String? {
    guard let marked, heights[marked] != nil, ring != .stand else { return nil }
    return "\(formatting.hour(hours[marked].hour)) \(amount(marked, unit, formatting))"
  }

  private func amount(_ hour: Int, _ unit: RingUnit, _ formatting: Formatting) -> String {
    formatting.number(Rounding.down(amounts[hour] * unit.scale), 0)
  }

  /// The hours below a chart.
  ///
  /// - Parameter activity: nil while it is being loaded.
  static func drawAxis(
    on canvas: inout Canvas, _ activity: DayActivity?, columns: Range<Int>, row: Int, formatting: Formatting
  ) {
    let hours = activity.map { $0.hours.map(\.hour) } ?? Array(0..<24)
    let count = max(24, hours.count)
    guard fits(columns.count, hours: count) else { return }
    let step = columns.count >= 48 ? 3 : 6
    for (index, hour) in hours.enumerated() where hour.isMultiple(of: step) && (index == 0 || hours[index - 1] != hour)
    {
      let left = BarChart.columns(of: index, count: count, in: columns).lowerBound
      canvas.write(formatting.hourLabel(hour), left, row, .faint, within: columns.upperBound - left)
    }
  }
}

import FoundationEssentials
import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The stages of a night over time: a lane for each stage, with its total, and thin lines from each part to the next.
struct Hypnogram {
  let night: SleepDays.Night
  let formatting: Formatting
  /// From top to bottom: awake first, deep sleep last; two lanes if the source does not record stages.
  private let lanes: [SleepStage]

  init(night: SleepDays.Night, formatting: Formatting) {
    (self.night, self.formatting) = (night, formatting)
    let stages = Set(night.bands.map(\.stage))
    guard night.night.hasStages else {
      // A source without stages need not record when one is awake.
      lanes =
        (stages.contains(.awake) ? [.awake] : []) + [night.night.asleep != nil ? .asleep : .inBed]
      return
    }
    lanes = [.awake, .rem] + (stages.contains(.asleep) ? [.asleep] : []) + [.core, .deep]
  }

  private func hasNames(_ rect: CellRect) -> Bool { rect.size.columns >= 40 }

  /// The columns of the night, between the names of the stages and their durations.
  func columns(in rect: CellRect) -> Range<Int> {
    hasNames(rect) ? rect.beside([.fixed(8), .share(), .fixed(14)])[1]?.columns ?? rect.columns : rect.columns
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let hasAxis = rect.size.rows > lanes.count
    let height = max(1, min(4, (rect.size.rows - (hasAxis ? 1 : 0)) / lanes.count))
    let hasNames = hasNames(rect)
    let (left, columns) = (columns(in: rect).lowerBound, columns(in: rect).count)
    let shown = lanes.prefix(rect.size.rows / height)
    guard columns > 0, let first = night.night.spans.first.map({ minutes($0.start) }),
      let last = night.night.spans.last.map({ minutes($0.end) }), last > first
    else { return }
    let appearance = canvas.appearance
    canvas.paint(in: CellRect(column: left, row: rect.origin.row, columns: columns, rows: shown.count * height)) {
      drawing($0, columns: columns, laneRows: height, first..<last, appearance)
    }
    for (index, lane) in shown.enumerated() where hasNames {
      let row = rect.origin.row + index * height + height / 2
      canvas.write(lane.title, rect.origin.column, row)
      canvas.writeTrailing(
        formatting.hoursAndMinutes(night.night.duration(lane)), before: rect.columns.upperBound, row, .faint)
    }
    if hasAxis {
      drawHours(
        first..<last, on: &canvas, columns: left..<(left + columns), row: rect.origin.row + shown.count * height)
    }
  }

  /// Minutes of the time that passes, which until the clocks change are those after midnight.
  private func minutes(_ instant: Date) -> Double {
    night.bedtime + instant.timeIntervalSince(night.night.bedtime) / 60
  }

  /// A part of the night in the units of a drawing.
  private struct Step {
    var lane: Int
    var start: Double
    var end: Double
  }

  private func drawing(
    _ detail: ChartDetail, columns: Int, laneRows: Int, _ span: Range<Double>, _ appearance: Appearance
  ) -> Drawing {
    let cell = ChartDetail.cell
    let laneHeight = Double(laneRows) * cell.y
    let width = Double(columns) * cell.x
    var drawing = Drawing(width: width, height: Double(lanes.count) * laneHeight)
    // In cells, edges lie on halves of rows; the only row of a lane has its gap at the top.
    let top = detail == .pixels ? laneHeight * 0.2 : laneRows == 1 ? 4 : laneRows == 4 ? 16 : 8
    let bottom = detail == .pixels ? laneHeight * 0.8 : laneRows == 1 ? 16 : laneHeight - top
    // In cells they would touch the lines between parts.
    for lane in lanes.indices where detail == .pixels {
      let y = Double(lane + 1) * laneHeight - 0.8
      drawing.fill(Path(rectangle: Point(0, y), size: Point(width, 0.8)), appearance.faintInk)
    }
    let steps = detail == .cells ? columnSteps(columns, span) : self.steps(width, span, least: 3)
    for (from, to) in zip(steps, steps.dropFirst()) where appearance.glyphLevel != .ascii {
      // A gap in the record has no line.
      guard from.lane != to.lane, to.start - from.end < 2 * cell.x else { continue }
      let (upper, lower) = (min(from.lane, to.lane), max(from.lane, to.lane))
      // In cells an eighth of a column, in whole rows.
      let (line, left) = detail == .cells ? (1, to.start) : (1.2, to.start - 0.6)
      let start = Double(upper) * laneHeight + (detail == .cells ? (top / cell.y).rounded(.up) * cell.y : top)
      let end = Double(lower) * laneHeight + (detail == .cells ? (bottom / cell.y).rounded(.down) * cell.y : bottom)
      drawing.fill(
        Path(rectangle: Point(left, start), size: Point(line, end - start)), .color(appearance.ink, opacity: 0.5))
    }
    for step in steps {
      let origin = Point(step.start, Double(step.lane) * laneHeight + top)
      drawing.fill(
        Path(
          rectangle: origin, size: Point(step.end - step.start, bottom - top),
          radius: detail == .cells ? 0 : min(4, (step.end - step.start) / 2)),
        appearance.rgb(appearance.color(of: lanes[step.lane])))
    }
    return drawing
  }

  /// The parts of the night, each at least this wide.
  private func steps(_ width: Double, _ span: Range<Double>, least: Double) -> [Step] {
    let scale = width / (span.upperBound - span.lowerBound)
    return night.night.spans.compactMap { part in
      guard let lane = lanes.firstIndex(of: part.stage) else { return nil }
      let start = (minutes(part.start) - span.lowerBound) * scale
      let end = (minutes(part.end) - span.lowerBound) * scale
      let more = max(0, least - (end - start)) / 2
      return Step(lane: lane, start: max(0, start - more), end: min(width, end + more))
    }
  }

  /// The parts of the night in whole columns. Each column has the stage of most of its time; a shorter part keeps a column if
  /// it takes a third of it, and its neighbours keep theirs.
  private func columnSteps(_ columns: Int, _ span: Range<Double>) -> [Step] {
    let exact = steps(Double(columns), span, least: 0)
    var owners = [Int?](repeating: nil, count: columns)
    for column in 0..<columns {
      func share(_ step: Step) -> Double { min(step.end, Double(column + 1)) - max(step.start, Double(column)) }
      let most = exact.indices.max { share(exact[$0]) < share(exact[$1]) }
      owners[column] = most.flatMap { share(exact[$0]) >= 0.3 ? $0 : nil }
    }
    for (index, step) in exact.enumerated() where step.end - step.start >= 1.0 / 3 && !owners.contains(index) {
      let column = min(columns - 1, Int((step.start + step.end) / 2))
      if owners.filter({ $0 == owners[column] }).count > 1 { owners[column] = index }
    }
    var result: [Step] = []
    for (column, owner) in owners.enumerated() {
      guard let lane = owner.map({ exact[$0].lane }) else { continue }
      let (start, end) = (Double(column) * ChartDetail.cell.x, Double(column + 1) * ChartDetail.cell.x)
      if let last = result.last, last.lane == lane, last.end == start {
        result[result.count - 1].end = end
      } else {
        result.append(Step(lane: lane, start: start, end: end))
      }
    }
    return result
  }

  private func drawHours(_ span: Range<Double>, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let scale = Double(columns.count) / (span.upperBound - span.lowerBound)
    let every = scale * 60 >= 7 ? 60.0 : 120.0
    let change = night.change.map { (at: minutes($0.instant), by: $0.minutes) }
    var free = columns.lowerBound
    // Offsets differ by whole quarters of an hour.
    for passed in stride(from: (span.lowerBound / 15).rounded(.up) * 15, through: span.upperBound, by: 15) {
      let shown = passed + (change.map { passed >= $0.at ? $0.by : 0 } ?? 0)
      guard shown.truncatingRemainder(dividingBy: every) == 0 else { continue }
      let column = columns.lowerBound + Int((passed - span.lowerBound) * scale)
      let text = formatting.time(minutes: shown)
      guard column >= free, column + TextWidth.columns(of: text) <= columns.upperBound else { continue }
      free = canvas.write(text, column, row, .faint) + 1
    }
  }
}

extension Appearance {
  /// The colour of a sleep stage: awake stands out, and deeper stages are darker.
  func color(of stage: SleepStage) -> CellColor {
    switch stage {
    case .awake: color(of: .move)
    case .rem: mixed(color(of: .stand), with: RGB(255, 255, 255), 0.45)
    case .core, .asleep: color(of: .stand)
    case .deep: faded(color(of: .stand), 0.45)
    case .inBed: faded(color(of: .stand), 0.6)
    }
  }
}

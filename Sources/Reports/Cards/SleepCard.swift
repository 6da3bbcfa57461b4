import Dashboard
import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

extension Card {
  /// The night before a day: its stages over time.
  ///
  /// - Parameter app: draws the stages.
  static func sleep(_ source: ReportSource, _ colors: CardColors, _ app: App) throws -> Card {
    let nights = try SleepQuery(upTo: source.day).run(in: source)
    let night = nights.nights[source.day]
    let formatting = source.formatting
    var card = Card(
      title: night?.night.asleep.map { formatting.hoursAndMinutes($0) + " asleep" } ?? "Sleep",
      subtitle: formatting.longDate(source.day) + (night == nil ? ", no data" : ""), colors: colors,
      shape: 2.2...12
    ) { width, height in
      guard let night else { return Drawing(width: width, height: height) }
      return part(width, height, rows: 9...17, colors.paper) { app.hypnogram(night, size: $0) }
    }
    guard let night else { return card }
    card.facts = [
      Fact(name: "Bedtime", value: formatting.time(minutes: night.bedtime)),
      Fact(name: "Up", value: formatting.time(minutes: night.wakeUp)),
      Fact(name: "In bed", value: formatting.hoursAndMinutes(night.shownInBed)),
    ]
    if let usual = nights.regularity {
      card.facts.append(Fact(name: "Usually asleep", value: formatting.hoursAndMinutes(usual.asleep)))
    }
    card.words = [SleepStage.deep, .core, .rem, .awake].compactMap { stage in
      let seconds = night.night.duration(stage)
      return seconds > 0 ? "\(stage.title) \(formatting.hoursAndMinutes(seconds))" : nil
    }
    return card
  }

  /// A part of a screen as a picture, in cells of which so many rows are as readable as the card's text.
  static func part(
    _ width: Double, _ height: Double, rows: ClosedRange<Int>, _ background: RGB, _ draw: (CellSize) -> Frame?
  ) -> Drawing {
    let cell = GridDrawing.cell
    // As large as the text needs it, and no larger than the height has room for.
    let most = Int(height / (width / 46 * cell.y / cell.x))
    let count = min(rows.upperBound, max(rows.lowerBound, most))
    let columns = min(160, max(24, Int(width / height * Double(count) * cell.y / cell.x)))
    let size = CellSize(columns: columns, rows: count)
    return draw(size)?.drawing(background: background, margin: 0) ?? Drawing(width: width, height: height)
  }
}

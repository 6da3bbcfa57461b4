import Dashboard
import HealthModel
import Rings

/// A day as a picture to share: its rings with the values beside them.
struct DayCard {
  let day: Day
  let summary: DaySummary?

  private let formatting = Formatting.english

  init(day: Day, summary: DaySummary?) {
    self.day = day
    self.summary = summary.flatMap { $0.basis == .none ? nil : $0 }
  }

  /// An SVG document.
  var svg: String {
    RingSVG().document(
      rings, card: RingCard(title: formatting.longDate(day), subtitle: subtitle, lines: lines))
  }

  private var rings: RingSet {
    func fraction(_ ring: HealthModel.Ring) -> Double? {
      summary.flatMap { $0[ring].value == nil || $0[ring].goal == nil ? nil : $0[ring].progress }
    }
    return RingSet(
      move: fraction(.move), exercise: fraction(.exercise), stand: fraction(.stand),
      isPaused: summary?.isPaused ?? false)
  }

  private var subtitle: String {
    guard let summary else { return "No data for this day" }
    if summary.isPaused { return "The rings are paused on this day" }
    return summary.isClosed ? "All rings closed" : ""
  }

  private var lines: [RingCard.Line] {
    guard let summary else { return [] }
    return HealthModel.Ring.allCases.compactMap { ring in
      guard let drawn = Rings.Ring(rawValue: ring.rawValue) else { return nil }
      let percentage = SummaryTableText.percentage(summary[ring])
      return RingCard.Line(
        ring: drawn, label: DayPage.names[ring, default: ""] + (percentage.isEmpty ? "" : "  \(percentage)"),
        value: SummaryTableText.valueAndGoal(summary[ring]) + " " + RingUnit.symbol(ring, mode: summary.moveMode))
    }
  }
}

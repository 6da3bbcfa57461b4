package import HealthModel

/// What keys and clicks stand for in lists and charts.
package enum ViewAction: Hashable, Sendable {
  /// The next or the previous group of a list.
  case filter(Int)
  /// How much a chart shows.
  case period(ChartPeriod)
  /// The next bar of a chart, or the previous one.
  case moveMark(Int)
  /// A bar of a chart.
  case mark(Int)
  /// Choose a type, or take one by its identifier.
  case chooseType
  case type(String)
  /// Whether the period before is shown.
  case compare
  /// The entry that was clicked, opened.
  case open(Int)
  /// Delete what is selected, after a question.
  case delete
  /// The selected entry counts more, by so many places, or less.
  case reorder(Int)
  /// The order that follows from the data.
  case defaultOrder
  /// Another type above or below, or the last of them gone.
  case addType
  case alsoType(String)
  case removeType
  /// Two types against each other, or not.
  case scatter
  /// The next part of a screen that has no room for all, or the previous one.
  case panel(Int)

  /// What the configuration calls it; nil for what no key can be given to.
  var name: String? {
    switch self {
    case .filter(let step): step > 0 ? "next-filter" : "previous-filter"
    case .period(let period): "period-" + period.rawValue
    case .moveMark(let step): step > 0 ? "next-bar" : "previous-bar"
    case .chooseType: "type"
    case .compare: "compare"
    case .delete: "delete"
    case .reorder(let step): step < 0 ? "move-up" : "move-down"
    case .defaultOrder: "default-order"
    case .addType: "add-type"
    case .removeType: "remove-type"
    case .scatter: "scatter"
    case .panel(let step): step > 0 ? "next-panel" : "previous-panel"
    default: nil
    }
  }
}

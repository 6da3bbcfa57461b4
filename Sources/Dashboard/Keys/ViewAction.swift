package import HealthModel

/// The meaning of keys and clicks in lists and charts.
package enum ViewAction: Hashable, Sendable {
  /// Moves to the next or the previous group of a list.
  case filter(Int)
  /// Sets the period of a chart.
  case period(ChartPeriod)
  /// Moves to the next or the previous bar of a chart.
  case moveMark(Int)
  /// Selects a bar of a chart.
  case mark(Int)
  /// Opens the list of types, or selects a type by its identifier.
  case chooseType
  case type(String)
  /// Shows or hides the previous period.
  case compare
  /// Opens the entry that was clicked.
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

  /// The name in the configuration; nil if it cannot be bound to a key.
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

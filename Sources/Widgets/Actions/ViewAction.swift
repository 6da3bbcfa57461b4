package import HealthAnalysis
import HealthModel

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
  /// Deletes the selected entry, after a confirmation.
  case delete
  /// Moves the selected entry up or down in the order by this many places.
  case reorder(Int)
  /// Restores the default order.
  case defaultOrder
  /// Adds a type above or below, or removes the last one.
  case addType
  case alsoType(String)
  case removeType
  /// Toggles between two types plotted against each other and below each other.
  case scatter
  /// Shows the next or the previous part of a screen that is too small for all of them.
  case panel(Int)

  /// The name in the configuration; nil if it cannot be bound to a key.
  package var name: String? {
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

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

  /// What the configuration calls it; nil for what no key can be given to.
  var name: String? {
    switch self {
    case .filter(let step): step > 0 ? "next-filter" : "previous-filter"
    case .period(let period): "period-" + period.rawValue
    case .moveMark(let step): step > 0 ? "next-bar" : "previous-bar"
    case .chooseType: "type"
    case .compare: "compare"
    default: nil
    }
  }
}

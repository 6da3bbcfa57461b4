import HealthModel
import TerminalModel

/// The store's state in a few words.
enum StoreWords {
  /// `importing, 482,113 records`, `newest data: Sun 12 Jul, 132 days ago`, `made-up data`; nil where all is usual.
  static func state(of state: DashboardState, formatting: Formatting, _ glyphs: Glyphs) -> String? {
    switch state.store {
    case .loading:
      return "loading"
    case .importing(let records, _):
      return "importing, \(formatting.number(Double(records), 0)) records"
    case .ready(let newest?) where newest < state.today - 1:
      let ago = DayWords.distance(of: newest, from: state.today)
      return "newest data: \(formatting.shortDate(newest)), \(ago)"
    case .ready, .empty, .noStore, .unreadable:
      return state.isDemo ? "made-up data" : nil
    }
  }

  /// Columns of the last row that belong to these words and not to the keys, where no box carries them. An upper bound
  /// that needs no formatting, so that a click finds the keys where they were drawn.
  static func reservedColumns(in state: DashboardState) -> Int {
    guard state.size.columns >= 64, Layout(state).form != .boxes else { return 0 }
    switch state.store {
    case .importing: return 34
    case .ready(let newest?) where newest < state.today - 1: return 40
    case .loading: return 10
    case .ready, .empty, .noStore, .unreadable: return state.isDemo ? 15 : 0
    }
  }
}

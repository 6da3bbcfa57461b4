import HealthModel
import Presentation

/// Short descriptions of the store's status.
enum StoreWords {
  /// `importing 45%`, `offline, as of 14:05`, `newest data: Sun 12 Jul, 132 days ago`, `made-up data`; nil if there is nothing special.
  static func state(of context: ScreenContext) -> String? {
    if context.edits.first?.hasPrefix("import ") == true {
      return "importing" + (context.editProgress.map { " \($0)%" } ?? "")
    }
    if case .lost(let since, _) = context.connection {
      return since.map { "offline, as of \($0)" } ?? "offline"
    }
    switch context.store {
    case .loading:
      return "loading"
    case .ready(let newest?, _, _) where newest < context.today - 1:
      let ago = DayWords.distance(of: newest, from: context.today)
      return "newest data: \(context.formatting.shortDate(newest)), \(ago)"
    case .ready, .empty, .noStore, .unreadable:
      return context.isDemo ? "made-up data" : nil
    }
  }
}

import HealthModel

/// Short descriptions of the store's status.
enum StoreWords {
  /// `newest data: Sun 12 Jul, 132 days ago`, `made-up data`; nil if there is nothing special.
  static func state(of context: ScreenContext) -> String? {
    switch context.store {
    case .loading:
      return "loading"
    case .ready(let newest?, _) where newest < context.today - 1:
      let ago = DayWords.distance(of: newest, from: context.today)
      return "newest data: \(context.formatting.shortDate(newest)), \(ago)"
    case .ready, .empty, .noStore, .unreadable:
      return context.isDemo ? "made-up data" : nil
    }
  }
}

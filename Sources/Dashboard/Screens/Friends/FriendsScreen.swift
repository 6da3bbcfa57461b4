package import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// One's own rings and those of friends.
package struct FriendsQuery: StoreQuery {
  /// The day of the answer: another one is asked for when it begins.
  var today: Day
  var weekStart: Int

  package var types: Set<String>? { RingType.all }

  package func run(in source: some QuerySource) throws -> FriendsBoard {
    try source.friends(weekStart: weekStart)
  }
}

/// The rings of friends: today, the week, and competitions.
package struct FriendsScreen: Screen {
  package static let name: ScreenName = "friends"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["B"], action: .open("friends"), condition: .withStore, help: "Rings of friends, and competitions.")

  package static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "friend", rank: 1, help: "Next friend."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "friend", rank: 1, help: "Previous friend."),
    KeyBinding(keys: ["g", .home], action: .first, help: "First friend."),
    KeyBinding(keys: ["G", .end], action: .last, help: "Last friend."),
  ]

  private(set) var selected = 0

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { FriendsScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    [context.friendsQuery]
  }

  /// The number of rows that show everybody, once they are loaded.
  package static func rows(in context: ScreenContext) -> Int {
    FriendsView.rows(of: context.friends?.everybody.count ?? 1)
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    selected.select(action, of: context.friends?.everybody.count ?? 0) ? [] : nil
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    guard let board = context.friends else { return }
    FriendsView(context: context, board: board, selected: selected).draw(on: &canvas, in: area.withMargin)
  }
}

extension ScreenContext {
  fileprivate var friendsQuery: FriendsQuery { FriendsQuery(today: today, weekStart: data.weekStart) }
  var friends: FriendsBoard? { data.answer(to: friendsQuery) }
}

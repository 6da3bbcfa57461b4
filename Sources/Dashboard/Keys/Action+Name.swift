import HealthModel

extension Action {
  /// The name of the action in the configuration; nil for one that cannot be bound to a key.
  package var name: String? {
    switch self {
    case .move(.left): "left"
    case .move(.right): "right"
    case .move(.up): "up"
    case .move(.down): "down"
    case .page(.left): "page-left"
    case .page(.right): "page-right"
    case .page(.up): "page-up"
    case .page(.down): "page-down"
    case .first: "first"
    case .last: "last"
    case .select: "select"
    case .back: "back"
    case .goToToday: "today"
    case .selectRing(let ring): ring.key
    case .zoom: "zoom"
    case .moveHour(let step): step < 0 ? "previous-hour" : "next-hour"
    case .undo: "undo"
    case .search: "search"
    case .sort(.next): "sort"
    case .sort(.reverse): "reverse-sort"
    case .open(let screen): screen.description
    case .toggleMouse: "mouse"
    case .view(let action): action.name
    case .redraw: "redraw"
    case .suspend: "suspend"
    case .runDemo: "demo"
    case .quit: "quit"
    default: nil
    }
  }
}

import HealthModel
import TerminalModel
import Widgets

/// Selects hours in the charts.
enum HourCursor {
  static let bindings = [
    KeyBinding(
      keys: ["["], action: .moveHour(-1), condition: .withStore, help: "Previous hour, with its value."),
    KeyBinding(keys: ["]"], action: .moveHour(1), condition: .withStore, help: "Next hour."),
  ]

  /// Moves the selection by an action; false if the action does not apply.
  static func move(_ hour: inout Int?, _ action: Action, in context: ScreenContext) -> Bool {
    let count = context.activity?.hours.count ?? 24
    switch action {
    case .moveHour(let step):
      let start = hour ?? (step > 0 ? -1 : min(count, context.hoursBegun))
      hour = min(max(0, start + step), count - 1)
    case .selectHour(let chosen, _):
      hour = hour == chosen ? nil : chosen
    case .back where hour != nil:
      hour = nil
    default: return false
    }
    return true
  }
}

import Presentation
package import TerminalModel
package import Widgets

/// The prompt for a date.
package struct GoToDateScreen: Screen {
  package static let name: ScreenName = "date"
  package static let bindings =
    [
      KeyBinding(keys: [.enter], action: .select, label: "go", help: "Go to the date."),
      KeyBinding(keys: [.escape], action: .back, label: "cancel", help: "Cancel."),
    ] + TextField.bindings

  var field = TextField()
  /// The error of the last input.
  var errorMessage: String?

  package static func opened(in context: ScreenContext) -> (any Screen)? { GoToDateScreen() }
  package var presentation: ScreenPresentation { .prompt }
  package var takesText: Bool { true }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select:
      return confirm(in: context)
    case .back:
      return [.close]
    case .scroll:
      return []
    default:
      guard field.handle(action) else { return nil }
      errorMessage = nil
      return []
    }
  }

  private mutating func confirm(in context: ScreenContext) -> [ScreenRequest] {
    guard !field.text.isEmpty else { return [.close] }
    guard let day = DateQuery(field.text)?.day(today: context.today, order: context.formatting.dateOrder) else {
      errorMessage = DateQuery.errorMessage
      return []
    }
    if day > context.today {
      errorMessage = "\(day) is after today."
    } else if day < ScreenContext.firstDay {
      errorMessage = "There is nothing before \(ScreenContext.firstDay)."
    } else if day < context.oldestDay {
      errorMessage = "There is nothing before \(context.oldestDay)."
    } else {
      return [.close, .perform(.goTo(day))]
    }
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    PromptRow(
      label: "Go to date: ", field: field, errorMessage: errorMessage, hint: "2026-11-19, 19 nov, mon, -3, yesterday"
    ).draw(on: &canvas, in: area)
  }
}

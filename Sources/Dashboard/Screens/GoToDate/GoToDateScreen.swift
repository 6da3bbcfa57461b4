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
    let formatting = context.formatting
    let dates = DateContext(today: context.today, order: formatting.dateOrder)
    guard let days = DateQuery(field.text)?.days(in: dates) else {
      errorMessage = DateQuery.errorMessage
      return []
    }
    let first = formatting.date(days.lowerBound)
    if days.lowerBound > context.today {
      errorMessage = "\(first) is after today."
    } else if days.upperBound < context.oldestDay {
      errorMessage = "There is nothing before \(formatting.date(context.oldestDay)), so not \(first)."
    } else {
      // Of a month or a year, the first day with data.
      return [.close, .perform(.goTo(max(days.lowerBound, context.oldestDay)))]
    }
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    PromptRow(
      label: "Go to date: ", field: field, errorMessage: errorMessage, hint: "2026-11-19, 19 nov, mon, -3, yesterday"
    ).draw(on: &canvas, in: area)
  }
}

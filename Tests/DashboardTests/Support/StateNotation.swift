import HealthModel
import Presentation
import TestSupport

@testable import Dashboard
@testable import Widgets

/// A state in a few words: `11-12`, `11-19 help`, `11-19 help+2`, `11-19 date:mo`, `11-19 date:xyz!`, `11-19 move`,
/// `11-19 stand zoom`, `11-19 nomouse`. Today is 19 November 2026; the date is the selected day, and `!` an error.
enum StateNotation {
  static func scene(_ text: String) -> Scene {
    let words = text.split(separator: " ").map(String.init)
    var day = DayScreen()
    var dialogs: [any Screen] = []
    var isMouseOff = false
    for word in words.dropFirst() {
      switch word {
      case "zoom": day.isZoomed = true
      case "nomouse": isMouseOff = true
      case "move": dialogs.append(RingScreen(ring: .move))
      case "exercise": dialogs.append(RingScreen(ring: .exercise))
      case "stand": dialogs.append(RingScreen(ring: .stand))
      case let help where help.hasPrefix("help"):
        var screen = HelpScreen(Keymap.standard.helpLines(of: "day"), .unicode)
        for _ in 0..<(Int(help.dropFirst(5)) ?? 0) { _ = screen.list.handle(.move(.down), height: 5) }
        dialogs.append(screen)
      case let date where date.hasPrefix("date:"):
        let isRefused = date.hasSuffix("!")
        var screen = GoToDateScreen()
        screen.field = TextField(String(date.dropFirst(5).dropLast(isRefused ? 1 : 0)))
        screen.errorMessage = isRefused ? "!" : nil
        dialogs.append(screen)
      default: break
      }
    }
    var scene = Scene(screen: day)
    scene.send(.storeStatus(.ready(newest: SampleDays.today)))
    scene.app.choose(Day("2026-" + words[0]) ?? SampleDays.today)
    scene.app.screens += dialogs
    scene.app.context.hasMouse = !isMouseOff
    return scene
  }

  static func text(_ app: App) -> String {
    var words = [String(app.context.selected.description.dropFirst(5))]
    for screen in app.screens {
      switch screen {
      case let day as DayScreen:
        if day.isZoomed { words.append("zoom") }
        if let hour = day.hour { words.append("hour\(hour)") }
      case let ring as RingScreen:
        words.append(ring.ring.key)
        if ring.isZoomed { words.append("zoom") }
        if let hour = ring.hour { words.append("hour\(hour)") }
      case let help as HelpScreen:
        words.append(help.list.first == 0 ? "help" : "help+\(help.list.first)")
      case let date as GoToDateScreen:
        words.append("date:" + date.field.text + (date.errorMessage == nil ? "" : "!"))
      default:
        words.append(screen.name.description)
      }
    }
    if !app.context.hasMouse { words.append("nomouse") }
    return words.joined(separator: " ")
  }
}

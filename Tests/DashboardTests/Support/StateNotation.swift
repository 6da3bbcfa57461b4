import HealthModel

@testable import Dashboard

/// A state in a few words: `11-12`, `11-19 help`, `11-19 help+2`, `11-19 date:mo`, `11-19 date:xyz!`, `11-19 move`,
/// `11-19 stand zoom`, `11-19 nomouse`. Today is 19 November 2026; the date is the selected day's, a `!` a complaint.
enum StateNotation {
  static func scene(_ text: String) -> Scene {
    var scene = Scene()
    let words = text.split(separator: " ").map(String.init)
    scene.state.choose(Day("2026-" + words[0]) ?? SampleDays.today)
    for word in words.dropFirst() {
      switch word {
      case "zoom": scene.state.isZoomed = true
      case "nomouse": scene.state.hasMouse = false
      case "move": scene.state.focus = .move
      case "exercise": scene.state.focus = .exercise
      case "stand": scene.state.focus = .stand
      case let help where help.hasPrefix("help"):
        scene.state.overlay = .help(scroll: Int(help.dropFirst(5)) ?? 0)
      case let date where date.hasPrefix("date:"):
        let isRefused = date.hasSuffix("!")
        scene.state.overlay = .goToDate(
          text: String(date.dropFirst(5).dropLast(isRefused ? 1 : 0)), complaint: isRefused ? "!" : nil)
      default: break
      }
    }
    return scene
  }

  static func text(_ state: DashboardState) -> String {
    var words = [String(state.selected.description.dropFirst(5))]
    if let focus = state.focus { words.append(focus.name.lowercased()) }
    if state.isZoomed { words.append("zoom") }
    switch state.overlay {
    case .help(let scroll): words.append(scroll == 0 ? "help" : "help+\(scroll)")
    case .goToDate(let text, let complaint): words.append("date:" + text + (complaint == nil ? "" : "!"))
    case nil: break
    }
    if !state.hasMouse { words.append("nomouse") }
    return words.joined(separator: " ")
  }
}

import ArgumentParser
import Dashboard
import TerminalModel

extension StatusFormat: ExpressibleByArgument {}
extension StatusFigure: ExpressibleByArgument {}
extension GlyphLevel: ExpressibleByArgument {}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Today's rings in one line, for tmux and other bars.",
    discussion: """
      The line is printed and the exit code is 0 also where the store is missing, empty or busy, so that a bar stays \
      whole; --strict says what is wrong instead.
      """)

  @OptionGroup var store: StoreOptions

  @Option(help: "Whose markup to write.")
  var format: StatusFormat = .plain

  @Option(help: ArgumentHelp("The most cells that the line may take.", valueName: "cells"))
  var width: Int?

  @Option(help: "What stands for a ring.")
  var style: StatusFigure = .rings

  @Option(help: "ascii keeps to ASCII; every other level draws rings and eighth blocks.")
  var glyphs: GlyphLevel = .block

  @Option(
    help: ArgumentHelp(
      "What the line lies on, so that its colours can be read: auto, dark, light, #rrggbb, or a style of tmux such as "
        + "bg=green. auto asks tmux for its status line, and takes other bars to be dark.", valueName: "color"),
    transform: BarBackground.init)
  var background = BarBackground()

  @Option(
    help: ArgumentHelp(
      "Whose colours to use: dark, light, contrast, color-blind, mono, ember or tide.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("Your own line, for example '{move.percent}% {stand.value}/{stand.goal}'."))
  var template: String?

  @Flag(help: "Stay, and print a line whenever the text changes.")
  var follow = false

  @Option(
    name: .customLong("set-option"),
    help: ArgumentHelp("Set this option of tmux instead of printing, and stay.", valueName: "@name"))
  var tmuxOption: String?

  @Flag(help: "Fail where the store cannot be read.")
  var strict = false

  func validate() throws {
    if let width, width < 0 { throw ValidationError("--width is a number of cells, 0 or more.") }
    if let theme, StatusPalette(theme: theme) == nil {
      throw ValidationError("--theme is one of \(Theme.builtIn.map(\.name).joined(separator: ", ")).")
    }
    if let tmuxOption, !tmuxOption.hasPrefix("@") {
      throw ValidationError("An option of your own has a name that begins with @, for example --set-option @ringtop.")
    }
    if let template {
      do {
        _ = try StatusTemplate(parsing: template)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  func run() throws {
    try StatusRequest(
      store: store.store, format: format, width: width, style: style, glyphs: glyphs, template: template,
      follow: follow, tmuxOption: tmuxOption, strict: strict, background: background.background,
      theme: theme
    ).run()
  }
}

/// The background that `--background` names.
struct BarBackground {
  /// Nil for `auto`.
  var background: StatusBackground?

  init() {}

  /// - Throws: what is wrong with the word.
  init(_ text: String) throws {
    guard text != "auto" else { return }
    guard let known = StatusBackground(text) else {
      throw ValidationError("--background is auto, dark, light, a colour such as #002b36, or a style such as bg=green.")
    }
    background = known
  }
}

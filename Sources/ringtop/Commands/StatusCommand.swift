import ArgumentParser
import Presentation
import StatusLine
import TerminalModel

extension StatusFormat: ExpressibleByArgument {}
extension StatusFigure: ExpressibleByArgument {}
extension GlyphLevel: ExpressibleByArgument {}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "status", "Print today's rings in one line, for tmux and other status bars.",
    details: """
      The exit code is 0 and a line is printed even if the store is missing, empty or busy, so that the bar stays \
      intact; with --strict an error is reported instead.
      """,
    examples: [
      "ringtop status",
      "ringtop status --format tmux",
      "ringtop status --follow",
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: "Markup for a status bar.")
  var format = StatusRequest().format

  @Option(help: ArgumentHelp("The maximum width of the line in cells.", valueName: "cells"))
  var width: Int?

  @Option(help: "The symbol for each ring.")
  var style = StatusRequest().style

  @Option(help: "ascii uses ASCII only; all others draw ring symbols and eighth blocks.")
  var glyphs = StatusRequest().glyphs

  @Option(
    help: ArgumentHelp(
      "The background of the line, so that its colours are legible: auto, dark, light, #rrggbb, or a tmux style such as "
        + "bg=green. auto queries tmux for its status style, and assumes that other bars are dark.", valueName: "color"),
    transform: BarBackground.init)
  var background = BarBackground()

  @Option(
    help: ArgumentHelp(
      "The theme: dark, light, contrast, color-blind, mono, ember or tide.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("A template, for example '{move.percent}% {stand.value}/{stand.goal}'."))
  var template: String?

  @Flag(help: "Keep running, and print a line whenever the text changes.")
  var follow = false

  @Option(
    name: .customLong("set-option"),
    help: ArgumentHelp("Keep running, and set this tmux option instead of printing.", valueName: "@name"))
  var tmuxOption: String?

  @Flag(help: "Report an error if the store cannot be read.")
  var strict = false

  @Flag(help: "Add friends, with how many of their rings are closed; see \"ringtop friends\".")
  var friends = false

  /// What is asked for.
  var request: StatusRequest {
    StatusRequest(
      store: store.store, format: format, width: width, style: style, glyphs: glyphs, template: template,
      follow: follow, tmuxOption: tmuxOption, strict: strict, friends: friends, background: background.background,
      theme: theme)
  }

  func validate() throws {
    if let problem = request.problem { throw ValidationError(problem) }
  }

  func run() throws { try request.run() }
}

/// The background in `--background`.
struct BarBackground {
  /// Nil for `auto`.
  var background: StatusBackground?

  init() {}

  /// - Throws: an error that names the invalid word.
  init(_ text: String) throws {
    guard text != "auto" else { return }
    guard let known = StatusBackground(text) else {
      throw ValidationError(
        "--background must be auto, dark, light, a colour such as #002b36, or a style such as bg=green.")
    }
    background = known
  }
}

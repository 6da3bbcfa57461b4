/// The bar, or other reader, for which a status line is written. Each has one file in `Formats/`.
package enum StatusFormat: String, Hashable, Sendable, CaseIterable {
  case tmux, plain, json, waybar, i3bar, i3blocks, polybar, starship, zellij

  var writer: any StatusWriter {
    switch self {
    case .tmux: TmuxStatus()
    case .plain: PlainStatus()
    case .json: JSONStatus()
    case .waybar: WaybarStatus()
    case .i3bar: I3barStatus()
    case .i3blocks: I3blocksStatus()
    case .polybar: PolybarStatus()
    case .starship: StarshipStatus()
    case .zellij: ZellijStatus()
    }
  }

  /// The text that a follower prints before its first line; nil for most formats. Without a final newline.
  package var preamble: String? {
    writer.preamble
  }
}

/// Writes a status line in the markup of one bar.
protocol StatusWriter {
  /// The default width of a line in display cells; nil is unlimited.
  var defaultWidth: Int? { get }
  var preamble: String? { get }

  /// The line, without a final newline.
  func line(_ content: StatusContent) -> String
  /// The line for a follower, which prints one line for each change.
  func followedLine(_ content: StatusContent) -> String
}

extension StatusWriter {
  /// Fits beside the default content of most bars; tmux limits its right side to 40 cells.
  var defaultWidth: Int? { 24 }
  var preamble: String? { nil }

  func followedLine(_ content: StatusContent) -> String {
    line(content)
  }
}

/// The input of a writer: fitted texts, and the snapshot for everything else.
struct StatusContent {
  var snapshot: StatusSnapshot
  var style: StatusStyle
  var text: StatusText
  /// The same in the shortest form, for a bar without enough room.
  var short: StatusText
}

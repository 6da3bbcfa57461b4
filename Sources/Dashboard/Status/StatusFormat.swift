/// A bar, or a reader, that a status line is written for. Each is one file in `Formats/`.
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

  /// What a follower prints once, before its first line; nil for most. Without a final newline.
  package var preamble: String? {
    writer.preamble
  }
}

/// Writes one status line in the markup of one bar.
protocol StatusWriter {
  /// The display cells that a line takes where nobody says; nil is as long as it likes.
  var defaultWidth: Int? { get }
  var preamble: String? { get }

  /// The line, without a final newline.
  func line(_ content: StatusContent) -> String
  /// The line for a reader that stays: one line for each change.
  func followedLine(_ content: StatusContent) -> String
}

extension StatusWriter {
  /// Fits beside the defaults of most bars; tmux gives its right side 40 cells.
  var defaultWidth: Int? { 24 }
  var preamble: String? { nil }

  func followedLine(_ content: StatusContent) -> String {
    line(content)
  }
}

/// What a writer puts into markup: texts that fit already, and the snapshot for what is beside the text.
struct StatusContent {
  var snapshot: StatusSnapshot
  var style: StatusStyle
  var text: StatusText
  /// The same for a bar that has run out of room.
  var short: StatusText
}

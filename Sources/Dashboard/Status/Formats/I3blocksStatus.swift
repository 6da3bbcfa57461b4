import HealthModel
import TerminalModel

/// Three lines for i3blocks: the text, a shorter one, a colour.
///
/// i3blocks has one colour for a block, so it is that of the first ring still open: what to do next. A day with every
/// ring closed keeps the bar's own colour. A block that persists reads one line for each change, so a follower gets the
/// text alone.
struct I3blocksStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    var lines = [content.text.plain, content.short.plain]
    if content.style.colors, let color = Self.color(content) { lines.append(color) }
    return lines.joined(separator: "\n")
  }

  func followedLine(_ content: StatusContent) -> String {
    content.text.plain
  }

  private static func color(_ content: StatusContent) -> String? {
    guard let summary = content.snapshot.known, !summary.isPaused else {
      return content.style.palette.muted.hexadecimal
    }
    let open = Ring.allCases.first { summary[$0].shownGoal != nil && !summary[$0].isClosed }
    return open.map { content.style.palette[$0].hexadecimal }
  }
}

import HealthModel
import TerminalModel

/// Three lines for i3blocks: the text, a shorter one, a colour.
///
/// i3blocks has one colour per block, which is that of the first open ring: what to do next. If every ring is closed,
/// the bar's own colour is kept. A persistent block reads one line for each change, so a follower gets only the text.
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

import HealthModel
import Presentation
import TerminalModel

/// The i3bar protocol, also used by swaybar: a list with one block, with Pango markup for its colours.
///
/// A bar reads a stream: a header, then an endless list. A single line is one element of that list, for scripts that
/// write the stream themselves.
struct I3barStatus: StatusWriter {
  var preamble: String? { "{\"version\":1}\n[" }

  func line(_ content: StatusContent) -> String {
    StatusJSON.line([
      Block(fullText: Pango.markup(content.text), shortText: Pango.markup(content.short))
    ])
  }

  func followedLine(_ content: StatusContent) -> String {
    line(content) + ","
  }

  private struct Block: Encodable {
    var fullText: String
    var shortText: String
    var name = "ringtop"
    var markup = "pango"

    enum CodingKeys: String, CodingKey {
      case fullText = "full_text"
      case shortText = "short_text"
      case name, markup
    }
  }
}

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
    let open = Ring.allCases.first {
      summary[$0].shownGoal != nil && summary[$0].value != nil && !summary[$0].isClosed
    }
    return open.map { content.style.palette[$0].hexadecimal }
  }
}

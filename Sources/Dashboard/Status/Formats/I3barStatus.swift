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

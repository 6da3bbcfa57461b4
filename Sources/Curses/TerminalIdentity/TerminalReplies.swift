package import TerminalModel

/// The collected replies of a terminal.
package struct TerminalReplies: Hashable, Sendable {
  /// Queries the version (XTVERSION), the background (OSC 11), synchronized updates (DECRQM), kitty's graphics, and
  /// last the attributes (DA1), to which every terminal replies.
  package static let query = Array(
    "\u{1B}[>0q\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}_Gi=\(graphicsQuery),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
      .utf8)
  /// The id in the query for kitty's graphics.
  package static let graphicsQuery: UInt32 = 31

  /// The terminal's name and version, as it reports them.
  package var version: String?
  package var background: RGB?
  package var synchronizedOutput: Bool?
  /// Whether it supports kitty's graphics protocol.
  package var hasKittyGraphics = false
  /// Whether it supports sixel.
  package var hasSixel = false
  /// Whether it reported support for images but failed to draw them.
  package var losesPictures = false
  /// Whether the last reply has arrived.
  package var isComplete = false

  package init(version: String? = nil) {
    self.version = version
  }

  /// Parses the replies in a terminal's output; keys among them are ignored.
  package init(bytes: some Sequence<UInt8>) {
    var decoder = InputDecoder()
    for byte in bytes { decoder.receive(scalar: UInt32(byte)) }
    for reply in decoder.takeReplies() { add(reply) }
  }

  /// Whether there was no reply at all.
  package var isEmpty: Bool { self == TerminalReplies() }

  package mutating func add(_ reply: TerminalReply) {
    switch reply {
    case .version(let text): version = text
    case .background(let color): background = color
    case .synchronizedOutput(let isKnown): synchronizedOutput = isKnown
    case .sixel: hasSixel = true
    case .picture(Self.graphicsQuery, let message): hasKittyGraphics = message.hasPrefix("OK")
    case .picture: break
    case .attributes: isComplete = true
    }
  }
}

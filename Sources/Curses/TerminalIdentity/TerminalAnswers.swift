package import TerminalModel

/// A terminal's answers, gathered.
package struct TerminalAnswers: Hashable, Sendable {
  /// Asks for the version, the background, synchronised output, kitty's graphics, and last for what every terminal
  /// answers.
  package static let question = Array(
    "\u{1B}[>0q\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}_Gi=\(graphicsQuery),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
      .utf8)
  /// The number in the question for kitty's graphics.
  package static let graphicsQuery: UInt32 = 31

  /// Its name and version in its own words.
  package var version: String?
  package var background: RGB?
  package var synchronizedOutput: Bool?
  /// Whether it understands kitty's graphics.
  package var hasKittyGraphics = false
  /// Whether it draws sixels.
  package var hasSixel = false
  /// Whether it said that it draws pictures and then did not.
  package var losesPictures = false
  /// Whether the last answer has come, after which no other does.
  package var isComplete = false

  package init(version: String? = nil) {
    self.version = version
  }

  /// The answers in what a terminal sent back; keys among them are passed over.
  package init(bytes: some Sequence<UInt8>) {
    var decoder = InputDecoder()
    for byte in bytes { decoder.receive(scalar: UInt32(byte)) }
    for answer in decoder.takeAnswers() { add(answer) }
  }

  /// Whether there was not one answer.
  package var isSilence: Bool { self == TerminalAnswers() }

  package mutating func add(_ answer: TerminalAnswer) {
    switch answer {
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

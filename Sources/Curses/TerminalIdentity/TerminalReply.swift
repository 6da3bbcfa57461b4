package import TerminalModel

/// A terminal's reply to a query about itself.
package enum TerminalReply: Hashable, Sendable {
  /// XTVERSION: name and version, such as `kitty(0.40.1)` or `WezTerm 20240203-110809-5046fc22`.
  case version(String)
  /// DA1, to which every terminal replies, after all other replies.
  case attributes
  /// OSC 11: the background colour.
  case background(RGB)
  /// DECRQM: whether synchronized updates are supported.
  case synchronizedOutput(Bool)
  /// Sixel graphics are among the attributes in DA1.
  case sixel
  /// The reply to a command of kitty's graphics protocol: the id of the image, and `OK` or an error.
  case picture(id: UInt32, message: String)

  /// `ESC [ ? … c` and `ESC [ ? 2026 ; state $ y`.
  init?(_ sequence: ControlSequence) {
    switch (sequence.marker, sequence.final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "c")):
      self = .attributes
    case (UInt8(ascii: "?"), UInt8(ascii: "y")) where sequence.numbers.count == 2 && sequence.numbers[0] == 2026:
      // 1 and 2 are on and off; 0 is unknown, 3 and 4 are always on and always off.
      self = .synchronizedOutput([1, 2, 3].contains(sequence.numbers[1]))
    default: return nil
    }
  }

  /// `ESC _ G i=number ; message ESC \`.
  init?(application bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == UInt8(ascii: "G") else { return nil }
    let keys = parts[0].dropFirst().split(separator: UInt8(ascii: ","))
    guard let key = keys.first(where: { $0.starts(with: Array("i=".utf8)) }),
      let id = UInt32(String(decoding: key.dropFirst(2), as: UTF8.self))
    else { return nil }
    self = .picture(id: id, message: String(decoding: parts[1].prefix(200), as: UTF8.self))
  }

  /// `ESC P > | name ESC \`.
  init?(deviceControl bytes: [UInt8]) {
    guard bytes.starts(with: [UInt8(ascii: ">"), UInt8(ascii: "|")]) else { return nil }
    self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
  }

  /// `ESC ] 11 ; colour ESC \`.
  init?(operatingSystem bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual("11".utf8), let color = RGB(xColor: parts[1]) else { return nil }
    self = .background(color)
  }
}

extension RGB {
  /// X11 notation: `rgb:` or `rgba:` with channels of one to four hexadecimal digits, or `#` with all digits together.
  init?(xColor bytes: some Collection<UInt8>) {
    var channels: [Substring] = []
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
      channels = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    } else if text.hasPrefix("#"), text.utf8.count % 3 == 1 {
      let length = text.utf8.count / 3
      let digits = text.dropFirst()
      channels = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    }
    let values = channels.prefix(3).compactMap { channel -> UInt8? in
      guard (1...4).contains(channel.utf8.count), let value = UInt32(channel, radix: 16) else { return nil }
      let largest = UInt32(1) << (4 * UInt32(channel.utf8.count)) - 1
      return UInt8((value * 255 + largest / 2) / largest)
    }
    guard values.count == 3, channels.count <= 4 else { return nil }
    self.init(values[0], values[1], values[2])
  }
}

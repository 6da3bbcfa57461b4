package import HealthModel

/// Reads the description that exports print for a device:
/// `<<HKDevice: 0x282b52bc0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.4>`.
///
/// The pointer differs from record to record and is dropped. A value may hold commas: a field ends only where a comma, a
/// space and a word with a colon follow.
package enum DeviceText {
  /// The raw attribute without its pointer: equal for all records of a device.
  static func identity(of raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard raw.hasPrefix("&lt;&lt;HKDevice:") || raw.hasPrefix("<<HKDevice:") else { return raw }
    guard let comma = raw.firstIndex(of: UInt8(ascii: ","), from: 0) else { return raw.part(0, 0) }
    return raw.part(comma, raw.count)
  }

  /// - Parameter text: the decoded text, with or without its pointer.
  /// - Returns: nil when it says nothing.
  package static func device(_ text: String) -> Device? {
    var device = Device()
    var rest = Substring(text)
    if rest.hasPrefix("<<HKDevice:") {
      guard let comma = rest.firstIndex(of: ",") else { return nil }
      rest = rest[comma...]
    }
    if rest.hasSuffix(">") { rest.removeLast() }

    var field: WritableKeyPath<Device, String?>?
    var value: [Substring] = []
    func close() {
      guard let field, !value.isEmpty else { return }
      let joined = value.joined(separator: ", ")
      if !joined.isEmpty { device[keyPath: field] = joined }
    }
    for piece in pieces(of: rest) {
      if let (key, content) = labelled(piece) {
        close()
        field = fields[key]
        value = [content]
      } else {
        value.append(piece)
      }
    }
    close()
    if device == Device() {
      // Not Apple's form: the text as a whole is the best name there is.
      return fields.isEmpty || text.isEmpty || text.hasPrefix("<<HKDevice") || text.hasPrefix(",")
        ? nil : Device(name: text)
    }
    return device
  }

  private static func pieces(of text: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ",", next < text.endIndex, text[next] == " " {
        pieces.append(text[start..<index])
        start = text.index(after: next)
        index = start
      } else {
        index = next
      }
    }
    pieces.append(text[start...])
    return pieces.first?.isEmpty == true ? Array(pieces.dropFirst()) : pieces
  }

  /// `name:Apple Watch` in two. Keys are words in small letters or known ones; `creation date:…` is dropped later.
  private static func labelled(_ piece: Substring) -> (key: Substring, content: Substring)? {
    guard let colon = piece.firstIndex(of: ":") else { return nil }
    let key = piece[..<colon]
    guard fields[key] != nil || (!key.isEmpty && key.allSatisfy { $0 == " " || ("a"..."z").contains($0) }) else {
      return nil
    }
    return (key, piece[piece.index(after: colon)...])
  }

  // Key paths of a Sendable value's stored properties are immutable.
  nonisolated(unsafe) private static let fields: [Substring: WritableKeyPath<Device, String?>] = [
    "name": \.name,
    "manufacturer": \.manufacturer,
    "model": \.model,
    "hardware": \.hardwareVersion,
    "firmware": \.firmwareVersion,
    "software": \.softwareVersion,
    "localIdentifier": \.localIdentifier,
    "UDIDeviceIdentifier": \.udiDeviceIdentifier,
  ]
}

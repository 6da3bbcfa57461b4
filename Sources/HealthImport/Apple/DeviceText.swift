package import HealthModel

/// Parses the device descriptions in exports:
/// `<<HKDevice: 0x282b52bc0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.4>`.
///
/// The pointer differs from record to record and is dropped. A value may contain commas: a field ends only at a comma
/// that is followed by a space and a label with a colon.
package enum DeviceText {
  /// The raw attribute without its pointer: equal for all records of a device.
  static func identity(of raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard raw.hasPrefix("&lt;&lt;HKDevice:") || raw.hasPrefix("<<HKDevice:") else { return raw }
    guard let comma = raw.firstIndex(of: UInt8(ascii: ","), from: 0) else { return raw.part(0, 0) }
    return raw.part(comma, raw.count)
  }

  /// The device that a text describes; a text in any other format becomes its name.
  ///
  /// - Parameter text: the decoded attribute, with or without its pointer.
  /// - Returns: nil if it is empty.
  package static func device(_ text: String) -> Device? {
    var rest = Substring(text)
    if rest.hasPrefix("<<HKDevice:") {
      guard let comma = rest.firstIndex(of: ",") else { return nil }
      rest = rest[comma...]
    }
    // After the pointer there is a comma.
    let isApples = rest.hasPrefix(",")
    if isApples {
      rest = rest.drop { $0 == "," || $0 == " " }
      if rest.hasSuffix(">") { rest.removeLast() }
    }

    var device = Device()
    var sawLabel = false
    var label: Substring = ""
    var value: Substring = ""
    for piece in pieces(of: rest) {
      if let (next, content) = labelled(piece) {
        sawLabel = true
        set(label, to: value, in: &device)
        (label, value) = (next, content)
      } else {
        value += ", " + piece
      }
    }
    set(label, to: value, in: &device)
    if !sawLabel, !isApples, !rest.isEmpty { device.name = String(rest) }
    return device == Device() ? nil : device
  }

  /// The text split at every comma that is followed by a space.
  private static func pieces(of text: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = text.startIndex
    var index = start
    while let comma = text[index...].firstIndex(of: ",") {
      index = text.index(after: comma)
      guard index < text.endIndex, text[index] == " " else { continue }
      pieces.append(text[start..<comma])
      index = text.index(after: index)
      start = index
    }
    return pieces + [text[start...]]
  }

  /// Splits `name:Apple Watch`. A label is a known one or lowercase words, such as `creation date`.
  private static func labelled(_ piece: Substring) -> (label: Substring, content: Substring)? {
    guard let colon = piece.firstIndex(of: ":") else { return nil }
    let label = piece[..<colon]
    let isWords = !label.isEmpty && label.allSatisfy { $0 == " " || ("a"..."z").contains($0) }
    guard isWords || label == "localIdentifier" || label == "UDIDeviceIdentifier" else { return nil }
    return (label, piece[piece.index(after: colon)...])
  }

  /// Unknown labels and empty values are ignored.
  private static func set(_ label: Substring, to value: Substring, in device: inout Device) {
    guard !value.isEmpty else { return }
    let value = String(value)
    switch label {
    case "name": device.name = value
    case "manufacturer": device.manufacturer = value
    case "model": device.model = value
    case "hardware": device.hardwareVersion = value
    case "firmware": device.firmwareVersion = value
    case "software": device.softwareVersion = value
    case "localIdentifier": device.localIdentifier = value
    case "UDIDeviceIdentifier": device.udiDeviceIdentifier = value
    default: break
    }
  }
}

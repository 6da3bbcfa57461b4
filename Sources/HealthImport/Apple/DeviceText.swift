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
    var text = text
    // As bytes, because a file can have a hundred thousand devices and characters take ten times as long.
    return text.withUTF8 { device(UnsafeRawBufferPointer($0)) }
  }

  private static func device(_ text: UnsafeRawBufferPointer) -> Device? {
    var rest = text
    if rest.hasPrefix("<<HKDevice:") {
      guard let comma = rest.firstIndex(of: comma, from: 0) else { return nil }
      rest = rest.part(comma, rest.count)
    }
    // After the pointer there is a comma.
    let isApples = rest.first == comma
    if isApples {
      let start = rest.firstIndex { $0 != comma && $0 != space } ?? rest.count
      rest = rest.part(start, rest.last == UInt8(ascii: ">") ? rest.count - 1 : rest.count)
    }

    var device = Device()
    /// The last label, and where its value begins.
    var field: (label: UnsafeRawBufferPointer, value: Int)?
    var start = 0
    while true {
      let end = separator(in: rest, from: start)
      let piece = rest.part(start, end ?? rest.count)
      if let length = labelLength(piece) {
        if let field { set(field.label, to: rest.part(field.value, start - separatorLength), in: &device) }
        field = (piece.part(0, length), start + length + 1)
      }
      guard let end else { break }
      start = end + separatorLength
    }
    if let field { set(field.label, to: rest.part(field.value, rest.count), in: &device) }
    if field == nil, !isApples, !rest.isEmpty { device.name = String(decoding: rest, as: UTF8.self) }
    return device == Device() ? nil : device
  }

  private static let comma = UInt8(ascii: ",")
  private static let space = UInt8(ascii: " ")
  private static let separatorLength = 2

  /// The index of the next comma that is followed by a space.
  private static func separator(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var start = start
    while let found = text.firstIndex(of: comma, from: start), found + 1 < text.count {
      if text[found + 1] == space { return found }
      start = found + 1
    }
    return nil
  }

  /// The length of the label of a piece such as `name:Apple Watch`, nil if it has none. A label is a known one or
  /// lowercase words, such as `creation date`.
  private static func labelLength(_ piece: UnsafeRawBufferPointer) -> Int? {
    guard let colon = piece.firstIndex(of: UInt8(ascii: ":"), from: 0), colon > 0 else { return nil }
    let label = piece.part(0, colon)
    let isWords = label.allSatisfy { $0 == space || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return isWords || label.equals("localIdentifier") || label.equals("UDIDeviceIdentifier") ? colon : nil
  }

  /// Unknown labels and empty values are ignored.
  private static func set(_ label: UnsafeRawBufferPointer, to value: UnsafeRawBufferPointer, in device: inout Device) {
    guard !value.isEmpty else { return }
    let value = String(decoding: value, as: UTF8.self)
    if label.equals("name") {
      device.name = value
    } else if label.equals("manufacturer") {
      device.manufacturer = value
    } else if label.equals("model") {
      device.model = value
    } else if label.equals("hardware") {
      device.hardwareVersion = value
    } else if label.equals("firmware") {
      device.firmwareVersion = value
    } else if label.equals("software") {
      device.softwareVersion = value
    } else if label.equals("localIdentifier") {
      device.localIdentifier = value
    } else if label.equals("UDIDeviceIdentifier") {
      device.udiDeviceIdentifier = value
    }
  }
}

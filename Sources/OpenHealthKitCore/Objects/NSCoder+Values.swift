package import Foundation

/// Values in archives. Foundation's archiver requires objects, so strings, dates and identities are archived as
/// objects.
extension NSCoder {
  package func encodeText(_ text: String?, forKey key: String) {
    if let text { encode(NSString(string: text), forKey: key) }
  }

  package func decodeText(forKey key: String) -> String? {
    decodeValue(of: NSString.self, forKey: key).map { String($0) }
  }

  /// The archived object, nil if there is none: on Linux, decoding a missing key makes the whole archive fail.
  package func decodeValue<Value: NSObject & NSCoding>(of type: Value.Type, forKey key: String) -> Value? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }

  package func encodeDate(_ date: Date?, forKey key: String) {
    if let date { encode(date.timeIntervalSinceReferenceDate, forKey: key) }
  }

  package func decodeDate(forKey key: String) -> Date? {
    guard containsValue(forKey: key) else { return nil }
    return Date(timeIntervalSinceReferenceDate: decodeDouble(forKey: key))
  }

  package func encodeUUID(_ uuid: UUID, forKey key: String) {
    encodeText(uuid.uuidString, forKey: key)
  }

  package func decodeUUID(forKey key: String) -> UUID? {
    decodeText(forKey: key).flatMap { UUID(uuidString: $0) }
  }
}

extension NSCoder {
  /// The objects of an archived array, empty if there is none.
  package func decodeList<Element: NSObject & NSCoding>(of type: Element.Type, forKey key: String) -> [Element] {
    guard containsValue(forKey: key) else { return [] }
    return decodeObject(of: [NSArray.self, type], forKey: key) as? [Element] ?? []
  }
}

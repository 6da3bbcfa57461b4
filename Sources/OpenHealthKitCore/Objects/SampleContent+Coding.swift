package import Foundation
package import HealthModel

extension HKSample {
  /// The content in the metadata of a stored sample, or an empty one.
  package static func content<Content: SampleContent>(of header: ObjectHeader, otherwise none: Content) -> Content {
    header.metadata.content() ?? none
  }
}

extension NSCoder {
  /// The content of an archived sample, nil if it has none.
  package func decodeContent<Content: SampleContent>() -> Content? {
    decodeMetadata(forKey: "metadata").content()
  }
}

extension NSCoder {
  /// Archives a value of one of the library's own types. One with a number that is not finite is left out, and is
  /// missing when the archive is read.
  package func encodeJSON(_ value: some Encodable, forKey key: String) {
    if let json = try? JSONEncoder().encode(value) { encode(json as NSData, forKey: key) }
  }

  /// The archived value, nil if it is missing or invalid.
  package func decodeJSON<Value: Decodable>(forKey key: String) -> Value? {
    decodeValue(of: NSData.self, forKey: key).flatMap { try? JSONDecoder().decode(Value.self, from: $0 as Data) }
  }
}

extension HKQuantity {
  /// A quantity for a number of a content, nil if there is none.
  package convenience init?(_ value: Double?, _ unit: HKUnit) {
    guard let value else { return nil }
    self.init(unit: unit, doubleValue: value)
  }
}

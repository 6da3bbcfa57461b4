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

extension HKQuantity {
  /// A quantity for a number of a content, nil if there is none.
  package convenience init?(_ value: Double?, _ unit: HKUnit) {
    guard let value else { return nil }
    self.init(unit: unit, doubleValue: value)
  }
}

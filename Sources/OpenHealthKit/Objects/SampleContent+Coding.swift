import Foundation
import HealthModel

extension HKSample {
  /// The content that the metadata of a stored sample holds, or the one that stands for none.
  static func content<Content: SampleContent>(of header: ObjectHeader, otherwise none: Content) -> Content {
    header.metadata.content() ?? none
  }
}

extension NSCoder {
  /// The content of an archived sample, nil where it has none.
  func decodeContent<Content: SampleContent>() -> Content? {
    decodeMetadata(forKey: "metadata").content()
  }
}

extension HKQuantity {
  /// A quantity of a content's number, nil where it has none.
  convenience init?(_ value: Double?, _ unit: HKUnit) {
    guard let value else { return nil }
    self.init(unit: unit, doubleValue: value)
  }
}

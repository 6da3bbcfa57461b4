import HealthDatabase
import HealthModel

/// Which of the observed types have changed. The first element names no types.
struct ObserverFeed: LiveFeed {
  let selections: [SampleSelection]
  /// The position up to which changes have been reported.
  private(set) var anchor = StoreAnchor()

  init(_ selections: [SampleSelection]) {
    self.selections = selections
  }

  mutating func first(_ reader: HealthReader) throws -> Set<HKSampleType> {
    for selection in selections { _ = try reader.request(selection) }
    anchor = try reader.view(orWithoutStore: StoreAnchor()) { try $0.position() }
    return []
  }

  mutating func update(_ reader: HealthReader) throws -> Set<HKSampleType>? {
    let requests = try selections.map(reader.request)
    let old = anchor
    let touched = try reader.view(orWithoutStore: nil) { try $0.touched(requests, after: old) }
    guard let touched else { return nil }
    anchor = touched.anchor
    var types: Set<HKSampleType> = []
    for index in touched.indices {
      let selection = selections[index]
      // A block predicate can reject the samples that the store found.
      let isCertain = try !selection.needsAdmission || reader.hasChanges(selection, after: old)
      if isCertain { types.insert(selection.type) }
    }
    return types.isEmpty ? nil : types
  }
}

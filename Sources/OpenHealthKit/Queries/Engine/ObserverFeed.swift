import HealthDatabase
import HealthModel

/// Which of the observed types have something new. The first element says nothing of any type.
struct ObserverFeed: LiveFeed {
  let selections: [SampleSelection]
  private var anchor = StoreAnchor()

  init(_ selections: [SampleSelection]) {
    self.selections = selections
  }

  mutating func first(_ reader: HealthReader) throws -> Set<HKSampleType> {
    for selection in selections { _ = try reader.request(selection) }
    anchor = try reader.read(orWithoutStore: StoreAnchor()) { try $0.position() }
    return []
  }

  mutating func update(_ reader: HealthReader) throws -> Set<HKSampleType>? {
    let requests = try selections.map(reader.request)
    let old = anchor
    let touched = try reader.read(orWithoutStore: nil) { try $0.touched(requests, after: old) }
    guard let touched else { return nil }
    anchor = touched.anchor
    var types: Set<HKSampleType> = []
    for index in touched.indices {
      let selection = selections[index]
      // A block predicate, or a correlation of which nothing may be read, can turn away what the store found.
      let isPlain = !selection.needsAdmission && !(selection.type is HKCorrelationType)
      let isCertain = try isPlain || reader.hasChanges(selection, after: old)
      if isCertain { types.insert(selection.type) }
    }
    return types.isEmpty ? nil : types
  }
}

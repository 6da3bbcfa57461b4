package import FoundationEssentials

/// A request for one page of the samples of a type.
package struct SampleListRequest: Hashable, Sendable {
  package enum Order: String, Hashable, Sendable, CaseIterable {
    case date, value
  }

  /// The raw identifier.
  package var type: String
  /// Only samples that start on these days; nil for all.
  package var days: ClosedRange<Day>?
  package var order: Order
  package var isDescending: Bool
  /// Only samples of the source of this name.
  package var source: String?
  /// The last sample of the previous page; nil for the first page.
  package var after: ListCursor?
  package var limit: Int

  package init(
    type: String, days: ClosedRange<Day>? = nil, order: Order = .date, isDescending: Bool = true,
    source: String? = nil, after: ListCursor? = nil, limit: Int = 200
  ) {
    self.type = type
    self.days = days
    self.order = order
    self.isDescending = isDescending
    self.source = source
    self.after = after
    self.limit = limit
  }
}

package struct SampleListEntry: Hashable, Sendable {
  package var row: Int64
  package var start: Date
  package var end: Date
  /// In the type's unit, or a category's raw value; NaN if there is none.
  package var value: Double
  /// The word that a value came with which is in no catalog.
  package var word: String?
  /// The unit in which it came, if the list contains samples in several.
  package var unit: String?
  package var source: String
  /// The local day on which it starts, and the second of that day.
  package var day = Day(number: 0)
  package var secondOfDay = 0
  package var cursor: ListCursor

  package init(row: Int64, start: Date, end: Date, value: Double, source: String, cursor: ListCursor) {
    self.row = row
    self.start = start
    self.end = end
    self.value = value
    self.source = source
    self.cursor = cursor
  }
}

package struct SampleDetail: Hashable, Sendable {
  package var entry: SampleListEntry
  /// The raw identifier.
  package var type: String
  /// Empty for values without a unit.
  package var unit: String
  package var uuid: UUID
  package var provenance: Provenance
  package var metadata: Metadata

  package init(
    entry: SampleListEntry, type: String, unit: String, uuid: UUID, provenance: Provenance, metadata: Metadata
  ) {
    self.entry = entry
    self.type = type
    self.unit = unit
    self.uuid = uuid
    self.provenance = provenance
    self.metadata = metadata
  }
}

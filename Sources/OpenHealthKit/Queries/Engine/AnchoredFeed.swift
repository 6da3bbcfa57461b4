import HealthModel

/// The changes since an anchor, each once.
struct AnchoredFeed: LiveFeed {
  let selections: [SampleSelection]
  var anchor: StoreAnchor
  /// The limit of the first page. Updates are complete.
  let limit: Int?

  init(_ selections: [SampleSelection], anchor: HKQueryAnchor?, limit: Int?) {
    self.selections = selections
    self.anchor = anchor?.position ?? StoreAnchor()
    self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
  }

  mutating func first(_ reader: HealthReader) throws -> ChangePage {
    let page = try reader.changes(selections, after: anchor, limit: limit)
    anchor = page.anchor
    return page
  }

  mutating func update(_ reader: HealthReader) throws -> ChangePage? {
    let page = try reader.changes(selections, after: anchor, limit: nil)
    anchor = page.anchor
    return page.count > 0 ? page : nil
  }
}

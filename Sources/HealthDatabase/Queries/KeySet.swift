/// Keys of a table of the store: small numbers, of which a read meets a few a hundred thousand times each.
struct KeySet {
  private var isThere: [Bool] = []
  /// What a damaged store may hold; no table of ours grows that long.
  private var far: Set<Int64> = []

  private static let near = Int64(1 << 24)

  mutating func insert(_ key: Int64) {
    if key >= 0, key < isThere.count {
      isThere[Int(key)] = true
    } else {
      insertNew(key)
    }
  }

  private mutating func insertNew(_ key: Int64) {
    guard key >= 0, key < Self.near else {
      far.insert(key)
      return
    }
    isThere.append(contentsOf: repeatElement(false, count: max(64, Int(key) + 1 - isThere.count)))
    isThere[Int(key)] = true
  }

  func contains(_ key: Int64) -> Bool {
    key >= 0 && key < isThere.count ? isThere[Int(key)] : far.contains(key)
  }

  /// Ascending.
  var keys: [Int64] {
    isThere.indices.filter { isThere[$0] }.map(Int64.init) + far.sorted()
  }
}

import HealthDatabase

/// Keys of a table of the store: small numbers, a few of which occur a hundred thousand times each in a read.
struct KeySet {
  /// In the order of first occurrence.
  private(set) var keys: [Int64] = []
  private var isThere: [Bool] = []
  /// Possible only in a damaged store; no table of ours becomes that long.
  private var far: Set<Int64> = []

  private static let near = Int64(1 << 24)

  mutating func insert(_ key: Int64) {
    if key >= 0, key < isThere.count, isThere[Int(key)] { return }
    insertNew(key)
  }

  private mutating func insertNew(_ key: Int64) {
    if key >= 0, key < Self.near {
      let missing = Int(key) + 1 - isThere.count
      if missing > 0 { isThere.append(contentsOf: repeatElement(false, count: max(64, missing))) }
      isThere[Int(key)] = true
    } else if !far.insert(key).inserted {
      return
    }
    keys.append(key)
  }

  /// Proportional to the number of keys, however large they are.
  mutating func removeAll() {
    for key in keys where key >= 0 && key < Self.near { isThere[Int(key)] = false }
    far.removeAll()
    keys.removeAll(keepingCapacity: true)
  }
}

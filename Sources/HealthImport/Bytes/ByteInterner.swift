#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Assigns equal small numbers to equal byte sequences, in the order of first appearance.
///
/// Half a million records share a few hundred types, sources and metadata sets; this finds each by its raw bytes,
/// without building a string. Open addressing over one arena of key bytes; a lookup is one hash and usually one
/// comparison.
package struct ByteInterner {
  private struct Slot {
    var hash: UInt32
    /// Index + 1; 0 is an empty slot.
    var entry: Int32
  }

  private struct Key {
    var offset: Int
    var length: Int
  }

  private var slots = [Slot](repeating: Slot(hash: 0, entry: 0), count: 64)
  private var keys: [Key] = []
  private var arena: [UInt8] = []
  /// Random, so that no file can be constructed whose keys all fall into one slot.
  private let seed = UInt64.random(in: .min ... .max)
  /// The last entry found; consecutive records mostly have the same one.
  private var latest = -1

  package init() {}

  package var count: Int { keys.count }

  /// The memory that the keys use.
  package var byteCount: Int { arena.count }

  /// The number of the key, and whether it is new.
  package mutating func intern(_ key: UnsafeRawBufferPointer) -> (index: Int, isNew: Bool) {
    if latest >= 0, equals(latest, key) { return (latest, false) }
    let hash = ByteHash.hash(key, seed: seed)
    let mask = slots.count - 1
    var position = Int(truncatingIfNeeded: hash) & mask
    while slots[position].entry != 0 {
      let entry = Int(slots[position].entry) - 1
      if slots[position].hash == hash, equals(entry, key) {
        latest = entry
        return (entry, false)
      }
      position = (position + 1) & mask
    }
    let entry = keys.count
    keys.append(Key(offset: arena.count, length: key.count))
    arena.append(contentsOf: key)
    slots[position] = Slot(hash: hash, entry: Int32(entry) + 1)
    latest = entry
    if keys.count * 2 > slots.count { grow() }
    return (entry, true)
  }

  package mutating func removeAll() {
    self = ByteInterner()
  }

  @inline(__always)
  private func equals(_ entry: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    let stored = keys[entry]
    guard stored.length == key.count else { return false }
    guard let start = key.baseAddress, stored.length > 0 else { return true }
    return arena.withUnsafeBytes { arena in
      guard let base = arena.baseAddress else { return false }
      return memcmp(base + stored.offset, start, stored.length) == 0
    }
  }

  private mutating func grow() {
    var larger = [Slot](repeating: Slot(hash: 0, entry: 0), count: slots.count * 2)
    let mask = larger.count - 1
    for slot in slots where slot.entry != 0 {
      var position = Int(slot.hash) & mask
      while larger[position].entry != 0 { position = (position + 1) & mask }
      larger[position] = slot
    }
    slots = larger
  }
}

/// A fast hash of short byte sequences that cannot be attacked without knowing the seed.
package enum ByteHash {
  /// Folds eight bytes at a time through a 64 by 64 bit product.
  @inline(__always)
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt32 {
    var state = fold(UInt64(truncatingIfNeeded: bytes.count) ^ seed)
    var index = 0
    while index + 8 <= bytes.count {
      state = fold(state ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var tail: UInt64 = 0
    while index < bytes.count {
      tail = tail << 8 | UInt64(bytes[index])
      index += 1
    }
    state = fold(fold(state ^ tail) ^ seed)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  @inline(__always)
  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}

/// A byte buffer for lookups, which is reused.
package struct ByteScratch {
  /// Only the first `count` bytes are in use. Records append a few short parts each, for which `Array.append` with its
  /// checks of uniqueness and capacity costs more than the copy.
  private var storage = [UInt8](repeating: 0, count: 256)
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func clear() {
    count = 0
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    let start = count
    count += bytes.count
    storage.withUnsafeMutableBytes { storage in
      // In bounds after `reserve`.
      storage.baseAddress?.advanced(by: start).copyMemory(from: source, byteCount: bytes.count)
    }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    guard storage.count - count < more else { return }
    storage.append(contentsOf: repeatElement(0, count: max(storage.count, more)))
  }
}

import Foundation
import GRDBSQLite

/// What SQLite's shared memory says about the write-ahead log of a store: how much of it is committed.
///
/// The layout is that of SQLite's "WAL-mode File Format", which all of its versions since 3.7 share.
struct LogHeader: Equatable {
  /// The frames that are committed: each is a page, and later ones replace earlier ones.
  var frames: UInt32
  /// Of these, those whose pages are in the file as well: once all are, the log may begin again over them.
  var moved: UInt32 = 0
  /// The size of the store in pages.
  var pages: UInt32
  var pageSize: Int
  /// Differs for each generation of the log: it begins again, from its first frame, once all of it is in the file.
  var salt: UInt64
  /// Of all frames up to the last one.
  var checksum: UInt64

  private static let format: UInt32 = 3_007_000
  private static let size = 48

  /// The header of a connection that is in a transaction; nil if the store has no log, or a format that is unknown.
  init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
    let methods = file.pointee.pMethods.pointee
    var region: UnsafeMutableRawPointer?
    // The connection has the first region mapped, of which this returns the address.
    guard methods.iVersion >= 2, let map = methods.xShmMap, map(file, 0, 32_768, 0, &region) == SQLITE_OK, let region
    else { return nil }
    for _ in 0..<1_000 {
      // A writer changes the second copy after the first one, so equal ones are complete.
      let first = Data(bytes: region, count: Self.size)
      methods.xShmBarrier?(file)
      let moved = region.load(fromByteOffset: 2 * Self.size, as: UInt32.self)
      methods.xShmBarrier?(file)
      let second = Data(bytes: region + Self.size, count: Self.size)
      guard first == second else { continue }
      self.init(bytes: first)
      self.moved = min(moved, frames)
      return
    }
    return nil
  }

  private init?(bytes: Data) {
    func load<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
    // The byte after the change counter says whether the rest has been set.
    guard load(0, UInt32.self) == Self.format, load(12, UInt8.self) != 0 else { return nil }
    let size = Int(load(14, UInt16.self))
    pageSize = size == 1 ? 65_536 : size
    (frames, pages) = (load(16, UInt32.self), load(20, UInt32.self))
    (checksum, salt) = (load(24, UInt64.self), load(32, UInt64.self))
  }
}

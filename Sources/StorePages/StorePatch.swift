import Foundation
import GRDBSQLite
import HealthModel

/// A received patch, which turns a copy of a store into its next state.
package struct StorePatch {
  package enum Fault: Error, Equatable {
    /// It does not match the copy, or is malformed.
    case wrong
    /// The copy is being read for longer than one should wait.
    case busy
    /// The file cannot be written, with `errno`.
    case unwritable(Int32)
  }

  private struct Run {
    var pages: Range<Int>
    /// Where its first page is in the patch.
    var position: Int
  }

  private let patch: Int32
  private let pageSize: Int
  private let pages: Int
  private let runs: [Run]

  /// Checks that a patch is complete and in order.
  ///
  /// - Parameter patch: a file with its bytes, open for reading.
  /// - Throws: `Fault`.
  package init(_ patch: Int32) throws {
    self.patch = patch
    var status = stat()
    guard fstat(patch, &status) == 0 else { throw Fault.unwritable(errno) }
    func pair(at position: Int) throws -> (Int, Int) {
      var bytes = [UInt8](repeating: 0, count: PatchFormat.pairSize)
      guard pread(patch, &bytes, bytes.count, off_t(position)) == bytes.count else { throw Fault.wrong }
      return PatchFormat.numbers(bytes)
    }
    (pageSize, pages) = try pair(at: 0)
    guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0, pages > 0 else { throw Fault.wrong }
    var (position, runs) = (PatchFormat.pairSize, [Run]())
    while position < Int(status.st_size) {
      let (first, count) = try pair(at: position)
      position += PatchFormat.pairSize
      guard count > 0, first >= runs.last?.pages.upperBound ?? 0, first + count <= pages else { throw Fault.wrong }
      runs.append(Run(pages: first..<first + count, position: position))
      position += count * pageSize
    }
    guard position == Int(status.st_size) else { throw Fault.wrong }
    self.runs = runs
  }

  private func content(of page: Int, in run: Run) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pageSize)
    let position = run.position + (page - run.pages.lowerBound) * pageSize
    guard pread(patch, &bytes, pageSize, off_t(position)) == pageSize else { throw Fault.wrong }
    return bytes
  }

  /// The first page in the new state: readers notice a change by the counter in it.
  private func firstPage(_ old: [UInt8]) throws -> [UInt8] {
    var bytes = old
    if let run = runs.first, run.pages.lowerBound == 0 { bytes = try content(of: 0, in: run) }
    guard PatchFormat.pageSize(ofHeader: bytes) == pageSize, bytes[18] == 1, bytes[19] == 1 else { throw Fault.wrong }
    let counter = PatchFormat.numbers(old[24..<32]).0 &+ 1
    let changed = PatchFormat.pair(counter, pages)
    bytes.replaceSubrange(24..<32, with: changed)
    bytes.replaceSubrange(92..<96, with: changed.prefix(4))
    return bytes
  }

  // MARK: - In place

  /// Changes a copy in place, in one step for its readers. Its cost does not depend on the size of the copy.
  ///
  /// The replaced pages are kept in a rollback journal as SQLite writes it. If the process ends in between, the next
  /// connection that may write restores them (`recover`).
  ///
  /// - Parameter milliseconds: how long to wait for readers.
  /// - Throws: `Fault`, `StoreError`, with the copy unchanged.
  package func apply(to path: String, waiting milliseconds: Int32 = 1_000) throws {
    try apply(to: path, waiting: milliseconds, stoppingAfter: nil)
  }

  /// The steps after which tests stop, as a killed process does.
  enum Step {
    case journal, pages
  }

  func apply(to path: String, waiting milliseconds: Int32 = 1_000, stoppingAfter last: Step?) throws {
    let connection: PageReader
    do {
      connection = try PageReader(path: path, timeout: milliseconds)
      // Rolls back what an earlier process left, and waits for readers.
      try connection.execute("BEGIN EXCLUSIVE")
    } catch let error as StoreError {
      throw error.code == .busy ? Fault.busy : error
    }
    defer { connection.release() }
    guard let file = connection.file, let methods = file.pointee.pMethods?.pointee, let read = methods.xRead,
      let write = methods.xWrite, let truncate = methods.xTruncate, let synchronize = methods.xSync,
      let measure = methods.xFileSize
    else { throw Fault.wrong }
    func check(_ code: Int32) throws {
      guard code == SQLITE_OK else { throw Fault.unwritable(code == SQLITE_FULL ? ENOSPC : EIO) }
    }
    var size: sqlite3_int64 = 0
    try check(measure(file, &size))
    let before = Int(size) / pageSize
    guard before > 0, Int(size) % pageSize == 0 else { throw Fault.wrong }
    func old(_ page: Int) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: pageSize)
      guard read(file, &bytes, Int32(pageSize), Int64(page * pageSize)) == SQLITE_OK else { throw Fault.wrong }
      return bytes
    }
    let first = try old(0)
    guard PatchFormat.pageSize(ofHeader: first) == pageSize, first[18] == 1 else { throw Fault.wrong }
    let newFirst = try firstPage(first)

    let replaced = Set(runs.flatMap(\.pages).filter { $0 < before } + [0] + Array(min(pages, before)..<before))
    let journal = try Journal(path: path + "-journal", pages: before, pageSize: pageSize, count: replaced.count)
    // Once it is complete, it undoes everything below when this process ends early or fails.
    do {
      for page in replaced.sorted() { try journal.append(page, try old(page)) }
      try journal.synchronize()
    } catch {
      journal.remove()
      throw error
    }
    if last == .journal { return }
    do {
      try check(write(file, newFirst, Int32(pageSize), 0))
      for run in runs {
        for page in run.pages where page > 0 {
          try check(write(file, try content(of: page, in: run), Int32(pageSize), Int64(page * pageSize)))
        }
      }
      try check(truncate(file, Int64(pages * pageSize)))
      try check(synchronize(file, SQLITE_SYNC_NORMAL))
    } catch {
      connection.release()
      Self.recover(path)
      throw error
    }
    if last == .pages { return }
    // This commits it.
    journal.remove()
  }

  /// Undoes a change that a process could not finish. Costs nothing if there is none.
  package static func recover(_ path: String) {
    guard access(path + "-journal", F_OK) == 0, let connection = try? PageReader(path: path) else { return }
    _ = try? connection.rows("SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  /// Writes a rollback journal, as described in SQLite's "Database File Format".
  private struct Journal {
    private let path: String
    private let descriptor: Int32
    private let nonce = UInt32.random(in: 0...UInt32.max)

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let sectorSize = 512

    init(path: String, pages: Int, pageSize: Int, count: Int) throws {
      self.path = path
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Fault.unwritable(errno) }
      let head = Self.magic + PatchFormat.pair(count, Int(nonce)) + PatchFormat.pair(pages, Self.sectorSize)
      do {
        try write(head + PatchFormat.pair(pageSize, 0) + [UInt8](repeating: 0, count: Self.sectorSize - 32))
      } catch {
        remove()
        throw error
      }
    }

    private func write(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { throw Fault.unwritable(errno) }
        rest = rest.dropFirst(max(0, count))
      }
    }

    func append(_ page: Int, _ bytes: [UInt8]) throws {
      // SQLite sums up every 200th byte from the end.
      let sum = stride(from: bytes.count - 200, to: 0, by: -200).reduce(nonce) { $0 &+ UInt32(bytes[$1]) }
      try write(Array(PatchFormat.pair(page + 1, 0).prefix(4)) + bytes + PatchFormat.pair(Int(sum), 0).prefix(4))
    }

    func synchronize() throws {
      guard fsync(descriptor) == 0 else { throw Fault.unwritable(errno) }
    }

    func remove() {
      unlink(path)
      close(descriptor)
    }
  }

  // MARK: - In a copy

  /// Changes a file that nobody else uses.
  ///
  /// - Parameter descriptor: open for reading and writing.
  /// - Throws: `Fault`.
  package func apply(toUnused descriptor: Int32) throws {
    var first = [UInt8](repeating: 0, count: pageSize)
    guard pread(descriptor, &first, pageSize, 0) == pageSize, PatchFormat.pageSize(ofHeader: first) == pageSize else {
      throw Fault.wrong
    }
    func write(_ bytes: [UInt8], _ page: Int) throws {
      guard pwrite(descriptor, bytes, pageSize, off_t(page * pageSize)) == pageSize else {
        throw Fault.unwritable(errno == 0 ? ENOSPC : errno)
      }
    }
    let newFirst = try firstPage(first)
    for run in runs {
      for page in run.pages where page > 0 { try write(try content(of: page, in: run), page) }
    }
    try write(newFirst, 0)
    guard ftruncate(descriptor, off_t(pages * pageSize)) == 0 else { throw Fault.unwritable(errno) }
  }
}

import Foundation

/// A hash for each page of a file, to detect changed pages.
///
/// The hashes depend on a secret of this process, so that nobody who stores samples can construct collisions.
struct PageDigests: Sendable {
  let pageSize: Int
  let pages: [Int]

  /// nil if it is not a database, or unreadable.
  init?(_ descriptor: Int32) {
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count,
      let pageSize = StorePatch.pageSize(ofHeader: header)
    else { return nil }
    self.pageSize = pageSize
    var pages: [Int] = []
    var page = [UInt8](repeating: 0, count: pageSize)
    while true {
      let count = pread(descriptor, &page, pageSize, off_t(pages.count * pageSize))
      if count == 0 { break }
      guard count == pageSize else { return nil }
      var hasher = Hasher()
      page.withUnsafeBytes { hasher.combine(bytes: $0) }
      pages.append(hasher.finalize())
    }
    self.pages = pages
  }

  /// The pages that differ from an earlier state, ascending.
  func changed(from earlier: PageDigests) -> [Int] {
    pages.indices.filter { $0 >= earlier.pages.count || earlier.pages[$0] != pages[$0] }
  }
}

/// The changed pages of a copy, in the format of `StorePatch`.
final class SnapshotChanges: HTTPFile, Sendable {
  /// Consecutive pages.
  private struct Run {
    /// The position of its header in the body.
    var offset: Int
    var first: Int
    var count: Int
  }

  let size: Int
  private let snapshot: StoreSnapshots.Snapshot
  private let pageSize: Int
  private let head: [UInt8]
  private let runs: [Run]

  init(_ snapshot: StoreSnapshots.Snapshot, pageSize: Int, changed: [Int]) {
    self.snapshot = snapshot
    self.pageSize = pageSize
    head = StorePatch.pair(pageSize, snapshot.size / pageSize)
    var runs: [Run] = []
    var end = head.count
    for page in changed {
      if let last = runs.last, last.first + last.count == page {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(offset: end, first: page, count: 1))
        end += StorePatch.pairSize
      }
      end += pageSize
    }
    self.runs = runs
    size = end
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    func copy(_ bytes: [UInt8], from first: Int) -> Int {
      let rest = bytes[first...].prefix(buffer.count)
      buffer.copyBytes(from: rest)
      return rest.count
    }
    guard offset >= head.count else { return copy(head, from: offset) }
    // The last run that begins at or before the offset.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < size else { return 0 }
    let run = runs[low - 1]
    let inside = offset - run.offset - StorePatch.pairSize
    guard inside >= 0 else { return copy(StorePatch.pair(run.first, run.count), from: inside + StorePatch.pairSize) }
    let count = min(buffer.count, run.count * pageSize - inside)
    return snapshot.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: run.first * pageSize + inside)
  }
}

import Foundation

/// The memory that a waiting program keeps.
package enum ResidentMemory {
  /// Returns what the program does not need while it waits: freed memory of the heap, and the pages of code, which the
  /// system maps again from its cache where they are used.
  ///
  /// The system maps 16 pages around each one that a program touches, so that most of the code resident after a start
  /// is not used again. Code is never written, hence nothing is lost. Has no effect except on Linux with glibc.
  package static func release() {
    #if os(Linux)
      // Swift's module of the C library does not contain it.
      if let symbol = dlsym(nil, "malloc_trim") {
        typealias Trim = @convention(c) (_ kept: Int) -> Int32
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
      }
      for range in code {
        madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
      }
    #endif
  }

  #if os(Linux)
    /// Where the code of the program and its libraries is mapped. It stays there: the program loads no plugins.
    private static let code: [Range<UInt>] = {
      guard let mappings = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return [] }
      return mappings.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count == 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
      }
    }()
  #endif
}

import GRDB
import HealthModel

/// Keeps closed readers of stores from being deallocated.
///
/// Deallocating one releases its dispatch queue, which on Linux starts Dispatch's thread pool, whose monitor then
/// wakes up every second for the lifetime of the process: a program that waits for changes would never be idle. A
/// closed reader holds no file and little memory, and only a limited number is kept: a program that opens more stores
/// than that does wake up.
enum ClosedReaders {
  private static let kept = Lock([any DatabaseReader]())
  private static let most = 16

  static func close(_ reader: any DatabaseReader) {
    try? reader.close()
    kept.withLock { kept in
      if kept.count < most { kept.append(reader) }
    }
  }
}

import GRDB
import HealthModel

/// Readers of stores that are closed, kept from being released.
///
/// Releasing one releases its dispatch queue, which on Linux starts the thread pool of Dispatch, whose monitor then wakes
/// every second for as long as the process lives: a program that waits for changes would never rest. A closed reader holds
/// no file and little memory, and only so many are kept: whoever opens more stores than that is not at rest.
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

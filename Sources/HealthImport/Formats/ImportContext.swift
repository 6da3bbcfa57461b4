package import FoundationEssentials
package import HealthModel

/// What an importer needs of the world around it.
package struct ImportContext: Sendable {
  /// When the import starts.
  package var now: Date
  /// Where an archive's files are unpacked to, each for as long as it is read.
  package var temporaryFolder: String
  package var cancellation: ImportCancellation?
  /// The user's offset from UTC at an instant, in seconds, for files that print the time on the wall alone.
  private let offset: @Sendable (Date) -> Int
  private let database: @Sendable (String) throws -> any ForeignDatabase

  /// - Parameters:
  ///   - offset: the user's offset from UTC at an instant, in seconds.
  ///   - database: opens a SQLite file for reading alone.
  package init(
    now: Date, temporaryFolder: String, cancellation: ImportCancellation? = nil,
    offset: @escaping @Sendable (Date) -> Int, database: @escaping @Sendable (String) throws -> any ForeignDatabase
  ) {
    self.now = now
    self.temporaryFolder = temporaryFolder
    self.cancellation = cancellation
    self.offset = offset
    self.database = database
  }

  /// The user's offset from UTC at an instant, in seconds.
  func offset(at date: Date) -> Int { offset(date) }

  /// Opens a SQLite file.
  func openDatabase(_ path: String) throws -> any ForeignDatabase { try database(path) }

  /// The instant at which the clock on the user's wall shows so many seconds after midnight of a day. Of an hour that comes
  /// twice it is the first; in an hour that is skipped it is as far behind it as the clock is.
  func instant(_ day: Day, seconds: Double = 0) -> Date {
    let wall = Double(day.number) * 86_400 + seconds
    let guess = wall - Double(offset(Date(timeIntervalSince1970: wall)))
    let first = wall - Double(offset(Date(timeIntervalSince1970: guess)))
    // On either side of a change the offset before it gives the earlier instant.
    let before = wall - Double(offset(Date(timeIntervalSince1970: guess - 7_200)))
    let candidate = min(first, before)
    let shown = candidate + Double(offset(Date(timeIntervalSince1970: candidate)))
    return Date(timeIntervalSince1970: shown == wall ? candidate : first)
  }

  /// The civil day of an instant where the user is.
  func day(of date: Date) -> Day {
    let wall = date.timeIntervalSince1970 + Double(offset(date))
    return Day(number: Int((wall / 86_400).rounded(.down)))
  }
}

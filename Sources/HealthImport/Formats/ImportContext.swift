package import FoundationEssentials
package import HealthModel

/// The environment of an importer.
package struct ImportContext: Sendable {
  /// When the import starts.
  package var now: Date
  /// The folder to which an archive's files are unpacked, each while it is read.
  package var temporaryFolder: String
  package var cancellation: ImportCancellation?
  /// The user's offset from UTC at an instant, in seconds, for files with local times only.
  private var offset: @Sendable (Date) -> Int
  /// Whether the user has named the time zone, which then decides even where a file names another.
  package let isZoneChosen: Bool
  private let database: @Sendable (String) throws -> any ForeignDatabase

  /// - Parameters:
  ///   - offset: the user's offset from UTC at an instant, in seconds.
  ///   - isZoneChosen: whether the user has named the time zone.
  ///   - database: opens a SQLite file read-only.
  package init(
    now: Date, temporaryFolder: String, cancellation: ImportCancellation? = nil,
    isZoneChosen: Bool = false, offset: @escaping @Sendable (Date) -> Int,
    database: @escaping @Sendable (String) throws -> any ForeignDatabase
  ) {
    self.now = now
    self.temporaryFolder = temporaryFolder
    self.cancellation = cancellation
    self.isZoneChosen = isZoneChosen
    self.offset = offset
    self.database = database
  }

  /// For a delivery, which contains no databases.
  package init(now: Date, zone: TimeZone) {
    self.init(now: now, temporaryFolder: "", offset: { zone.secondsFromGMT(for: $0) }) { _ in
      throw ForeignDatabaseError(.notReadable, "is not expected here")
    }
  }

  /// The same with the times of a zone.
  package func replacing(zone: TimeZone) -> ImportContext {
    var context = self
    context.offset = { zone.secondsFromGMT(for: $0) }
    return context
  }

  /// The user's offset from UTC at an instant, in seconds.
  package func offset(at date: Date) -> Int { offset(date) }

  /// Opens a SQLite file.
  package func openDatabase(_ path: String) throws -> any ForeignDatabase { try database(path) }

  /// The instant at which the user's clock shows this many seconds after midnight of a day. In an hour that occurs
  /// twice it is the first; a time that is skipped is interpreted with the offset before the change.
  package func instant(_ day: Day, seconds: Double = 0) -> Date {
    let wall = Double(day.number) * 86_400 + seconds
    let guess = wall - Double(offset(Date(timeIntervalSince1970: wall)))
    let first = wall - Double(offset(Date(timeIntervalSince1970: guess)))
    // For times near a change, the offset before it results in the earlier instant.
    let before = wall - Double(offset(Date(timeIntervalSince1970: guess - 7_200)))
    let candidate = min(first, before)
    let shown = candidate + Double(offset(Date(timeIntervalSince1970: candidate)))
    return Date(timeIntervalSince1970: shown == wall ? candidate : first)
  }

  /// The local civil day of an instant.
  package func day(of date: Date) -> Day {
    let wall = date.timeIntervalSince1970 + Double(offset(date))
    return Day(number: Int((wall / 86_400).rounded(.down)))
  }
}

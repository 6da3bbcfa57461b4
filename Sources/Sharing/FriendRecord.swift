import Configuration
package import Foundation
package import HealthModel
import Processes

/// The last known state of a friend's rings.
package struct FriendRecord: Codable, Sendable {
  /// The friend's own current day.
  package private(set) var today: String?
  private var days: [String: SummaryJSON] = [:]
  /// When this was known to be the friend's state; nil if it never was.
  package private(set) var confirmed: Date?
  /// Why the friend cannot be read, as a sentence; nil if that worked the last time.
  package private(set) var problem: String?
  /// Whether that is because the token is not accepted. Records of earlier versions do not say.
  package private(set) var isRefused: Bool?

  /// More than a year, for the history of competitions.
  private static let mostDays = 400

  package init() {}

  /// Whether another record says the same, apart from when.
  fileprivate func isSame(as other: FriendRecord) -> Bool {
    today == other.today && problem == other.problem
      && (try? Output.json(days)) == (try? Output.json(other.days))
  }

  /// Replaces the days that are in both.
  ///
  /// - Parameter today: the friend's current day; nil if there is no data.
  package mutating func merge(_ new: [SummaryJSON], today: Day?, at now: Date) {
    for day in new where day.summary != nil { days[day.date] = day }
    for date in days.keys.sorted().dropLast(Self.mostDays) { days[date] = nil }
    self.today = today?.description
    confirmed = now
    problem = nil
    isRefused = nil
  }

  package mutating func fail(_ sentence: String, isRefused: Bool) {
    problem = String(sentence.prefix(400))
    self.isRefused = isRefused
  }

  /// The last state was confirmed again, as until a connection ends.
  package mutating func confirm(at now: Date) { confirmed = now }

  package var summaries: [Day: DaySummary] {
    Dictionary(days.values.compactMap { $0.summary }.map { ($0.day, $0) }) { first, _ in first }
  }

  package var currentDay: Day? { today.flatMap { Day($0) } }
}

/// The records of friends, a file for each in the folder for the state of programs.
package struct FriendRecords: Sendable {
  private let folder: String?

  private static let longest = 1 << 20

  package init(_ variables: [String: String]) {
    folder = UserFolder.path("XDG_STATE_HOME", orInHome: ".local/state", variables).map { $0 + "/ringtop/friends" }
  }

  private func path(_ friend: Friend) -> String? { folder.map { "\($0)/\(friend.id).json" } }

  /// Empty if there is none, or it is damaged.
  package func record(of friend: Friend) -> FriendRecord {
    guard let path = path(friend), let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.longest),
      let record = try? JSONDecoder().decode(FriendRecord.self, from: data)
    else { return FriendRecord() }
    return record
  }

  /// Changes a record, and replaces its file, while no other program does. It can be read again from its friend, so errors are ignored.
  ///
  /// - Returns: whether anything but the time is different.
  @discardableResult
  package func update(_ friend: Friend, _ body: (inout FriendRecord) -> Void) -> Bool {
    let lock = path(friend).flatMap(PrivateFile.lockFolder)
    defer { if let lock { close(lock) } }
    let before = record(of: friend)
    var record = before
    body(&record)
    guard let path = path(friend), let text = try? Output.json(record), PrivateFile.replace(path, with: text) == 0
    else { return false }
    return !record.isSame(as: before)
  }

  package func remove(_ friend: Friend) {
    if let path = path(friend) { unlink(path) }
  }
}

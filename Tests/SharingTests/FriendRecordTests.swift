import Configuration
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import TestSupport
import Testing

@testable import Sharing

@Suite("What is known of friends")
struct FriendRecordTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "sharing-" + UUID().uuidString).path
  private var variables: [String: String] { ["HOME": folder] }

  @Test("a day survives the way to a friend and back")
  func roundTrip() throws {
    var day = SampleDays.summary(SampleDays.today, 0.77, 1.26, 0.5, isPaused: true)
    day.exercise.goal = nil
    day.stand.value = nil
    let data = try JSONEncoder().encode(SummaryJSON(day))
    #expect(try JSONDecoder().decode(SummaryJSON.self, from: data).summary == day)
    day.moveMode = .moveTime
    let other = try JSONDecoder().decode(SummaryJSON.self, from: try JSONEncoder().encode(SummaryJSON(day)))
    #expect(other.summary?.moveMode == .moveTime)
  }

  @Test(
    "numbers and dates that cannot be are no day",
    arguments: ["-1", "1e300", "\"5\""].map { ("value", $0) } + [
      ("date", "\"2026-02-30\""), ("date", "\"9999-01-01\""),
    ])
  func hostile(key: String, text: String) throws {
    let date = key == "date" ? text : "\"2026-11-19\""
    let value = key == "value" ? text : "1"
    let ring = #"{"value":1,"goal":2,"unit":"kcal"}"#
    let json = """
      {"date":\(date),"move":{"value":\(value),"goal":500,"unit":"kcal"},"exercise":\(ring),"stand":\(ring),\
      "paused":false,"basis":"computed"}
      """
    #expect((try? JSONDecoder().decode(SummaryJSON.self, from: Data(json.utf8)))?.summary == nil)
  }

  @Test("records keep the last state, and not more than a year of days")
  func records() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let records = FriendRecords(variables)
    let friend = Friend(id: UUID().uuidString, name: "Kim", place: "http://kim", token: "t")
    #expect(records.record(of: friend).summaries.isEmpty)
    let days = (0..<500).map { SummaryJSON(SampleDays.summary(SampleDays.today - $0, 1, 1, 1)) }
    #expect(records.update(friend) { $0.merge(days, today: SampleDays.today, at: SampleDays.now) })
    #expect(!records.update(friend) { $0.merge([days[0]], today: SampleDays.today, at: SampleDays.now + 60) })
    #expect(records.update(friend) { $0.fail("It is gone.", isRefused: false) })
    let record = records.record(of: friend)
    #expect(record.summaries.count == 400 && record.summaries[SampleDays.today] != nil)
    #expect(record.confirmed == SampleDays.now + 60 && record.problem == "It is gone.")
    records.remove(friend)
    #expect(records.record(of: friend).summaries.isEmpty)
  }

  @Test("two followers do not lose each other's changes of a record")
  func changesAtOnce() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let records = FriendRecords(variables)
    let friend = Friend(id: UUID().uuidString, name: "Kim", place: "http://kim", token: "t")
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          let day = SummaryJSON(SampleDays.summary(SampleDays.today - index, 1, 1, 1))
          records.update(friend) { $0.merge([day], today: SampleDays.today, at: SampleDays.now) }
        }
      }
    }
    #expect(records.record(of: friend).summaries.count == 40)
  }

  @Test("an offline friend was last known at what the clock showed then, also on the day of a clock change")
  func offlineSince() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try StoreConnection(path: folder + "/store.sqlite").writing(homeZone: "Europe/Berlin")
    let list = FriendList(variables)
    try list.add("Kim", place: "http://kim", token: "secret")
    let friend = try #require(try list.friends().first)
    func moment(_ confirmed: String, asked now: String) throws -> FriendState.Moment? {
      let (confirmed, now) = (try Date(confirmed, strategy: .iso8601), try Date(now, strategy: .iso8601))
      FriendRecords(variables).update(friend) {
        $0.merge([], today: nil, at: confirmed)
        $0.fail("It is gone.", isRefused: false)
      }
      let board = try FriendReader(variables).board(store, at: now, weekStart: 1)
      guard case .offline(let since, _) = board.friends[0].connection else { return nil }
      #expect(since?.date == confirmed)
      return since
    }
    let sunday = try #require(Day("2026-10-25"))
    let morning = try moment("2026-10-25T09:00:00Z", asked: "2026-10-25T17:00:00Z")
    #expect(morning?.day == sunday && morning?.minuteOfDay == 600)
    let night = try moment("2026-10-24T22:30:00Z", asked: "2026-10-26T12:00:00Z")
    #expect(night?.day == sunday && night?.minuteOfDay == 30)
  }

  @Test("a paused day counts for neither, also without data", arguments: [true, false])
  func pausedWithoutData(isMine: Bool) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try StoreConnection(path: folder + "/store.sqlite").writing(homeZone: "Europe/Berlin")
    let list = FriendList(variables)
    try list.add("Kim", place: "http://kim", token: "secret")
    let today = SampleDays.today
    _ = try list.compete(with: "Kim", from: today - 6)
    if isMine { _ = try store.change(.pause(today - 2...today - 2), title: "pause") }
    let friend = try #require(try list.friends().first)
    FriendRecords(variables).update(friend) { record in
      let days = (0..<7).map { SampleDays.summary(today - $0, 1, 1, 1, isPaused: !isMine && $0 == 2) }
      record.merge(
        days.map { day in
          var day = day
          if day.isPaused {
            for ring in [\DaySummary.move, \.exercise, \.stand] { day[keyPath: ring].value = nil }
            day.basis = .none
          }
          return SummaryJSON(day)
        }, today: today, at: SampleDays.now)
    }
    let board = try FriendReader(variables).board(store, at: SampleDays.now, weekStart: 1)
    let standing = try #require(board.friends[0].competitions.first)
    #expect(standing.days.filter(\.isPaused).map(\.day) == [today - 2])
    #expect(standing.theirs == 6 * 300)
  }

  @Test("the list keeps names apart, and competitions too")
  func list() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let list = FriendList(variables)
    try list.add("Kim", place: "http://kim", token: "secret")
    #expect(throws: (any Error).self) { try list.add("Kim", place: "http://other", token: nil) }
    for name in ["", "-x", "a\u{1B}[31m", String(repeating: "a", count: 41)] {
      #expect(throws: (any Error).self) { try list.add(name, place: "http://other", token: nil) }
    }
    let first = SampleDays.today
    #expect(try list.compete(with: "Kim", from: first) == first...(first + 6))
    #expect(throws: (any Error).self) { try list.compete(with: "Kim", from: first + 6) }
    #expect(try list.compete(with: "Kim", from: first + 7).lowerBound == first + 7)
    #expect(try list.friends().first?.competitionStarts == [first + 7, first])
    #expect(throws: (any Error).self) { try list.compete(with: "Nobody", from: first) }
    #expect(try list.remove("Kim").token == "secret" && list.friends().isEmpty)
  }

  @Test("a list that others can read, or that was damaged, is an error")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let list = FriendList(variables)
    try list.add("Kim", place: "http://kim", token: "secret")
    let path = folder + "/.config/ringtop/friends"
    chmod(path, 0o644)
    #expect(throws: (any Error).self) { try list.friends() }
    chmod(path, 0o600)
    // The identifier names a file.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let id = try list.friends()[0].id
    try text.replacingOccurrences(of: id, with: "../../x").write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: (any Error).self) { try list.friends() }
    try "[".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: (any Error).self) { try list.friends() }
  }
}

import FoundationEssentials
import HealthModel
import Presentation

/// All data of a status line, as one JSON object on one line.
///
/// Numbers are whole and rounded down, as in all formats. The key of an unknown value is absent.
struct JSONStatus: StatusWriter {
  var defaultWidth: Int? { nil }

  func line(_ content: StatusContent) -> String {
    StatusJSON.line(Object(content))
  }

  private struct Object: Encodable {
    var text: String
    var date: String?
    var weekday: String?
    var streak: Int?
    var problem: String?
    var closed: Bool?
    var paused: Bool?
    var basis: String
    var move: RingObject?
    var exercise: RingObject?
    var stand: RingObject?
    var goals: [GoalObject]?
    var friends: [FriendObject]?

    init(_ content: StatusContent) {
      let snapshot = content.snapshot
      let summary = snapshot.known
      text = content.text.plain
      date = snapshot.day?.description
      weekday = snapshot.day.map(Formatting.english.weekday)
      streak = snapshot.streak
      problem = snapshot.problem?.rawValue
      closed = summary?.isClosed
      paused = summary?.isPaused
      basis = (summary?.basis ?? .none).rawValue
      move = summary.map { RingObject($0, .move) }
      exercise = summary.map { RingObject($0, .exercise) }
      stand = summary.map { RingObject($0, .stand) }
      goals = snapshot.goals.isEmpty ? nil : snapshot.goals.map(GoalObject.init)
      friends = snapshot.friends.isEmpty ? nil : snapshot.friends.map(FriendObject.init)
    }
  }

  private struct GoalObject: Encodable {
    var type: String
    var period: String
    var value: Double?
    var goal: Double?
    var percent: Int?
    var left: Double?
    var unit: String
    var closed: Bool

    init(_ progress: GoalProgress) {
      type = TypeName.short(for: progress.goal.type)
      period = "\(progress.goal.period)"
      (value, goal) = (progress.shownValue(.english), progress.shownGoal(.english))
      (percent, left) = (progress.amount.shownPercent, progress.shownLeft(.english))
      unit = Formatting.english.unit(of: progress.goal).symbol
      closed = progress.amount.isClosed
    }
  }

  private struct FriendObject: Encodable {
    var name: String
    var closed: Int?
    var rings: Int
    var current: Bool
    var paused: Bool

    init(_ friend: StatusFriend) {
      (name, closed, rings) = (friend.name, friend.closed, friend.rings)
      (current, paused) = (friend.isCurrent, friend.isPaused)
    }
  }

  private struct RingObject: Encodable {
    var value: Int?
    var goal: Int?
    var percent: Int?
    var left: Int?
    var unit: String
    var closed: Bool?
    var goalIsDefault: Bool

    init(_ summary: DaySummary, _ ring: Ring) {
      let values = summary[ring]
      value = values.shownValue
      goal = values.shownGoal
      percent = values.shownPercent
      left = values.shownLeft
      unit = ring.unit(summary.moveMode).symbol
      closed = summary.lacks(ring) ? nil : values.isClosed
      goalIsDefault = values.goalIsDefault
    }
  }
}

/// One JSON value on one line.
enum StatusJSON {
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    // Sorted, so that a follower that compares lines sees no difference between equal values.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, whole numbers and booleans can always be encoded; otherwise, an empty object is valid for the bar.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

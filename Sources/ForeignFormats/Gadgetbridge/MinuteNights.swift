import FoundationEssentials
import HealthImport
import HealthModel

/// Joins minutes of sleep to stages, for each device.
struct MinuteNights {
  struct Stage {
    var device: Int64?
    var value: Double
    var start: Date
    var end: Date
  }

  private let sleep: GadgetbridgeTables.Sleep?
  private var stages: [Int64: Stage] = [:]
  private var kinds: [Int64: Int64] = [:]

  init(_ sleep: GadgetbridgeTables.Sleep?) {
    self.sleep = sleep
  }

  /// The columns that it needs, after those of the minutes.
  var columns: [String] {
    switch sleep {
    case nil: []
    case .kinds, .maskedKinds: ["RAW_KIND"]
    case .depth: ["RAW_KIND", "DEEP_SLEEP", "REM_SLEEP"]
    case .spans(_, let end): ["RAW_KIND", end]
    }
  }

  /// Whether the last minute of a device was one of sleep.
  func isAsleep(_ device: Int64?) -> Bool { stages[device ?? 0] != nil }

  /// - Parameter column: the first of its columns.
  /// - Returns: a stage of the device that the minute ends.
  mutating func add(
    _ row: ForeignRow, from column: Int, at time: Date, until date: (ForeignValue) -> Date?
  ) -> Stage? {
    guard let sleep else { return nil }
    let device = row[1].integer
    var end = time + 60
    if case .spans = sleep { end = date(row[column + 1]) ?? time }
    let value = end > time ? value(row, column, device ?? 0) : nil
    if let value, let current = stages[device ?? 0], current.value == value, current.end == time {
      stages[device ?? 0]?.end = end
      return nil
    }
    let ended = stages.removeValue(forKey: device ?? 0)
    if let value { stages[device ?? 0] = Stage(device: device, value: value, start: time, end: end) }
    return ended
  }

  /// The stages that were not ended.
  mutating func finish() -> [Stage] {
    defer { stages = [:] }
    return stages.values.sorted { ($0.device ?? 0) < ($1.device ?? 0) }
  }

  // The limits of Gadgetbridge, which correspond to what the bands show.
  private static let (leastREM, leastDeep): (Int64, Int64) = (56, 43)

  private mutating func value(_ row: ForeignRow, _ column: Int, _ device: Int64) -> Double? {
    guard let sleep, let kind = row[column].integer else { return nil }
    switch sleep {
    case .kinds(let stages), .spans(let stages, _): return stages[kind]
    case .maskedKinds(let stages, let unchanged):
      let masked = kind & 0xF
      let current = unchanged.contains(masked) ? kinds[device] ?? masked : masked
      kinds[device] = current
      return stages[current]
    case .depth(let asleep):
      guard kind == asleep else { return nil }
      if (row[column + 2].integer ?? 0) & 0x7F >= Self.leastREM { return 5 }
      return (row[column + 1].integer ?? 0) & 0x7F >= Self.leastDeep ? 4 : 3
    }
  }
}

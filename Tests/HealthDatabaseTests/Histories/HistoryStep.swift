import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// One thing that happens to a store. Its description is the Swift literal that makes it again.
struct HistoryStep {
  enum Action {
    /// Reads a file to its end, or dies after some batches.
    case importFile(HistoryFile, batchSize: Int = 1_000, killedAfter: Int? = nil)
    /// An import of which the batches are sent by later steps.
    case beginImport(HistoryFile, batchSize: Int)
    case continueImport
    case finishImport
    case abandonImport
    case deliver(HistoryDelivery)
    /// A program saves samples in one call.
    case save([HistorySample])
    /// The user enters a sample, which `undo` removes.
    case enter(HistorySample)
    /// The user deletes one of the living samples, which `undo` brings back. It is chosen modulo their number.
    case delete(Int)
    /// A program deletes a sample of its own.
    case deleteOwn(Int)
    case undo
    case undoImport(Int)
    case zone(String)
    case goal(HistoryGoal)
    case backup
    case restore
    case reopen
    /// The store forgets what was deleted, as it does in time.
    case expire
    /// An anchored client reads some pages, or all that there are.
    case read(client: Int, limit: Int?, pages: Int?)
  }

  var action: Action
  /// Which of two processes does it.
  var process = 0

  init(_ action: Action, process: Int = 0) {
    self.action = action
    self.process = process
  }
}

/// When something is: quarter seconds after `HistoryTime.origin`.
enum HistoryTime {
  static let origin = HealthDatabaseTests.date("2026-03-27 00:00")
  static let firstDay = HealthDatabaseTests.day("2026-03-27")
  static let dayCount = 5
  static let second = 4
  static let hour = 3_600 * second
  static let day = 24 * hour
  static let zones = ["GMT", "Europe/Berlin", "Asia/Tokyo", "America/New_York"]

  static func date(_ quarters: Int) -> Date { origin.addingTimeInterval(Double(quarters) / Double(second)) }
}

enum HistoryType: String, CaseIterable {
  case energy, exercise, stand, steps, heart, mindful, workout, systolic, pressure

  /// Without correlations, which consist of others.
  static let single = allCases.filter { $0 != .pressure }

  var identifier: String {
    switch self {
    case .energy: RingType.activeEnergy
    case .exercise: RingType.exerciseTime
    case .stand: RingType.standHour
    case .steps: RingType.stepCount
    case .heart: TypeIdentifier.heartRate
    case .mindful: "HKCategoryTypeIdentifierMindfulSession"
    case .workout: TypeIdentifier.workout
    case .systolic: "HKQuantityTypeIdentifierBloodPressureSystolic"
    case .pressure: "HKCorrelationTypeIdentifierBloodPressure"
    }
  }

  var isCumulative: Bool { [.energy, .exercise, .steps].contains(self) }
  var isCategory: Bool { self == .stand || self == .mindful }
}

enum HistorySource: Hashable {
  /// Sources of Apple's exports.
  case watch, oldWatch, phone, app
  /// A program that uses the library, by number.
  case program(Int)
  /// By the name of the feed and the name that it gives to the device.
  case feed(String, String)

  static let feedDevices = ["Kim’s Apple Watch", "Kim’s iPhone", "Kim’s Apple Watch|Kim’s iPhone", ""]

  var provenance: Provenance {
    switch self {
    case .watch: FakeSource.watch.provenance
    case .oldWatch: FakeSource.secondWatch.provenance
    case .phone: FakeSource.phone.provenance
    case .app: FakeSource.app.provenance
    case .program(let number): Provenance(source: Source(name: "Program \(number)", bundleIdentifier: bundle))
    case .feed(let feed, let device):
      Provenance(source: FeedSource.source(named: device, feed: feed, fallback: "Feed \(feed)"))
    }
  }

  var bundle: String {
    switch self {
    case .watch, .oldWatch, .phone, .app: ""
    case .program(let number): "com.example.program\(number)"
    case .feed: provenance.source.bundleIdentifier
    }
  }

  var isApple: Bool { bundle.isEmpty }
  var feed: String? { if case .feed(let feed, _) = self { feed } else { nil } }

  /// Among sources that did not enter by hand, smaller ones count first.
  var rank: Int {
    switch self {
    case .watch, .oldWatch: 1
    case .phone: 2
    case .app, .program: 3
    case .feed(_, let device): device.contains("Watch") ? 1 : device.contains("iPhone") ? 2 : 3
    }
  }

  /// Whether it is the same, or another name for a common device in the same feed.
  func sharesDevice(with other: HistorySource) -> Bool {
    guard self != other, case .feed(let feed, let device) = self, case .feed(feed, let other) = other else {
      return self == other
    }
    return !FeedSource.parts(of: device).isDisjoint(with: FeedSource.parts(of: other))
  }

  var name: String { provenance.source.name }

  /// What decides between sources of equal rank.
  var texts: [String] { [name, provenance.device?.hardwareVersion ?? "", bundle] }
}

/// The content of a sample.
struct HistorySample: Hashable, Sendable {
  struct Sync: Hashable {
    var identifier: Int
    var version: Int
  }

  var type: HistoryType
  var value: Int
  /// Quarter seconds after the origin.
  var start: Int
  var length: Int
  var source: HistorySource
  var isByHand = false
  /// The number of its own UUID.
  var number: Int?
  var sync: Sync?
  /// How far the printed value differs, in millionths.
  var noise = 0
  /// The zone that it names.
  var zone: String?
  /// What a correlation consists of.
  var members: [HistorySample] = []

  init(
    _ type: HistoryType, _ value: Int, at start: Int, _ length: Int, _ source: HistorySource, byHand: Bool = false,
    uuid number: Int? = nil, sync: (Int, Int)? = nil, noise: Int = 0, zone: String? = nil,
    members: [HistorySample] = []
  ) {
    self.type = type
    self.value = value
    self.start = start
    self.length = length
    self.source = source
    isByHand = byHand
    self.number = number
    self.sync = sync.map { Sync(identifier: $0.0, version: $0.1) }
    self.noise = noise
    self.zone = zone
    self.members = members
  }

  var end: Int { start + length }
  var amount: Double { Double(value) * (1 + Double(noise) * 1e-6) }
  var uuid: UUID? { number.map(Self.uuid) }

  static func uuid(_ number: Int) -> UUID {
    UUID(uuidString: "AAAAAAAA-0000-4000-8000-" + String(format: "%012d", number)) ?? UUID()
  }

  var fake: FakeSample {
    var sample = FakeSample(
      type.identifier, type == .pressure ? .nan : amount, from: HistoryTime.date(start),
      seconds: Double(length) / Double(HistoryTime.second))
    sample.provenance = source.provenance
    sample.uuid = uuid
    var metadata: [Metadata.Entry] = []
    if isByHand { metadata.append(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true))) }
    if let feed = source.feed { metadata.append(Metadata.Entry(key: MetadataKey.feed, value: .text(feed))) }
    if let zone { metadata.append(Metadata.Entry(key: MetadataKey.timeZone, value: .text(zone))) }
    if let sync {
      metadata += [
        Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text("object \(sync.identifier)")),
        Metadata.Entry(key: MetadataKey.syncVersion, value: .whole(Int64(sync.version))),
      ]
    }
    sample.metadata = Metadata(metadata)
    return sample
  }
}

extension SampleBatch {
  /// Adds a sample with everything that belongs to its kind.
  mutating func append(_ sample: HistorySample, in tables: inout FakeTables) {
    let record = tables.record(sample.fake)
    if sample.type == .pressure {
      let members = sample.members.map { tables.record($0.fake) }
      correlations.append(CorrelationRecord(sample: record, members: members))
    } else if sample.type == .workout {
      workouts.append(WorkoutRecord(sample: record, duration: Double(sample.length) / Double(HistoryTime.second)))
    } else {
      samples.append(record)
    }
    self.tables = tables.tables
  }
}

/// Apple's row for a day.
struct HistoryDay: Hashable {
  /// Days after the first.
  var day: Int
  var move: Int
  var exercise: Int
  var stand: Int
  var goal: Int

  init(_ day: Int, _ move: Int, _ exercise: Int, _ stand: Int, goal: Int) {
    self.day = day
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.goal = goal
  }

  var record: AppleSummaryRecord {
    AppleSummaryRecord(
      day: HistoryTime.firstDay + day, energy: Double(move), energyGoal: Double(goal), exercise: Double(exercise),
      exerciseGoal: goal == 0 ? 0 : 30, stand: Double(stand), standGoal: goal == 0 ? 0 : 12)
  }
}

/// An export, or another file without a date.
struct HistoryFile: Hashable {
  /// When it was made, in hours after the origin; nil if it does not say.
  var date: Int?
  var path: String
  /// The zone that the user names with the import.
  var zone: String?
  /// Whether samples of earlier exports that it does not contain are deleted.
  var deletesMissing: Bool
  /// Whether the file is read to its end; a cut one is not.
  var isComplete: Bool
  var samples: [HistorySample]
  var days: [HistoryDay]

  init(
    _ path: String, date: Int? = nil, zone: String? = nil, deletesMissing: Bool = false, complete: Bool = true,
    _ samples: [HistorySample],
    days: [HistoryDay] = []
  ) {
    self.deletesMissing = deletesMissing
    isComplete = complete
    self.date = date
    self.path = path
    self.zone = zone
    self.samples = samples
    self.days = days
  }

  var count: Int { samples.count + days.count }
}

struct HistoryDelivery: Hashable {
  var feed: String
  var rule: FeedOptions.Replacement
  var isImport: Bool
  var samples: [HistorySample]

  init(_ feed: String, _ rule: FeedOptions.Replacement, isImport: Bool = false, _ samples: [HistorySample]) {
    self.feed = feed
    self.rule = rule
    self.isImport = isImport
    self.samples = samples
  }
}

enum HistoryGoal: Hashable {
  case day(Int, ring: Int, Int?)
  case schedule(from: Int, ring: Int, Int, weekday: Int?)
  case clearSchedule(ring: Int)
  case pause(Int, Int)
  case resume(Int, Int)

  var change: GoalChange {
    func day(_ offset: Int) -> Day { HistoryTime.firstDay + offset }
    // The number after the rings is a goal for steps.
    func ring(_ number: Int) -> GoalSubject { Ring(rawValue: number).map { .ring($0) } ?? HistoryGoals.steps }
    return switch self {
    case .day(let offset, let number, let value?): .setGoals([ring(number): Double(value)], on: day(offset))
    case .day(let offset, let number, nil): .clearGoals([ring(number)], on: day(offset))
    case .schedule(let offset, let number, let value, let weekday):
      .schedule([ring(number): Double(value)], from: day(offset), weekdays: weekday.map { [$0] } ?? [])
    case .clearSchedule(let number): .clearSchedule([ring(number)])
    case .pause(let first, let last): .pause(day(first)...day(last))
    case .resume(let first, let last): .resume(day(first)...day(last))
    }
  }
}

// MARK: - Literals

extension HistoryStep: CustomStringConvertible {
  var description: String { process == 0 ? ".init(\(action))" : ".init(\(action), process: \(process))" }
}

extension HistoryStep.Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .importFile(let file, let size, let killed):
      killed == nil
        ? ".importFile(\(file))" : ".importFile(\(file), batchSize: \(size), killedAfter: \(text(killed)))"
    case .beginImport(let file, let size): ".beginImport(\(file), batchSize: \(size))"
    case .continueImport: ".continueImport"
    case .finishImport: ".finishImport"
    case .abandonImport: ".abandonImport"
    case .deliver(let delivery): ".deliver(\(delivery))"
    case .save(let samples): ".save(\(samples))"
    case .enter(let sample): ".enter(\(sample))"
    case .delete(let number): ".delete(\(number))"
    case .deleteOwn(let number): ".deleteOwn(\(number))"
    case .undo: ".undo"
    case .undoImport(let number): ".undoImport(\(number))"
    case .zone(let zone): ".zone(\"\(zone)\")"
    case .goal(let goal): ".goal(\(goal))"
    case .backup: ".backup"
    case .restore: ".restore"
    case .reopen: ".reopen"
    case .expire: ".expire"
    case .read(let client, let limit, let pages):
      ".read(client: \(client), limit: \(text(limit)), pages: \(text(pages)))"
    }
  }
}

private func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "nil" }

extension HistorySource: CustomStringConvertible {
  var description: String {
    switch self {
    case .watch: ".watch"
    case .oldWatch: ".oldWatch"
    case .phone: ".phone"
    case .app: ".app"
    case .program(let number): ".program(\(number))"
    case .feed(let feed, let device): ".feed(\"\(feed)\", \"\(device)\")"
    }
  }
}

extension HistorySample: CustomStringConvertible {
  var description: String {
    var text = ".init(.\(type.rawValue), \(value), at: \(start), \(length), \(source)"
    if isByHand { text += ", byHand: true" }
    if let number { text += ", uuid: \(number)" }
    if let sync { text += ", sync: (\(sync.identifier), \(sync.version))" }
    if noise != 0 { text += ", noise: \(noise)" }
    if let zone { text += ", zone: \"\(zone)\"" }
    if !members.isEmpty { text += ", members: \(members)" }
    return text + ")"
  }
}

extension HistoryDay: CustomStringConvertible {
  var description: String { ".init(\(day), \(move), \(exercise), \(stand), goal: \(goal))" }
}

extension HistoryFile: CustomStringConvertible {
  var description: String {
    var text = ".init(\"\(path)\""
    if let date { text += ", date: \(date)" }
    if let zone { text += ", zone: \"\(zone)\"" }
    if deletesMissing { text += ", deletesMissing: true" }
    if !isComplete { text += ", complete: false" }
    text += ", \(samples)"
    return text + (days.isEmpty ? ")" : ", days: \(days))")
  }
}

extension HistoryDelivery: CustomStringConvertible {
  var description: String { ".init(\"\(feed)\", .\(rule)\(isImport ? ", isImport: true" : ""), \(samples))" }
}

extension HistoryGoal: CustomStringConvertible {
  var description: String {
    switch self {
    case .day(let day, let ring, let value): ".day(\(day), ring: \(ring), \(text(value)))"
    case .schedule(let day, let ring, let value, let weekday):
      ".schedule(from: \(day), ring: \(ring), \(value), weekday: \(text(weekday)))"
    case .clearSchedule(let ring): ".clearSchedule(ring: \(ring))"
    case .pause(let first, let last): ".pause(\(first), \(last))"
    case .resume(let first, let last): ".resume(\(first), \(last))"
    }
  }
}

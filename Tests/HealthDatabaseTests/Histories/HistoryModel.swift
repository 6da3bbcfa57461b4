import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// What a store contains after any history: arrays, and the rules of the documents.
struct HistoryModel {
  struct Sample {
    /// Ascending in the order of writing; a restored sample gets a new one.
    var key: Int
    var content: HistorySample
    /// The store chooses it where the sample has none of its own.
    var uuid: UUID?
    var importKey: Int?
  }

  struct Import {
    var key: Int
    /// The store chooses it, never the same twice.
    var id: Int64?
    var date: Int?
    var path: String
    var isFinished: Bool
    /// Whether its file was read to its end.
    var isComplete = false
  }

  struct AppleRow {
    var row: HistoryDay
    var importKey: Int
    /// Quarter seconds after the origin.
    var date: Int
    var base: Base?
  }

  /// What the samples resulted in when the import of Apple's row was completed.
  struct Base {
    var values: RingValues
    /// The last sample then.
    var lastKey: Int
    /// The day's limits to which the values belong.
    var interval: Range<Int>
  }

  enum Inverse {
    case delete([UUID])
    /// How many equal samples were left, so that one which has come back is noticed.
    /// It belonged to the correlations with these keys.
    case restore(Sample, equals: Int, correlations: [Int])
    case goals(HistoryGoals)
  }

  struct Edit {
    var title: String
    var inverse: Inverse
  }

  struct Home: Equatable {
    enum Reason {
      case configured, named, system
    }

    var zone: String
    var reason: Reason
    var isFinal: Bool
  }

  /// An import while it runs.
  struct Run {
    let file: HistoryFile
    var position = 0
    /// The samples that its records have matched.
    var used: Set<Int> = []
    /// The samples that it has stored.
    var own: Set<Int> = []
    /// The samples that are members of its correlations.
    var members: Set<Int> = []
    /// Members that it has stored, of which it has not read a record of their own.
    var waiting: [HistorySample] = []
    var entry: Int?
    var repeated: [HistoryDay] = []
    /// The days whose newest rows are those of the same export.
    var known: Set<Int> = []
  }

  struct Counts: Equatable {
    var stored = 0
    var present = 0
  }

  struct Receipt: Equatable {
    var stored = 0
    var unchanged = 0
    var covered = 0
    var replaced = 0
  }

  var samples: [Sample] = []
  var imports: [Import] = []
  var appleRows: [AppleRow] = []
  var edits: [Edit] = []
  var goals = HistoryGoals()
  var home: Home?
  /// The members of correlations, by key.
  var members: [Int: Set<Int>] = [:]
  var lastKey = 0
  /// The limits of the days as of the last transaction.
  var intervals: [Int: Range<Int>] = [:]

  var zone: String { home?.zone ?? "GMT" }

  static let systemZone = "GMT"

  init() { intervals = currentIntervals }

  mutating func nextKey() -> Int {
    lastKey += 1
    return lastKey
  }

  @discardableResult
  mutating func insert(_ content: HistorySample, importKey: Int? = nil, uuid: UUID? = nil) -> Int {
    let key = nextKey()
    samples.append(Sample(key: key, content: content, uuid: uuid ?? content.uuid, importKey: importKey))
    return key
  }

  mutating func remove(_ keys: Set<Int>) {
    guard !keys.isEmpty else { return }
    samples.removeAll { keys.contains($0.key) }
    for key in keys { members[key] = nil }
    for correlation in members.keys { members[correlation]?.subtract(keys) }
    followZones()
  }

  /// Stores a correlation's members as samples of their own.
  mutating func insertMembers(of content: HistorySample, _ correlation: Int, importKey: Int? = nil) {
    for member in content.members { members[correlation, default: []].insert(insert(member, importKey: importKey)) }
  }

  // MARK: - What the store has chosen

  mutating func learn(uuid: UUID, of key: Int) {
    guard let index = samples.firstIndex(where: { $0.key == key }) else { return }
    samples[index].uuid = uuid
  }

  mutating func learn(id: Int64, of key: Int) {
    guard let index = imports.firstIndex(where: { $0.key == key }) else { return }
    imports[index].id = id
  }

  // MARK: - Imports

  /// Whether two samples are the same one in two exports.
  static func isSame(_ first: HistorySample, _ second: HistorySample) -> Bool {
    first.type == second.type && first.source == second.source
      && first.start / HistoryTime.second == second.start / HistoryTime.second
      && first.end / HistoryTime.second == second.end / HistoryTime.second
      && abs(first.amount - second.amount) <= 1e-5 * max(abs(first.amount), abs(second.amount))
  }

  func equals(of content: HistorySample) -> [Sample] { samples.filter { Self.isSame($0.content, content) } }

  mutating func begin(_ file: HistoryFile) -> Run {
    var run = Run(file: file)
    run.entry =
      imports.last { !$0.isFinished && $0.date == file.date && (file.date != nil || $0.path == file.path) }?.key
    beginHome(file.zone, isFinal: file.zone != nil)
    if let date = file.date, !imports.contains(where: { $0.date == date }) { record(&run) }
    return run
  }

  mutating func record(_ run: inout Run) {
    guard run.entry == nil else { return }
    run.entry = nextKey()
    imports.append(
      Import(key: run.entry ?? 0, id: nil, date: run.file.date, path: run.file.path, isFinished: false))
  }

  /// The next elements of the file: the samples come before the days.
  mutating func receive(_ run: inout Run, _ count: Int) -> Counts {
    var counts = Counts()
    let batch = run.position..<min(run.file.count, run.position + count)
    run.position = batch.upperBound
    for content in batch.filter({ $0 < run.file.samples.count }).map({ run.file.samples[$0] }).inOrderOfWriting {
      if let known = samples.first(where: { $0.uuid != nil && $0.uuid == content.uuid }) {
        run.used.insert(known.key)
        counts.present += 1
        continue
      }
      let candidates = samples.filter {
        content.uuid == nil && !run.own.contains($0.key) && !run.used.contains($0.key)
          && Self.isSame($0.content, content)
      }
      if let match = Self.nearest(content, among: candidates) {
        run.used.insert(match.key)
        // The file contains what the correlation was stored with.
        run.members.formUnion(members[match.key] ?? [])
        counts.present += 1
      } else if content.uuid == nil, let place = run.waiting.firstIndex(where: { $0.isEqualRecord(to: content) }) {
        run.waiting.remove(at: place)
        counts.stored += 1
      } else {
        record(&run)
        let key = insert(content, importKey: run.entry)
        run.own.insert(key)
        counts.stored += 1
        linkMembers(of: content, key, &run)
      }
    }
    followZones()
    guard let hours = run.file.date else { return counts }
    let date = hours * HistoryTime.hour
    defer { followZones() }
    for index in batch where index >= run.file.samples.count {
      let row = run.file.days[index - run.file.samples.count]
      let known = appleRows.filter { $0.row.day == row.day }.sorted { $0.date < $1.date }
      // In any zone the day ends within 14 hours of its end in UTC.
      let end = (row.day + 1) * HistoryTime.day
      let ends = end - 14 * HistoryTime.hour...end + 14 * HistoryTime.hour
      if known.contains(where: { $0.date == date || ($0.date > date && $0.row == row) }) {
        counts.present += 1
        if known.last?.date == date { run.known.insert(row.day) }
      } else if let last = known.last(where: { $0.date < date }), last.row == row,
        last.date >= ends.upperBound || date < ends.lowerBound
      {
        run.repeated.append(row)
        counts.present += 1
      } else {
        record(&run)
        appleRows.append(AppleRow(row: row, importKey: run.entry ?? 0, date: date, base: nil))
        counts.stored += 1
      }
    }
    return counts
  }

  static func nearest(_ content: HistorySample, among candidates: [Sample]) -> Sample? {
    candidates.min {
      (abs($0.content.amount - content.amount), $0.content.start, $0.key)
        < (abs($1.content.amount - content.amount), $1.content.start, $1.key)
    }
  }

  /// A file's correlation consists of samples that exist, each of which belongs to one only, and of new ones.
  mutating func linkMembers(of content: HistorySample, _ correlation: Int, _ run: inout Run) {
    for member in content.members {
      let taken = members.values.reduce(into: run.members) { $0.formUnion($1) }
      let candidates = samples.filter { !taken.contains($0.key) && Self.isSame($0.content, member) }
      let key: Int
      if let match = Self.nearest(member, among: candidates) {
        key = match.key
      } else {
        key = insert(member, importKey: run.entry)
        run.own.insert(key)
        run.waiting.append(member)
      }
      run.members.insert(key)
      members[correlation, default: []].insert(key)
    }
  }

  /// The samples that a file does not contain although earlier exports did. Of several that are the same, any may be
  /// the one.
  struct Missing {
    var least = 0
    var most = 0
    /// Those that were deleted, one of a range.
    var isPossible = true
  }

  /// - Parameter exists: whether the store still has a sample, so that the model knows which of several was deleted.
  mutating func finish(_ run: inout Run, exists: (UUID) -> Bool) -> Missing {
    finishHome(run.file.zone)
    var missing = Missing()
    if let hours = run.file.date {
      let date = hours * HistoryTime.hour
      if run.file.isComplete, hours >= imports.compactMap(\.date).max() ?? .min {
        missing = handleMissing(&run, exists: exists)
      }
      if run.file.isComplete { retire(before: date) }
      // Apple repeats its row although our samples have changed since: it has included the change.
      for row in run.repeated {
        guard let newest = appleRow(of: row.day), newest.date < date, let base = newest.base,
          !base.values.isClose(to: importedTotals().values(in: interval(row.day)).rings)
        else { continue }
        record(&run)
        appleRows.append(AppleRow(row: row, importKey: run.entry ?? 0, date: date, base: nil))
      }
    }
    let now = importedTotals()
    for index in appleRows.indices where appleRows[index].base == nil {
      let interval = interval(appleRows[index].row.day)
      appleRows[index].base = Base(values: now.values(in: interval).rings, lastKey: lastKey, interval: interval)
    }
    // What has gone with another import was not in the export.
    for day in run.file.isComplete ? run.known.sorted() : [] {
      guard let date = appleRow(of: day)?.date,
        let index = appleRows.firstIndex(where: { $0.row.day == day && $0.date == date }),
        let base = appleRows[index].base?.values
      else { continue }
      let known = now.values(in: interval(day)).rings
      appleRows[index].base?.values = RingValues(
        move: min(base.move, known.move), exercise: min(base.exercise, known.exercise),
        stand: min(base.stand, known.stand))
    }
    if let index = imports.firstIndex(where: { $0.key == run.entry }) {
      imports[index].isFinished = true
      imports[index].isComplete = run.file.isComplete
    }
    return missing
  }

  /// Takes over the limits of days after a transaction. What the samples resulted in then moves with the limits: all of
  /// it if nothing has changed since, otherwise what is left of the samples of that time; a deletion stays with its day.
  mutating func followZones() {
    let new = currentIntervals
    guard new != intervals else { return }
    intervals = new
    let all = importedTotals()
    var left: [Int: HistoryTotals] = [:]
    for index in appleRows.indices {
      guard let base = appleRows[index].base, let interval = new[appleRows[index].row.day], interval != base.interval
      else { continue }
      var then = all
      if !base.values.isClose(to: all.values(in: base.interval).rings) {
        then = left[base.lastKey] ?? importedTotals(upTo: base.lastKey)
        left[base.lastKey] = then
      }
      let (before, after) = (then.values(in: base.interval).rings, then.values(in: interval).rings)
      func moved(_ ring: Ring) -> Double { base.values[ring] + (after[ring] - before[ring]) }
      let values = RingValues(move: moved(.move), exercise: moved(.exercise), stand: moved(.stand))
      appleRows[index].base = Base(values: values, lastKey: base.lastKey, interval: interval)
    }
  }

  /// What the samples of imported files result in: Apple knows no others.
  func importedTotals(upTo lastKey: Int = .max) -> HistoryTotals {
    HistoryTotals(samples.filter { $0.key <= lastKey && $0.content.source.isApple }.map(\.content))
  }

  mutating func handleMissing(_ run: inout Run, exists: (UUID) -> Bool) -> Missing {
    let dated = Set(imports.filter { $0.date != nil }.map(\.key))
    var missing = Missing()
    var deleted: Set<Int> = []
    var rest = samples.filter { !run.own.contains($0.key) }
    while let first = rest.first {
      let same = rest.filter { $0.key == first.key || Self.isSame($0.content, first.content) }
      rest.removeAll { sample in same.contains { $0.key == sample.key } }
      let exported = same.filter { $0.content.source.isApple && ($0.importKey.map(dated.contains) ?? false) }
      // A record and a member of a correlation may have matched the same one, or two.
      let matched = same.count { run.used.contains($0.key) }
      let members = same.count { run.members.contains($0.key) }
      let least = max(0, exported.count - min(same.count, matched + members))
      let most = min(exported.count, same.count - max(matched, members))
      missing.least += least
      missing.most += most
      guard run.file.deletesMissing else { continue }
      let gone = exported.filter { $0.uuid.map { !exists($0) } ?? false }
      if !(least...most).contains(gone.count) { missing.isPossible = false }
      deleted.formUnion(gone.map(\.key))
    }
    if !deleted.isEmpty {
      record(&run)
      remove(deleted)
    }
    return missing
  }

  mutating func undoImport(_ key: Int) {
    appleRows.removeAll { $0.importKey == key }
    followZones()
    remove(Set(samples.filter { $0.importKey == key }.map(\.key)))
    imports.removeAll { $0.key == key }
  }

  // MARK: - Home

  func chosenHome(_ configured: String?, isFinal: Bool) -> Home {
    if let configured { return Home(zone: configured, reason: .configured, isFinal: isFinal) }
    if let named = namedHome { return Home(zone: named, reason: .named, isFinal: isFinal) }
    return Home(zone: Self.systemZone, reason: .system, isFinal: isFinal)
  }

  mutating func beginHome(_ configured: String?, isFinal: Bool) {
    guard home?.isFinal != true else { return }
    home = chosenHome(configured, isFinal: isFinal)
    followZones()
  }

  mutating func finishHome(_ configured: String?) {
    guard let known = home else { return }
    defer { followZones() }
    let better = chosenHome(configured, isFinal: true)
    if configured != nil {
      if known.zone != better.zone || known.reason != .configured { home = better }
    } else if known.reason != .configured, !known.isFinal || known.reason == .system && better.reason == .named {
      home = better
    }
  }

  mutating func setZone(_ zone: String) {
    home = Home(zone: zone, reason: .configured, isFinal: true)
    followZones()
  }

  // MARK: - Undo

  enum Undone {
    case nothing
    case done
    /// The edit cannot be undone, since its sample's identity belongs to another sample again.
    case refused
  }

  mutating func undo() -> Undone {
    guard let edit = edits.last else { return .nothing }
    switch edit.inverse {
    case .goals(let before): goals = before
    case .delete(let uuids): remove(Set(samples.filter { $0.uuid.map(uuids.contains) ?? false }.map(\.key)))
    case .restore(let sample, let count, let correlations):
      let key: Int
      let equals = equals(of: sample.content)
      if let other = samples.first(where: { $0.uuid == sample.uuid }) {
        guard Self.isSame(other.content, sample.content) else { return .refused }
        key = other.key
      } else if sample.content.sync != nil,
        let newer = samples.first(where: { Self.isSameObject($0.content, sample.content) })
      {
        // Its client has saved another version since.
        key = newer.key
      } else if sample.content.uuid == nil, sample.content.sync == nil, equals.count > count, let last = equals.last {
        // Only samples of files, which have no UUIDs, are identified by what they contain.
        key = last.key
      } else {
        key = restore(sample)
      }
      for correlation in correlations where samples.contains(where: { $0.key == correlation }) {
        members[correlation, default: []].insert(key)
      }
      followZones()
    }
    edits.removeLast()
    return .done
  }

  mutating func restore(_ sample: Sample) -> Int {
    let isListed = imports.contains { $0.key == sample.importKey }
    return insert(sample.content, importKey: isListed ? sample.importKey : nil, uuid: sample.uuid)
  }

  mutating func passOver() { edits.removeLast() }

  mutating func change(_ goal: HistoryGoal, title: String) {
    edits.append(Edit(title: title, inverse: .goals(goals)))
    goals.change(goal)
  }

  // MARK: - Days

  var currentIntervals: [Int: Range<Int>] {
    Dictionary(uniqueKeysWithValues: zip(HistoryDays.offsets, limits(of: HistoryDays.offsets)))
  }

  /// The limits of a day.
  func interval(_ offset: Int) -> Range<Int> { intervals[offset] ?? 0..<0 }

  var totals: HistoryTotals { HistoryTotals(samples.map(\.content)) }

  /// The row from the newest export.
  func appleRow(of day: Int) -> AppleRow? { appleRows.filter { $0.row.day == day }.max { $0.date < $1.date } }
}

extension [HistorySample] {
  /// A batch's correlations are written after its other samples, workouts last.
  var inOrderOfWriting: [HistorySample] {
    filter { $0.type != .pressure && $0.type != .workout } + filter { $0.type == .pressure }
      + filter { $0.type == .workout }
  }
}

extension HistorySample {
  /// Whether a file prints both in the same way, wherever they are in it.
  func isEqualRecord(to other: HistorySample) -> Bool {
    type == other.type && source == other.source && start == other.start && end == other.end && amount == other.amount
  }
}

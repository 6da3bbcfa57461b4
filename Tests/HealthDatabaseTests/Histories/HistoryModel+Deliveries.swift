import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// What feeds and programs write.
extension HistoryModel {
  // MARK: - Feeds

  /// When the newest complete export was made.
  var exportDate: Int? { imports.filter(\.isComplete).compactMap(\.date).max().map { $0 * HistoryTime.hour } }

  /// Whether an export that was made at a time contains a feed's sample.
  func covers(_ content: HistorySample, exportDate: Int?) -> Bool {
    guard let exportDate, content.end <= exportDate, case .feed(_, let device) = content.source else { return false }
    let exported = samples.filter { $0.content.source.isApple }
    let names = exported.reduce(into: Set<String>()) { $0.formUnion(FeedSource.parts(of: $1.content.source.name)) }
    guard device.isEmpty || !names.isDisjoint(with: FeedSource.parts(of: device)) else { return false }
    return exported.contains { $0.content.type == content.type }
  }

  mutating func retire(before date: Int) {
    let retired = samples.filter { covers($0.content, exportDate: date) }
    remove(Set(retired.map(\.key)))
  }

  mutating func deliver(_ delivery: HistoryDelivery) -> Receipt {
    beginHome(nil, isFinal: !delivery.isImport)
    var receipt = Receipt()
    let before = self
    let earlier = samples.filter { $0.content.source.feed == delivery.feed }
    let date = exportDate
    let entry = nextKey()
    var own: Set<Int> = []
    var confirmed: Set<Int> = []
    var replaced: Set<Int> = []
    for content in delivery.samples.inOrderOfWriting {
      if before.covers(content, exportDate: date) {
        receipt.covered += 1
      } else if content.uuid != nil, samples.contains(where: { $0.uuid == content.uuid }) {
        receipt.unchanged += 1
      } else if content.uuid != nil {
        // It is another record than those with other identifiers, whenever they start.
        own.insert(insert(content, importKey: delivery.isImport ? entry : nil))
        replaced.formUnion(
          earlier.filter { $0.content.uuid == nil && Self.replaces(content, $0.content, delivery.rule) }.map(\.key))
      } else if let sync = content.sync {
        let known = samples.last { Self.isSameObject($0.content, content) && !replaced.contains($0.key) }
        if let known, (known.content.sync?.version ?? 0) >= sync.version {
          receipt.unchanged += 1
        } else {
          own.insert(insert(content, importKey: delivery.isImport ? entry : nil))
          if let known { replaced.insert(known.key) }
        }
      } else if let same = Self.repeated(content, among: earlier, delivery.rule, confirmed) {
        if hasSameMembers(content, as: same) {
          receipt.unchanged += 1
          confirmed.insert(same.key)
          confirmed.formUnion(members[same.key] ?? [])
        } else {
          own.insert(insertWhole(content, delivery.isImport ? entry : nil))
          replaced.formUnion(members[same.key] ?? [])
          replaced.insert(same.key)
        }
      } else {
        own.insert(insertWhole(content, delivery.isImport ? entry : nil))
        for old in earlier where Self.replaces(content, old.content, delivery.rule) {
          replaced.insert(old.key)
          replaced.formUnion(members[old.key] ?? [])
        }
      }
    }
    followZones()
    replaced.subtract(confirmed)
    remove(replaced)
    receipt.stored = own.subtracting(replaced).count
    receipt.replaced = replaced.count
    if delivery.isImport, receipt.stored > 0 {
      imports.append(Import(key: entry, id: nil, date: nil, path: delivery.feed, isFinished: true, isComplete: true))
    }
    if delivery.isImport { finishHome(nil) }
    return receipt
  }

  mutating func insertWhole(_ content: HistorySample, _ importKey: Int?) -> Int {
    let key = insert(content, importKey: importKey)
    insertMembers(of: content, key, importKey: importKey)
    return key
  }

  func hasSameMembers(_ content: HistorySample, as stored: Sample) -> Bool {
    guard content.type == .pressure else { return true }
    let known = samples.filter { members[stored.key]?.contains($0.key) ?? false }
    return known.map(\.content.amount).sorted() == content.members.map(\.amount).sorted()
  }

  static func isSameObject(_ first: HistorySample, _ second: HistorySample) -> Bool {
    guard let one = first.sync, let other = second.sync else { return false }
    return one.identifier == other.identifier && first.type == second.type
      && first.source.bundle == second.source.bundle
  }

  /// The row of an earlier delivery that a sample repeats.
  static func repeated(
    _ content: HistorySample, among earlier: [Sample], _ rule: FeedOptions.Replacement, _ confirmed: Set<Int>
  ) -> Sample? {
    earlier.first { sample in
      guard !confirmed.contains(sample.key), sample.content.source == content.source else { return false }
      if rule == .nothing { return isSame(sample.content, content) }
      return sample.content.type == content.type && sample.content.start == content.start
        && sample.content.end == content.end && sample.content.value == content.value
    }
  }

  /// Whether a sample takes the place of one from an earlier delivery of the feed.
  static func replaces(
    _ content: HistorySample, _ stored: HistorySample, _ rule: FeedOptions.Replacement
  ) -> Bool {
    guard rule != .nothing, stored.type == content.type else { return false }
    // Different symptoms, or workouts of different activities, are separate samples.
    if content.type == .mindful || content.type == .workout {
      return stored.start == content.start && stored.source == content.source && stored.value == content.value
    }
    if stored.start == content.start, stored.source == content.source { return true }
    guard rule == .overlapping, case .feed(_, let old) = stored.source, case .feed(_, let new) = content.source,
      stored.start == content.start || (stored.start < content.end && stored.end > content.start)
    else { return false }
    return old.isEmpty || new.isEmpty
      || !FeedSource.parts(of: old).isDisjoint(with: FeedSource.parts(of: new))
  }

  // MARK: - Programs

  /// - Returns: false if nothing may be stored, because an identity has been saved before.
  mutating func save(_ contents: [HistorySample]) -> Bool {
    let uuids = (contents + contents.flatMap(\.members)).compactMap(\.uuid)
    guard Set(uuids).count == uuids.count, !samples.contains(where: { $0.uuid.map(uuids.contains) ?? false }) else {
      return false
    }
    var newest: [Int] = []
    var replaced: Set<Int> = []
    for (index, content) in contents.enumerated() {
      guard let sync = content.sync else {
        newest.append(index)
        continue
      }
      // Of two in one call the higher version counts, of equal ones the first.
      let others = contents.enumerated().filter { Self.isSameObject($1, content) }
      let best = others.max {
        ($0.element.sync?.version ?? 0, -$0.offset) < ($1.element.sync?.version ?? 0, -$1.offset)
      }
      guard best?.offset == index else { continue }
      if let known = samples.first(where: { Self.isSameObject($0.content, content) }) {
        guard (known.content.sync?.version ?? 0) < sync.version else { continue }
        replaced.insert(known.key)
      }
      newest.append(index)
    }
    for content in newest.map({ contents[$0] }).inOrderOfWriting {
      let key = insert(content)
      insertMembers(of: content, key)
    }
    followZones()
    remove(replaced)
    return true
  }

  mutating func recordEntered(_ content: HistorySample, title: String) {
    edits.append(Edit(title: title, inverse: .delete([content.uuid].compactMap { $0 })))
  }

  mutating func delete(_ sample: Sample, title: String) {
    let correlations = members.filter { $0.value.contains(sample.key) }.map(\.key)
    remove([sample.key])
    let count = equals(of: sample.content).count
    edits.append(Edit(title: title, inverse: .restore(sample, equals: count, correlations: correlations)))
  }
}

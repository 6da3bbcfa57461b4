import CoreLocation
import Foundation
import HealthModel
import Testing
import UniformTypeIdentifiers

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Every operation on every kind of sample, under every decision about sharing and reading it, and under decisions that
/// differ from kind to kind.
///
/// The same calls are made on two stores: one with everything, and one without what the client may not read. Their
/// results, order and errors must be the same, or something is revealed that must not be.
@Suite("The permission matrix of all kinds of samples")
struct FamilyMatrixTests {
  typealias Decision = PermissionMatrixTests.Decision

  struct Assignment: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var decisions: FamilyWorld.Decisions

    /// Each decision for all kinds, then random decisions per kind: workouts may be readable and their routes not.
    static let all: [Assignment] =
      Decision.all.filter { $0.read != .granted && $0.share != .refused }.map { decision in
        Assignment(
          testDescription: "all: \(decision.testDescription)",
          decisions: Dictionary(uniqueKeysWithValues: FamilySamples.types.map { ($0.identifier, decision) }))
      }
      + ([0, 2] as [UInt64]).map { seed in
        var random = SplitMix(seed: seed)
        let drawn = FamilySamples.types.map { type in
          let decided = Decision.all.filter { seed < 2 ? $0.read != nil && $0.share == .granted : true }
          return (type.identifier, decided.randomElement(using: &random) ?? Decision())
        }
        return Assignment(testDescription: "drawn \(seed)", decisions: Dictionary(uniqueKeysWithValues: drawn))
      }
  }

  /// What a client is shown, one line per call.
  private struct Transcript {
    let directory: String
    private(set) var lines: [String] = []

    mutating func ask(_ question: String, _ body: () async throws -> some Any) async {
      let answer: String
      do {
        answer = "\(try await body())"
      } catch let error as HKError {
        // The text too, except for the path of the store.
        answer = "\(error)".replacing(directory, with: "")
      } catch {
        answer = "\(error)"
      }
      lines.append("\(question): \(answer)")
    }
  }

  /// What the client has from both stores: objects that it was shown before.
  private struct Known {
    let own: [String: HKSample]
    let others: [String: HKSample]
    let files: [String: HKAttachment]
    /// What it saves, and what another client saves while it is observing.
    let new: [String: HKSample]
    let later: [String: HKSample]
    let ownRun: HKWorkout
    let othersRun: HKWorkout
    let date: Date
  }

  private static func picture(_ sample: HKSample) -> String {
    let source = sample.sourceRevision.source.bundleIdentifier
    let statistics = (sample as? HKWorkout)?.allStatistics.count ?? 0
    return "\(sample.uuid) \(source) \(sample.metadata?.count ?? 0) \(statistics)"
  }

  // MARK: - Reading

  private func read(_ type: HKSampleType, _ known: Known, _ world: FamilyWorld, _ told: inout Transcript) async {
    let (name, client) = (type.identifier, world.client)
    let file = world.othersFiles[name] ?? known.files[name]
    let all = known.own.values.map(\.uuid) + known.others.values.map(\.uuid)
    let holds = FamilySamples.predicate(name, at: known.date)
    let predicates: [(String, NSPredicate?)] = [
      ("by identity", HKQuery.predicateForObjects(with: Set(all))),
      (
        "not the own",
        NSCompoundPredicate(
          notPredicateWithSubpredicate: HKQuery.predicateForObjects(with: Set(known.own.values.map(\.uuid))))
      ),
      ("by content", holds), ("by other content", NSCompoundPredicate(notPredicateWithSubpredicate: holds)),
      ("by a block", NSPredicate { _, _ in true }),
      (
        "by source",
        HKQuery.predicateForObjects(from: [HKSource(Source(name: "x", bundleIdentifier: FamilyWorld.otherName))])
      ),
      ("of the own workout", HKQuery.predicateForObjects(from: known.ownRun)),
      ("of the other workout", HKQuery.predicateForObjects(from: known.othersRun)),
      (
        "not of the other workout",
        NSCompoundPredicate(notPredicateWithSubpredicate: HKQuery.predicateForObjects(from: known.othersRun))
      ),
    ]
    for (question, predicate) in predicates {
      let selection = SampleSelection(type: type, predicate: predicate)
      await told.ask("\(name) \(question)") { try client.reader.samples([selection]).map(Self.picture) }
      await told.ask("\(name) \(question), sources") {
        try client.reader.sources(selection).map(\.bundleIdentifier).sorted()
      }
      await told.ask("\(name) \(question), the last") {
        try client.reader.samples([selection], sort: [SampleSort(.start, isAscending: false)], limit: 1)
          .map(Self.picture)
      }
    }
    await readAll(type, world, &told)
    let selection = SampleSelection(type: type, predicate: nil)
    await told.ask("\(name) by end") {
      try client.reader.samples([selection], sort: [SampleSort(.end, isAscending: false)]).map(Self.picture)
    }
    await told.ask("\(name) status") { client.authorizationStatus(for: type).rawValue }
    for (whose, sample) in [("own", known.own[name]), ("other", known.others[name])] {
      guard let sample else { continue }
      await contents(of: sample, "\(name) \(whose)", client, &told)
      await told.ask("\(name) \(whose) files") {
        try await HKAttachmentStore(healthStore: client).attachments(for: sample).map(\.name)
      }
    }
    if let file {
      await told.ask("\(name) bytes of the other file") {
        try await HKAttachmentStore(healthStore: client).dataReader(for: file).data.count
      }
    }
  }

  private func readAll(_ type: HKSampleType, _ world: FamilyWorld, _ told: inout Transcript) async {
    let (reader, selection) = (world.client.reader, SampleSelection(type: type, predicate: nil))
    await told.ask("\(type) all") { try reader.samples([selection]).map(Self.picture) }
    await told.ask("\(type) anchored") {
      let page = try reader.changes([selection], after: StoreAnchor(), limit: nil)
      return (page.added.map(Self.picture), page.deleted.map(\.uuid))
    }
  }

  private func contents(of sample: HKSample, _ name: String, _ client: HKHealthStore, _ told: inout Transcript) async {
    switch sample {
    case let sample as HKElectrocardiogram:
      await told.ask("\(name) voltages") { try client.reader.voltages(of: sample).map(\.timeSinceSampleStart) }
    case let sample as HKHeartbeatSeriesSample:
      await told.ask("\(name) beats") { try client.reader.beats(of: sample) }
    case let sample as HKWorkoutRoute:
      await told.ask("\(name) locations") { try client.reader.locations(of: sample.uuid).map(\.timestamp) }
    case let sample as HKClinicalRecord:
      await told.ask("\(name) resource") {
        try client.reader.samples([
          SampleSelection(type: sample.sampleType, predicate: HKQuery.predicateForObject(with: sample.uuid))
        ]).compactMap { ($0 as? HKClinicalRecord)?.fhirResource?.data.count }
      }
    case is HKCDADocumentSample:
      await told.ask("\(name) documents") {
        try client.reader.samples([SampleSelection(type: sample.sampleType, predicate: nil)], withDocuments: true)
          .map { ($0 as? HKCDADocumentSample)?.document?.documentData?.count }
      }
    case is HKWorkout:
      for option in [HKWorkoutEffortRelationshipQueryOptions.default, .mostRelevant] {
        await told.ask("\(name) efforts \(option)") {
          var feed = EffortFeed(HKQuery.predicateForObject(with: sample.uuid), option)
          return try feed.first(client.reader).relationships.map { ($0.workout.uuid, $0.samples?.map(\.uuid) ?? []) }
        }
      }
    default:
      if sample.sampleType.identifier == TypeIdentifier.medication {
        await told.ask("\(name) medications") {
          try await HKUserAnnotatedMedicationQueryDescriptor().result(for: client).map(\.medication.displayText)
        }
      }
    }
  }

  // MARK: - Writing

  private func write(
    _ type: HKSampleType, _ known: Known, _ world: FamilyWorld, _ told: inout Transcript
  ) async {
    let name = type.identifier
    let (client, page) = (world.client, world.othersFiles[name] ?? known.files[name])
    let file = URL(filePath: world.scratch.directory + "/file")
    let attachments = HKAttachmentStore(healthStore: client)
    if let other = known.others[name] {
      await told.ask("\(name) save the other") { try await client.save(other) }
      await told.ask("\(name) delete the other") { try await client.delete(other) }
      await told.ask("\(name) attach to the other") {
        try await attachments.addAttachment(to: other, name: "mine", contentType: .pdf, url: file).name
      }
      if let page {
        await told.ask("\(name) take the other file") { try await attachments.removeAttachment(page, from: other) }
      }
      if let own = known.own[name] {
        await told.ask("\(name) delete both") { try await client.delete([own, other]) }
        await told.ask("\(name) tie the own to the other workout") {
          try await client.addSamples([own], to: known.othersRun)
        }
        await told.ask("\(name) relate the own to the other workout") {
          try await client.relateWorkoutEffortSample(own, with: known.othersRun, activity: nil)
        }
      }
      for run in [known.ownRun, known.othersRun] {
        await told.ask("\(name) tie the other") { try await client.addSamples([other], to: run) }
        await told.ask("\(name) relate the other") {
          try await client.relateWorkoutEffortSample(other, with: run, activity: nil)
        }
        await told.ask("\(name) take the other from a workout") {
          try await client.unrelateWorkoutEffortSample(other, from: run, activity: nil)
        }
      }
    }
    if let new = known.new[name] {
      await told.ask("\(name) save") { try await client.save(new) }
      await told.ask("\(name) attach") {
        try await attachments.addAttachment(to: new, name: "mine", contentType: .pdf, url: file).name
      }
    }
  }

  private func delete(_ type: HKSampleType, _ known: Known, _ client: HKHealthStore, _ told: inout Transcript) async {
    let name = type.identifier
    if let own = known.own[name] { await told.ask("\(name) delete the own") { try await client.delete(own) } }
    await told.ask("\(name) delete all") {
      try await client.deleteObjects(of: type, predicate: FamilySamples.predicate(name, at: known.date))
    }
  }

  /// Observes what another client writes and deletes.
  private func follow(
    _ type: HKSampleType, _ known: Known, _ world: FamilyWorld, isStored: Bool, _ told: inout Transcript
  ) async {
    let (name, reader) = (type.identifier, world.client.reader)
    var observer = ObserverFeed([SampleSelection(type: type, predicate: nil)])
    var anchored = AnchoredFeed([SampleSelection(type: type, predicate: nil)], anchor: nil, limit: nil)
    await told.ask("\(name) observe") { try observer.first(reader).count }
    await told.ask("\(name) follow") { try anchored.first(reader).count }
    guard let new = known.later[name] else { return }
    for isDeletion in [false, true] {
      if isStored {
        do {
          if isDeletion {
            try await world.other.delete(new)
          } else if let route = new as? HKWorkoutRoute, let run = world.others[TypeIdentifier.workout] as? HKWorkout {
            try world.other.saveNow(route, toWorkout: run)
          } else {
            try await world.other.save(new)
          }
        } catch {
          Issue.record(error)
        }
      }
      await told.ask("\(name) observed \(isDeletion)") { try observer.update(reader)?.count ?? 0 }
      await told.ask("\(name) followed \(isDeletion)") {
        let page = try anchored.update(reader)
        return (page?.added.count ?? 0, page?.deleted.count ?? 0)
      }
    }
  }

  @Test("data that a client may not read does not affect the result of any call", arguments: Assignment.all)
  func matrix(_ assignment: Assignment) async throws {
    let (own, others) = (try FamilySamples(at: TestTime.at(3)), try FamilySamples(at: TestTime.at(1)))
    let decisions = assignment.decisions
    let whole = try await FamilyWorld(own: own, others: others, decisions, isHidden: false)
    let shown = try await FamilyWorld(own: own, others: others, decisions, isHidden: true)
    let known = Known(
      own: whole.own, others: whole.others, files: whole.othersFiles, new: try FamilySamples(at: TestTime.at(5)).saved,
      later: try FamilySamples(at: TestTime.at(20)).saved,
      ownRun: try #require(whole.own[TypeIdentifier.workout] as? HKWorkout),
      othersRun: try #require(whole.others[TypeIdentifier.workout] as? HKWorkout), date: TestTime.at(1))
    #expect(whole.own.count == FamilySamples.types.count && whole.others.count == FamilySamples.types.count)

    for type in FamilySamples.types {
      // If all may be read, everything is there; of what may not be read, only the client's own.
      let decision = decisions[type.identifier] ?? Decision()
      var seen: [UUID]?
      do {
        seen = try whole.client.reader.samples([SampleSelection(type: type, predicate: nil)]).map(\.uuid)
      } catch let error as HKError {
        #expect(error.code == .errorAuthorizationNotDetermined)
      }
      let expected = decision.visible(
        own: [known.own[type.identifier]?.uuid], others: [known.others[type.identifier]?.uuid])
      #expect(seen == expected?.compactMap(\.self), "\(type)")
    }

    var answers: [[String]] = []
    for world in [whole, shown] {
      var told = Transcript(directory: world.scratch.directory)
      for type in FamilySamples.types { await read(type, known, world, &told) }
      for type in FamilySamples.types { await write(type, known, world, &told) }
      for type in FamilySamples.types { await readAll(type, world, &told) }
      for type in FamilySamples.types {
        let isRead = decisions[type.identifier]?.read == .granted
        await follow(type, known, world, isStored: world === whole || isRead, &told)
      }
      for type in FamilySamples.types { await delete(type, known, world.client, &told) }
      for type in FamilySamples.types { await readAll(type, world, &told) }
      answers.append(told.lines)
    }
    #expect(answers[0].count == answers[1].count && answers[0].count > 800)
    for (first, second) in zip(answers[0], answers[1]) where first != second {
      Issue.record("With what may not be read\n  \(first)\nwithout it\n  \(second)")
    }
  }

  @Test("saving and deleting fail according to the decision about the kind", arguments: Decision.all)
  func failures(_ decision: Decision) async throws {
    let (own, others) = (try FamilySamples(at: TestTime.at(3)), try FamilySamples(at: TestTime.at(1)))
    let decisions = Dictionary(uniqueKeysWithValues: FamilySamples.types.map { ($0.identifier, decision) })
    let world = try await FamilyWorld(own: own, others: others, decisions, isHidden: false)
    let file = URL(filePath: world.scratch.directory + "/file")
    let attachments = HKAttachmentStore(healthStore: world.client)
    for type in FamilySamples.types {
      let name = type.identifier
      let (own, other) = (try #require(world.own[name]), try #require(world.others[name]))
      if let series = other as? HKHeartbeatSeriesSample {
        // An undecided client gets its error, and a client that may not read learns nothing of the beats.
        var beats = 0
        let failure = await errorCode { beats = try world.client.reader.beats(of: series).count }
        let isUndecided = decision.visible(own: [1], others: [1]) == nil
        #expect(failure == (isUndecided ? .errorAuthorizationNotDetermined : nil))
        #expect(beats == (decision.read == .granted ? 2 : 0))
      }
      if let new = try FamilySamples.sample(name, at: TestTime.at(9)) {
        #expect(await errorCode { try await world.client.save(new) } == decision.failure, "\(type)")
      }
      #expect(await errorCode { try await world.client.delete(other) } == decision.failure ?? .errorInvalidArgument)
      if !(own is HKWorkout) {
        #expect(
          await errorCode { try await attachments.addAttachment(to: own, name: "a", contentType: .pdf, url: file) }
            == decision.failure, "\(type)")
        #expect(
          await errorCode { try await attachments.addAttachment(to: other, name: "a", contentType: .pdf, url: file) }
            == decision.failure ?? .errorInvalidArgument, "\(type)")
      }
      #expect(await errorCode { try await world.client.delete(own) } == decision.failure, "\(type)")
    }
  }
}

public import Foundation
import HealthDatabase
import HealthModel

/// The scores that say how hard a workout was. Immutable.
public final class HKWorkoutEffortRelationship: NSObject, Sendable {
  /// The workout.
  public let workout: HKWorkout
  /// The part of it that the scores are of; always nil, for the whole: of which part they are is not kept.
  public var activity: HKWorkoutActivity? { nil }
  /// The scores, by start; nil where there are none.
  public let samples: [HKSample]?

  init(_ workout: HKWorkout, _ samples: [HKSample]) {
    self.workout = workout
    self.samples = samples.isEmpty ? nil : samples
    super.init()
  }
}

/// Which scores of a workout are wanted.
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Sendable {
  /// All of them.
  case `default` = 0
  /// One: the latest that the user has given, else the latest that was estimated.
  case mostRelevant = 1
}

/// A query for the scores of workouts, which goes on until it is stopped.
///
/// An anchor is not looked at: every call of the handler has all relationships, as soon as one has changed.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
  private let feed: EffortFeed
  private let handler:
    @Sendable (HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?) -> Void

  /// A query for the workouts of a predicate, all of them without one.
  ///
  /// - Parameter resultsHandler: called first with what there is, then whenever it has changed.
  public init(
    predicate: NSPredicate?, anchor: HKQueryAnchor?, options: HKWorkoutEffortRelationshipQueryOptions,
    resultsHandler:
      @escaping @Sendable (
        HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    feed = EffortFeed(predicate, options)
    handler = resultsHandler
    super.init(objectType: .workoutType(), predicate: predicate)
  }

  override func start(in store: HKHealthStore) {
    let handler = handler
    FeedRun.start(feed, for: self, in: store, isLive: true) { event in
      switch event {
      case .first(let result), .update(let result): handler(self, result.relationships, result.newAnchor, nil)
      case .failure(let error, _): handler(self, nil, nil, error)
      }
    }
  }
}

/// A description of a query for the scores of workouts, once or as they change.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, @unchecked Sendable {
  // Unchecked for the predicate, which nobody changes.

  /// What there was at one moment.
  public struct Result: Sendable {
    /// One for each workout that has scores, by start.
    public let relationships: [HKWorkoutEffortRelationship]
    /// The end of the log at that moment.
    public let newAnchor: HKQueryAnchor
  }

  /// What there is, and whenever it has changed.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let feed: EffortFeed
    let store: HKHealthStore

    /// Gives the elements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let pull: LivePull<EffortFeed>

      /// The next element, nil once the task is cancelled.
      public mutating func next() async throws -> Result? {
        try await pull.next()
      }
    }

    /// Starts the query at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pull: LivePull(feed, store: store))
    }
  }

  public typealias Sequence = Results

  /// Which workouts; nil for all.
  public var predicate: NSPredicate?
  /// Not looked at, see ``HKWorkoutEffortRelationshipQuery``.
  public var anchor: HKQueryAnchor?
  /// Which scores of each.
  public var option: HKWorkoutEffortRelationshipQueryOptions

  /// A description of a query.
  public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
    self.predicate = predicate
    self.anchor = anchor
    self.option = option
  }

  /// The scores that are stored now.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let (reader, feed) = (healthStore.reader, EffortFeed(predicate, option))
    return try await healthStore.work {
      var feed = feed
      return try feed.first(reader)
    }
  }

  /// The scores that are stored now, and whenever they change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(feed: EffortFeed(predicate, option), store: healthStore)
  }
}

/// The workouts of a predicate with their scores.
struct EffortFeed: LiveFeed {
  private let workouts: SampleSelection
  private let options: HKWorkoutEffortRelationshipQueryOptions
  /// The identities of the last answer.
  private var known: [[UUID]] = []

  static let types = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

  init(_ predicate: NSPredicate?, _ options: HKWorkoutEffortRelationshipQueryOptions) {
    workouts = SampleSelection(type: .workoutType(), predicate: predicate)
    self.options = options
  }

  mutating func first(_ reader: HealthReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
    let result = try read(reader)
    known = Self.identities(result)
    return result
  }

  mutating func update(_ reader: HealthReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result? {
    let result = try read(reader)
    let identities = Self.identities(result)
    guard identities != known else { return nil }
    known = identities
    return result
  }

  private static func identities(_ result: HKWorkoutEffortRelationshipQueryDescriptor.Result) -> [[UUID]] {
    result.relationships.map { [$0.workout.uuid] + ($0.samples ?? []).map(\.uuid) }
  }

  private func read(_ reader: HealthReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
    let anchor = HKQueryAnchor(try reader.view(orWithoutStore: StoreAnchor()) { try $0.position() })
    let workouts = try reader.samples([self.workouts]).compactMap { $0 as? HKWorkout }
    let relationships = try workouts.compactMap { workout -> HKWorkoutEffortRelationship? in
      let ofWorkout = HKQuery.predicateForObjects(from: workout)
      let scores = try Self.types.flatMap { type in
        try reader.samples([SampleSelection(type: type, predicate: ofWorkout)])
      }
      let wanted = options == .mostRelevant ? Self.mostRelevant(scores).map { [$0] } ?? [] : scores
      return wanted.isEmpty ? nil : HKWorkoutEffortRelationship(workout, wanted)
    }
    return .init(relationships: relationships, newAnchor: anchor)
  }

  /// The scores come by type, those of the user first, and by start.
  private static func mostRelevant(_ scores: [HKSample]) -> HKSample? {
    types.lazy.compactMap { type in scores.last { $0.sampleType == type } }.first
  }
}

public import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// A workout and its effort scores. Immutable.
public final class HKWorkoutEffortRelationship: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The workout.
  public let workout: HKWorkout
  /// The activity to which the scores belong; always nil, meaning the whole workout, because the activity is not
  /// stored.
  public var activity: HKWorkoutActivity? { nil }
  /// The scores, sorted by start; nil if there are none.
  public let samples: [HKSample]?

  init(_ workout: HKWorkout, _ samples: [HKSample]) {
    self.workout = workout
    self.samples = samples.isEmpty ? nil : samples
    super.init()
  }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let workout = coder.decodeValue(of: HKWorkout.self, forKey: "workout") else { return nil }
    self.workout = workout
    let samples = coder.decodeList(of: HKSample.self, forKey: "samples")
    self.samples = samples.isEmpty ? nil : samples
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(workout, forKey: "workout")
    if let samples { coder.encode(samples as NSArray, forKey: "samples") }
  }
}

/// Which scores of a workout are returned.
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Sendable {
  /// All of them.
  case `default` = 0
  /// One: the latest from the user, otherwise the latest estimated one.
  case mostRelevant = 1
}

/// A query for the effort scores of workouts, which continues until it is stopped.
///
/// The anchor is ignored: every call of the handler contains all relationships, whenever one has changed.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
  private let feed: EffortFeed
  private let handler:
    @Sendable (HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?) -> Void

  /// A query for the workouts that match a predicate, or for all without one.
  ///
  /// - Parameter resultsHandler: called first with the current relationships, then whenever they have changed.
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

/// A descriptor of a query for the effort scores of workouts, once or as they change.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, @unchecked Sendable {
  // Unchecked because of the predicate, which must not be changed.

  /// The relationships at one moment.
  public struct Result: Sendable {
    /// One for each workout with scores, sorted by start.
    public let relationships: [HKWorkoutEffortRelationship]
    /// The end of the change log at that moment.
    public let newAnchor: HKQueryAnchor
  }

  /// The current relationships, and again whenever they have changed.
  public typealias Results = HKQueryResults<Result>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The predicate; nil for all workouts.
  public var predicate: NSPredicate?
  /// Ignored, see ``HKWorkoutEffortRelationshipQuery``.
  public var anchor: HKQueryAnchor?
  /// Which scores of each workout are returned.
  public var option: HKWorkoutEffortRelationshipQueryOptions

  /// A descriptor of a query.
  public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
    self.predicate = predicate
    self.anchor = anchor
    self.option = option
  }

  /// The currently stored scores.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    try await healthStore.current(EffortFeed(predicate, option))
  }

  /// The currently stored scores, and again whenever they change.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(EffortFeed(predicate, option), in: healthStore) { $0 }
  }
}

/// The workouts that match a predicate, with their scores.
struct EffortFeed: LiveFeed {
  private let workouts: SampleSelection
  private let options: HKWorkoutEffortRelationshipQueryOptions
  /// The identities in the last result.
  private var known: [[UUID]] = []

  static let types = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

  init(_ predicate: NSPredicate?, _ options: HKWorkoutEffortRelationshipQueryOptions) {
    workouts = SampleSelection(type: .workoutType(), predicate: predicate)
    self.options = options
  }

  mutating func first(_ reader: ClientReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
    let result = try read(reader)
    known = Self.identities(result)
    return result
  }

  mutating func update(_ reader: ClientReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result? {
    let result = try read(reader)
    let identities = Self.identities(result)
    guard identities != known else { return nil }
    known = identities
    return result
  }

  private static func identities(_ result: HKWorkoutEffortRelationshipQueryDescriptor.Result) -> [[UUID]] {
    result.relationships.map { [$0.workout.uuid] + ($0.samples ?? []).map(\.uuid) }
  }

  private func read(_ reader: ClientReader) throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
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

  /// The scores are sorted by type, the user's first, and by start.
  private static func mostRelevant(_ scores: [HKSample]) -> HKSample? {
    types.lazy.compactMap { type in scores.last { $0.sampleType == type } }.first
  }
}

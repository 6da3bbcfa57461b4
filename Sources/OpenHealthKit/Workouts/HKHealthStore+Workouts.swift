public import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
public import OpenHealthKitCore

/// The parts of Apple's store for watches, sessions and effort scores.
extension HKHealthStore {
  /// Starts the app on a watch. There is none: it fails with ``HKError/Code/errorHealthDataUnavailable``.
  public func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { throw Self.noWatch }
  }

  /// Starts the app on a watch. See ``startWatchApp(with:completion:)``.
  public func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
    throw Self.noWatch
  }

  /// Recovers the session that was active when the program ended. Sessions end with their process, so there is none.
  public func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    work {
    } then: { _ in
      completion(nil, nil)
    }
  }

  /// Recovers the session that was active when the program ended: none.
  public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? { nil }

  /// Called on Apple's systems when a watch mirrors a session. There is no watch: it is never called, and not kept.
  public var workoutSessionMirroringStartHandler: ((HKWorkoutSession) -> Void)? {
    get { nil }
    set {}
  }

  // MARK: - Sessions

  /// Starts a session, like its own method.
  @available(*, deprecated, message: "Use the session's startActivity(with:).")
  public func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: configuration.now()) }

  /// Ends a session, like its own method.
  @available(*, deprecated, message: "Use the session's end().")
  public func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }

  /// Pauses a session, like its own method.
  @available(*, deprecated, message: "Use the session's pause().")
  public func pause(_ workoutSession: HKWorkoutSession) { workoutSession.pause() }

  /// Resumes a session, like its own method.
  @available(*, deprecated, message: "Use the session's resume().")
  public func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { workoutSession.resume() }

  // MARK: - Estimates

  /// Asks a watch to recalibrate its estimates. Nothing is estimated here: it fails with
  /// ``HKError/Code/errorHealthDataUnavailable``.
  public func recalibrateEstimates(
    sampleType: HKSampleType, date: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { throw Self.noWatch }
  }

  /// Asks a watch to recalibrate its estimates. See ``recalibrateEstimates(sampleType:date:completion:)``.
  public func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws { throw Self.noWatch }

  /// Splits energy into resting and active energy. Nothing is estimated here: it fails with
  /// ``HKError/Code/errorHealthDataUnavailable``.
  @available(*, deprecated, message: "No longer supported.")
  public func splitTotalEnergy(
    _ totalEnergy: HKQuantity, start startDate: Date, end endDate: Date,
    resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
  ) {
    work {
      throw Self.noWatch
    } then: { (result: Result<Void, any Error>) in
      if case .failure(let error) = result { resultsHandler(nil, nil, error) }
    }
  }

  static var noWatch: HKError { HKError(.errorHealthDataUnavailable, reason: "There is no watch.") }

  // MARK: - Efforts

  /// Relates an effort score to a workout, or to an activity of it, and saves the score if it is not stored yet.
  ///
  /// A store associates the score with the workout; the activity is not stored.
  ///
  /// - Parameters:
  ///   - sample: of ``HKQuantityTypeIdentifier/workoutEffortScore`` or
  ///     ``HKQuantityTypeIdentifier/estimatedWorkoutEffortScore``; any other fails with
  ///     ``HKError/Code/errorInvalidArgument``.
  ///   - workout: a workout that this client has saved.
  ///   - activity: an activity of the workout; nil for the whole.
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.relateNow(sample, workout, activity) }
  }

  /// Relates an effort score to a workout. See ``relateWorkoutEffortSample(_:with:activity:completion:)``.
  @discardableResult
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    try await write { try self.relateNow(sample, workout, activity) }
    return true
  }

  /// Removes the relationship. The score is kept.
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.unrelateNow(sample, workout) }
  }

  /// Removes the relationship. The score is kept.
  @discardableResult
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    try await write { try self.unrelateNow(sample, workout) }
    return true
  }

  private static let effortTypes: Set<HKSampleType> = [
    HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore),
  ]

  private func relateNow(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
    guard Self.effortTypes.contains(sample.sampleType) else {
      throw HKError.invalid("A sample of type \(sample.sampleType) is not an effort score.")
    }
    if let activity, !workout.workoutActivities.contains(where: { $0.uuid == activity.uuid }) {
      throw HKError.invalid("The workout has no such activity.")
    }
    try addNow([sample], to: workout, areMeasurements: false)
  }

  private func unrelateNow(_ sample: HKSample, _ workout: HKWorkout) throws {
    try access.requireSharing(of: [sample.sampleType.identifier, TypeIdentifier.workout])
    guard try connection.writing().view(access.scope()).unrelate(sample.uuid, fromWorkout: workout.uuid) else {
      throw HKError.invalid("The sample is not part of a workout of this client.")
    }
  }
}

import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// Saving and deleting objects, off the caller's thread.
extension HKHealthStore {
  package func saveNow(_ objects: [HKObject]) throws {
    let batch = try checkedBatch(objects)
    guard !objects.isEmpty else { throw HKError.invalid("There is nothing to save.") }
    try connection.writing().save(batch)
  }

  /// Saves a workout with the samples that belong to it, all or none. Samples that are already stored are only
  /// associated.
  ///
  /// - Parameter collected: samples that were read from the store. Those that have been deleted since are left out.
  package func saveNow(_ workout: HKWorkout, with samples: [HKSample], collected: [HKSample] = []) throws {
    let store = try connection.writing()
    let known = try store.view(access.scope()).known(samples.map(\.uuid) + collected.map(\.uuid))
    try store.save(
      try checkedBatch([workout] + samples.filter { !known.contains($0.uuid) }), and: Array(known),
      toWorkout: workout.uuid, of: configuration.client.bundleIdentifier)
  }

  /// Saves a route as a part of a workout that this client has saved.
  package func saveNow(_ route: HKWorkoutRoute, toWorkout workout: HKWorkout) throws {
    try connection.writing().save(
      try checkedBatch([route]), toWorkout: workout.uuid, of: configuration.client.bundleIdentifier)
  }

  private func checkedBatch(_ objects: [HKObject]) throws -> SampleBatch {
    let earliest = earliestPermittedSampleDate()
    // Written so that NaN is rejected as well.
    for case let sample as HKSample in objects
    where !(sample.endDate.timeIntervalSinceReferenceDate >= earliest.timeIntervalSinceReferenceDate) {
      throw HKError.invalid("A sample ends before \(earliest).")
    }
    let batch = try ObjectBatch(objects, client: configuration.client, now: configuration.now())
    try access.requireSharing(of: batch.types)
    return batch.batch
  }

  // MARK: - Workouts

  /// - Parameter areMeasurements: whether the samples count in the statistics of the workout.
  package func addNow(_ samples: [HKSample], to workout: HKWorkout, areMeasurements: Bool = true) throws {
    let store = try connection.writing()
    let access = access
    // Association is a change of a sample, whoever wrote it.
    try access.requireSharing(
      of: Set(samples.filter { !($0 is HKCorrelation) }.map(\.sampleType.identifier)).union([TypeIdentifier.workout]))
    let known = try store.view(access.scope()).known(samples.map(\.uuid))
    let batch = try checkedBatch(samples.filter { !known.contains($0.uuid) })
    let client = configuration.client.bundleIdentifier
    if areMeasurements {
      try store.add(batch, and: Array(known), toWorkout: workout.uuid, of: client)
    } else {
      try store.save(batch, and: Array(known), toWorkout: workout.uuid, of: client)
    }
  }

  // MARK: - Deleting

  func deleteNow(_ objects: [HKObject]) throws {
    guard !objects.isEmpty else { throw HKError.invalid("There is nothing to delete.") }
    try requireSharing(deleting: Set(objects.compactMap { ($0 as? HKSample)?.sampleType }))
    // An object that is passed twice is deleted once.
    let uuids = Set(objects.map(\.uuid))
    guard try connection.writing().view(access.scope()).delete(Array(uuids)) else {
      throw HKError.invalid("An object does not exist, or was not saved by this client.")
    }
  }

  func deletion(of type: HKObjectType, _ predicate: NSPredicate) -> SampleSelection {
    guard let type = type as? HKSampleType else {
      HKPrecondition.fail("Objects of type \(type) cannot be deleted")
    }
    return SampleSelection(type: type, predicate: predicate)
  }

  func deleteNow(_ selection: SampleSelection) throws -> Int {
    try requireSharing(deleting: [selection.type])
    let request = try reader.exactRequest(selection)
    return try connection.writing().view(access.scope()).delete(request)
  }

  /// Correlations have no permissions of their own: deleting one requires none for its members, which are kept.
  private func requireSharing(deleting types: Set<HKSampleType>) throws {
    try access.requireSharing(of: Set(types.filter { !($0 is HKCorrelationType) }.map(\.identifier)))
  }

  // MARK: -

  var isAvailable: Bool {
    do {
      _ = try connection.reading()
      return true
    } catch let error as StoreError {
      return error.code == .missing
    } catch {
      return false
    }
  }
}

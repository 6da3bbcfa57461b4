public import Foundation
import HealthDatabase
import HealthModel

/// Saving and deleting. Handlers run in the background.
extension HKHealthStore {
  /// Saves an object. See ``save(_:withCompletion:)-([HKObject],_)``.
  public func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    save([object], withCompletion: completion)
  }

  /// Saves objects, all or none.
  ///
  /// An object whose ``HKMetadataKeySyncIdentifier`` this client has saved before, with the same type, takes the place of
  /// the earlier one if its ``HKMetadataKeySyncVersion`` is greater, in correlations and workouts too. If it is not
  /// greater the object is passed over and the call succeeds: Apple does not say what it does then.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for an object that has been saved before, or that ends before
  /// ``earliestPermittedSampleDate()``.
  public func save(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.saveNow(objects) }
  }

  /// Saves an object. See ``save(_:withCompletion:)-([HKObject],_)``.
  public func save(_ object: HKObject) async throws {
    try await save([object])
  }

  /// Saves objects, all or none. See ``save(_:withCompletion:)-([HKObject],_)``.
  public func save(_ objects: [HKObject]) async throws {
    try await write { try self.saveNow(objects) }
  }

  func saveNow(_ objects: [HKObject]) throws {
    let batch = try checkedBatch(objects)
    guard !objects.isEmpty else { throw HKError(.errorInvalidArgument, reason: "There is nothing to save.") }
    try door.writing().save(objects: batch)
  }

  /// Saves a workout with samples that belong to it, all or none.
  func saveNow(_ workout: HKWorkout, with samples: [HKSample]) throws {
    try door.writing().save(objects: try checkedBatch([workout] + samples), toWorkout: workout.uuid)
  }

  private func checkedBatch(_ objects: [HKObject]) throws -> SampleBatch {
    let earliest = earliestPermittedSampleDate()
    for case let sample as HKSample in objects where sample.endDate < earliest {
      throw HKError(.errorInvalidArgument, reason: "A sample ends before \(earliest).")
    }
    let batch = try ObjectBatch(objects, client: configuration.client)
    try access.requireSharing(of: batch.types)
    return batch.batch
  }

  // MARK: - Workouts

  /// Ties samples to a workout that has been saved, and saves those that have not been.
  public func add(
    _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.addNow(samples, to: workout) }
  }

  /// Ties samples to a workout that has been saved, and saves those that have not been.
  public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await write { try self.addNow(samples, to: workout) }
  }

  private func addNow(_ samples: [HKSample], to workout: HKWorkout) throws {
    let store = try door.writing()
    let known = try store.known(samples.map(\.uuid))
    let batch = try checkedBatch(samples.filter { !known.contains($0.uuid) })
    try store.save(objects: batch, and: Array(known), toWorkout: workout.uuid)
  }

  // MARK: - Deleting

  /// Deletes an object that this client has saved. Members of a correlation and samples of a workout stay.
  public func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    delete([object], withCompletion: completion)
  }

  /// Deletes objects that this client has saved, all or none.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` where one is not there, is another client's, or there are none.
  public func delete(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.deleteNow(objects) }
  }

  /// Deletes an object that this client has saved.
  public func delete(_ object: HKObject) async throws {
    try await delete([object])
  }

  /// Deletes objects that this client has saved, all or none.
  public func delete(_ objects: [HKObject]) async throws {
    try await write { try self.deleteNow(objects) }
  }

  private func deleteNow(_ objects: [HKObject]) throws {
    guard !objects.isEmpty else { throw HKError(.errorInvalidArgument, reason: "There is nothing to delete.") }
    try requireSharing(deleting: Set(objects.compactMap { ($0 as? HKSample)?.sampleType }))
    // An object given twice is deleted once.
    let uuids = Set(objects.map(\.uuid))
    guard try door.writing().delete(Array(uuids), ofSource: configuration.client.model) else {
      throw HKError(.errorInvalidArgument, reason: "An object is not there, or this client has not saved it.")
    }
  }

  /// Deletes what this client has saved of a type and a predicate matches, and says how many objects that were.
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let selection = deletion(of: objectType, predicate)
    work {
      try self.deleteNow(selection)
    } then: { result in
      switch result {
      case .success(let count): completion(true, count, nil)
      case .failure(let error): completion(false, 0, error)
      }
    }
  }

  /// Deletes what this client has saved of a type and a predicate matches.
  ///
  /// - Returns: how many objects that were. None is no error here.
  @discardableResult
  public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
    let selection = deletion(of: objectType, predicate)
    return try await write { try self.deleteNow(selection) }
  }

  private func deletion(of type: HKObjectType, _ predicate: NSPredicate) -> SampleSelection {
    guard let type = type as? HKSampleType else {
      HKPrecondition.fail("Objects of type \(type) cannot be deleted")
    }
    return SampleSelection(type: type, predicate: predicate)
  }

  private func deleteNow(_ selection: SampleSelection) throws -> Int {
    try requireSharing(deleting: [selection.type])
    let request = try reader.exactRequest(selection)
    return try door.writing().delete(request, ofSource: configuration.client.model)
  }

  /// Correlations are nobody's to permit: who deletes one needs no leave for its members, which stay.
  private func requireSharing(deleting types: Set<HKSampleType>) throws {
    try access.requireSharing(of: Set(types.filter { !($0 is HKCorrelationType) }.map(\.identifier)))
  }

  // MARK: - Limits

  /// Whether there can be health data: the user's own store can be opened, or made.
  public class func isHealthDataAvailable() -> Bool {
    HKHealthStore().isAvailable
  }

  /// The first instant of 1900, in UTC. A sample that ends earlier cannot be saved.
  public func earliestPermittedSampleDate() -> Date {
    Date(timeIntervalSinceReferenceDate: -3_187_296_000)
  }

  /// Whether clinical records can be kept: not here.
  public func supportsHealthRecords() -> Bool { false }

  private var isAvailable: Bool {
    do {
      _ = try door.reading()
      return true
    } catch let error as StoreError {
      return error.code == .missing
    } catch {
      return false
    }
  }
}

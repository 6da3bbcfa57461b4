public import Foundation
package import HealthDatabase
import HealthModel
import StoreFiles

/// Access to the user's health data.
///
/// On Apple's systems there is one store per device. Here a store is a file, and a ``Configuration`` selects it:
/// without one it is the file that `ringtop` uses, so a program of five lines reads the user's rings.
///
/// The file is opened when it is first needed, and read-only until something is saved. An instance may be used from
/// any thread. Handlers run in the background.
///
/// The members of Apple's class are declared in the class and open, because tests of HealthKit code replace the store
/// by a subclass. An async method calls the one with a handler, so overriding that one affects both.
open class HKHealthStore: NSObject, @unchecked Sendable {
  // Unchecked because open subclasses of NSObject cannot be checked; all state is in the connection, protected by its
  // lock.

  /// The file and the client of this store.
  public let configuration: Configuration
  package let connection: StoreConnection
  /// The authorization of the client.
  let consent: AuthorizationCenter
  /// Notifies running queries of commits.
  let updates: LiveUpdates
  /// The background deliveries that this process has enabled, by type.
  let enabled = Lock([String: EnabledDelivery]())
  /// Indicates to other processes which observers run here.
  let presence: ObserverPresence

  /// The user's default store.
  public override convenience init() {
    self.init(configuration: .standard())
  }

  /// A store with a configuration. Does not open anything yet.
  public init(configuration: Configuration) {
    self.configuration = configuration
    connection = configuration.connection ?? StoreConnection(path: configuration.path)
    consent = AuthorizationCenter(configuration, connection: connection)
    presence = ObserverPresence(storePath: configuration.path)
    updates = LiveUpdates(connection: connection, presence: presence)
    super.init()
  }

  // MARK: - Limits

  /// Whether health data is available: the user's default store can be opened or created.
  open class func isHealthDataAvailable() -> Bool {
    HKHealthStore().isAvailable
  }

  /// The first instant of 1900 in UTC. A sample that ends earlier cannot be saved.
  open func earliestPermittedSampleDate() -> Date {
    Date(timeIntervalSinceReferenceDate: -3_187_296_000)
  }

  /// Whether clinical records can be added: not here.
  open func supportsHealthRecords() -> Bool { false }

  // MARK: - Queries

  /// Executes a query in the background. A query can be executed once: the second time it traps.
  open func execute(_ query: HKQuery) {
    query.execution.begin()
    query.start(in: self)
  }

  /// Stops a query: after this has returned, none of its handlers is called. A query that has not been executed, or
  /// has ended, is not affected.
  ///
  /// A handler that is running on another thread is waited for, for at most a second. A handler may stop its own
  /// query: then this is its last call, and nothing is waited for.
  open func stop(_ query: HKQuery) {
    query.execution.stop()
  }

  // MARK: - Asking for leave

  /// Asks the user about undecided types, according to the configuration's ``Authorization``.
  ///
  /// Success means that all types are decided, but not how. If the user does not answer, they remain undecided and
  /// the error is ``HKError/Code/errorUserCanceled``. If nothing is undecided, the user is not asked.
  ///
  /// Traps for a correlation type, whose members must be requested instead, for a type to share that only the system
  /// computes, and for a type to read that requires per-object authorization.
  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare ?? [], read: typesToRead ?? [])
    answer(completion) { try await $0.ask(request) }
  }

  /// Asks the user about undecided types. See ``requestAuthorization(toShare:read:completion:)``.
  ///
  /// Cancelling the task does not withdraw the request.
  open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws
  {
    try await handled { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
  }

  /// Asks the user about a type with per-object authorization, even if it was decided before.
  ///
  /// Here the decision applies to the whole type: a store has no per-object authorization, and the predicate is
  /// ignored. Traps for any type that does not require it.
  open func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(perObject: objectType)
    answer(completion) { try await $0.ask(request, always: true) }
  }

  /// Asks the user about a type with per-object authorization. See
  /// ``requestPerObjectReadAuthorization(for:predicate:completion:)``.
  open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
    try await handled { requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0) }
  }

  /// On Apple's systems, handles requests of an app's extensions. There are none here: it succeeds.
  open func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    answer(completion) { _ in }
  }

  /// On Apple's systems, handles requests of an app's extensions. There are none here: it succeeds.
  open func handleAuthorizationForExtension() async throws {
    try await handled { handleAuthorizationForExtension(completion: $0) }
  }

  /// Whether the client may write samples of the type. Whether it may read them is never disclosed: for a type of which
  /// it has requested only reading, this is ``HKAuthorizationStatus/sharingDenied``.
  ///
  /// For an unreadable store nothing is decided. Reads the store, on the caller's thread.
  open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    decision(of: type)
  }

  /// Whether requesting these types would present a request to the user.
  ///
  /// Traps for the same types as ``requestAuthorization(toShare:read:completion:)``.
  open func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare, read: typesToRead)
    work {
      try self.consent.needsPrompt(request)
    } then: { result in
      switch result {
      case .success(let needsPrompt): completion(needsPrompt ? .shouldRequest : .unnecessary, nil)
      case .failure(let error): completion(.unknown, error)
      }
    }
  }

  /// Whether requesting these types would present a request to the user.
  open func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    try await handled { getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
  }

  /// The earliest readable date of types with limited history: none, since authorization here covers all of it.
  open func getEarliestAuthorizedSampleDate(
    for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
  ) {
    work {
      [:]
    } then: { (result: Result<[HKObjectType: Date], any Error>) in
      completion(try? result.get(), nil)
    }
  }

  /// The earliest readable date of types with limited history: none, since authorization here covers all of it.
  open func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
    try await handled { getEarliestAuthorizedSampleDate(for: types, completion: $0) } ?? [:]
  }

  // MARK: - Saving

  /// Saves an object. See ``save(_:withCompletion:)-([HKObject],_)``.
  open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { try self.saveNow([object]) }
  }

  /// Saves an object. See ``save(_:withCompletion:)-([HKObject],_)``.
  open func save(_ object: HKObject) async throws {
    try await handled { save(object, withCompletion: $0) }
  }

  /// Saves objects, all or none.
  ///
  /// An object with the same ``HKMetadataKeySyncIdentifier`` and type as an earlier one of this client replaces it,
  /// in correlations and workouts too, if its ``HKMetadataKeySyncVersion`` is greater. Otherwise the object is
  /// ignored and the call succeeds: Apple does not document this case.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for an object that has been saved before, that ends before
  /// ``earliestPermittedSampleDate()``, with a date after the year 2099, that is longer than samples of its type may
  /// be (a year for measurements, twenty for states), or whose quantity is not finite or exceeds 10^15 in the
  /// canonical unit of its type; with ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked
  /// whether the client may share one of the types, and ``HKError/Code/errorAuthorizationDenied`` if the user has refused
  /// that. A correlation needs permission for the types of all its members.
  open func save(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.saveNow(objects) }
  }

  /// Saves objects, all or none. See ``save(_:withCompletion:)-([HKObject],_)``.
  open func save(_ objects: [HKObject]) async throws {
    try await handled { save(objects, withCompletion: $0) }
  }

  /// Adds samples to a workout that this client has saved, and saves those that are new, all or none.
  ///
  /// The workout's statistics of their types are then those of all its samples, except for a total with which it was
  /// created: energy, distance, swimming strokes or flights. Fails with ``HKError/Code/errorInvalidArgument`` if the workout has not been
  /// saved by this client, and otherwise like ``save(_:withCompletion:)-([HKObject],_)``.
  open func add(
    _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.addNow(samples, to: workout) }
  }

  /// Adds samples to a workout that this client has saved. See ``add(_:to:completion:)``.
  open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await handled { add(samples, to: workout, completion: $0) }
  }

  // MARK: - Deleting

  /// Deletes an object that this client has saved. Members of a correlation and samples of a workout are kept.
  open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { try self.deleteNow([object]) }
  }

  /// Deletes an object that this client has saved.
  open func delete(_ object: HKObject) async throws {
    try await handled { delete(object, withCompletion: $0) }
  }

  /// Deletes objects that this client has saved, all or none.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` if one does not exist or was saved by another client, or if
  /// there are none; and with the errors of authorization as saving does.
  open func delete(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.deleteNow(objects) }
  }

  /// Deletes objects that this client has saved, all or none.
  open func delete(_ objects: [HKObject]) async throws {
    try await handled { delete(objects, withCompletion: $0) }
  }

  /// Deletes the objects of a type that this client has saved and that match a predicate, and returns their number.
  /// Deleting none is not an error here.
  open func deleteObjects(
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

  /// Deletes the objects of a type that this client has saved and that match a predicate.
  ///
  /// - Returns: how many were deleted. Deleting none is not an error here.
  @discardableResult
  open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
    try await handled { completion in
      deleteObjects(of: objectType, predicate: predicate) { _, count, error in completion(count, error) }
    }
  }

  // MARK: - Background delivery

  /// Registers this client for changes of a type, until it is disabled: the store keeps the registration and pending
  /// changes, even while neither this program nor any other is running. The type must be a sample type that is not a
  /// correlation, or a characteristic, for which no delivery is ever made; others trap. A type that this client has never
  /// requested, neither for reading nor for sharing, fails with ``HKError/Code/errorAuthorizationNotDetermined``.
  ///
  /// While an ``HKObserverQuery`` of the type runs, changes are delivered to it, at most once per period. A program
  /// that is not running is started by `ringtop watch` with the configuration's ``Configuration/launchCommand``; the
  /// first call of its observers is the delivery. Only changes that the client may read are delivered.
  ///
  /// A delivery is complete when the handler has called its completion handler. One that is not completed within
  /// ``Configuration/deliveryTimeout`` is repeated after increasing delays; after three in a row, deliveries end, the
  /// handler receives an error, and enabling the delivery again starts anew. While a delivery is in progress or
  /// delayed, no other is made; the next one covers all changes.
  ///
  /// Apple's system limits some types to one delivery per hour. Here only the frequency is a limit.
  open func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let identifier = Self.observable(type)
    work(completion) { try self.enableNow(identifier, frequency) }
  }

  /// Registers this client for changes of a type.
  /// See ``enableBackgroundDelivery(for:frequency:withCompletion:)``.
  open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
    try await handled { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) }
  }

  /// Removes this client's registration for a type. Running observers are called at every change again.
  open func disableBackgroundDelivery(
    for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let identifier = Self.observable(type)
    work(completion) { try self.disableNow(identifier) }
  }

  /// Removes this client's registration for a type. Running observers are called at every change again.
  open func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await handled { disableBackgroundDelivery(for: type, withCompletion: $0) }
  }

  /// Removes all of this client's registrations.
  open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { try self.disableNow(nil) }
  }

  /// Removes all of this client's registrations.
  open func disableAllBackgroundDelivery() async throws {
    try await handled { disableAllBackgroundDelivery(completion: $0) }
  }

  // MARK: - The user

  /// The units that are commonly used for the types in the configured locale.
  ///
  /// Fails with ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked about one of them.
  open func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    work {
      try self.preferredUnitsNow(quantityTypes)
    } then: { result in
      switch result {
      case .success(let units): completion(units, nil)
      case .failure(let error): completion([:], error)
      }
    }
  }

  /// The units that are commonly used for the types in the configured locale.
  ///
  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` if the user has not been asked about one of them.
  open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
    try await handled { preferredUnits(for: quantityTypes, completion: $0) }
  }

  // Characteristics of the user, from the newest imported export. Missing ones are not set. All of these read the
  // store when they are called, which is one small table.

  /// The user's date of birth in the Gregorian calendar, from the newest export.
  ///
  /// - Throws: ``HKError/Code/errorNoData`` if it is unknown.
  open func dateOfBirthComponents() throws -> DateComponents {
    try storedDateOfBirth()
  }

  /// The user's date of birth as an instant: its midnight in the current time zone.
  ///
  /// - Throws: ``HKError/Code/errorNoData`` if it is unknown.
  @available(*, deprecated, renamed: "dateOfBirthComponents")
  open func dateOfBirth() throws -> Date {
    guard let date = Calendar(identifier: .gregorian).date(from: try storedDateOfBirth()) else {
      throw HKError(.errorNoData, reason: "The date of birth is not known.")
    }
    return date
  }

  /// The user's biological sex, from the newest export; not set if it is missing.
  open func biologicalSex() throws -> HKBiologicalSexObject {
    HKBiologicalSexObject(
      HKBiologicalSex(rawValue: try stored(.biologicalSex, CharacteristicTypeCatalog.biologicalSex)) ?? .notSet)
  }

  /// The sex whose reference ranges apply to the user, from the newest export; not set if it is missing.
  open var referenceSex: HKReferenceSex {
    get throws {
      HKReferenceSex(rawValue: try stored(.referenceSex, CharacteristicTypeCatalog.referenceSex)) ?? .notSet
    }
  }

  /// The user's blood type, from the newest export; not set if it is missing.
  open func bloodType() throws -> HKBloodTypeObject {
    HKBloodTypeObject(HKBloodType(rawValue: try stored(.bloodType, CharacteristicTypeCatalog.bloodType)) ?? .notSet)
  }

  /// The user's skin type on the Fitzpatrick scale, from the newest export; not set if it is missing.
  open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    HKFitzpatrickSkinTypeObject(
      HKFitzpatrickSkinType(
        rawValue: try stored(.fitzpatrickSkinType, CharacteristicTypeCatalog.fitzpatrickSkinType)) ?? .notSet)
  }

  /// Whether the user uses a wheelchair, from the newest export; not set if it is missing.
  open func wheelchairUse() throws -> HKWheelchairUseObject {
    HKWheelchairUseObject(
      HKWheelchairUse(rawValue: try stored(.wheelchairUse, CharacteristicTypeCatalog.wheelchairUse)) ?? .notSet)
  }

  /// What the Move ring measures: from the user's characteristics, otherwise from today's rings.
  open func activityMoveMode() throws -> HKActivityMoveModeObject {
    HKActivityMoveModeObject(try storedMoveMode())
  }
}

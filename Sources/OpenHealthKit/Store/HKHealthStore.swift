public import Foundation
import HealthDatabase
import HealthModel

/// The door to a person's health data.
///
/// On Apple's systems there is one store a device. Here a store is a file, and a ``Configuration`` says which: without
/// one it is the file that `ringtop` keeps, so a program of five lines reads the user's rings.
///
/// The file is opened when it is first needed, for reading only until something is saved. One instance may be used from
/// any thread. Handlers run in the background.
///
/// What Apple's class declares is declared in the class and open, since tests of HealthKit code put a subclass in the
/// store's place. A method that is awaited calls the one with a handler: overriding that one answers both.
open class HKHealthStore: NSObject, @unchecked Sendable {
  // Unchecked because NSObject subclasses that are open cannot be checked; all state is in the door, behind its lock.

  /// Which file this store is.
  public let configuration: Configuration
  let door: StoreConnection
  /// What the person lets the client do.
  let consent: AuthorizationCenter
  /// What running queries hear of commits by.
  let updates: LiveUpdates
  /// The background deliveries that this process has enabled, by type.
  let enabled = Lock([String: EnabledDelivery]())
  /// Tells other processes which observers run here.
  let presence: ObserverPresence

  /// The user's own store.
  public override convenience init() {
    self.init(configuration: .standard())
  }

  /// A store of a given configuration. Opens nothing yet.
  public init(configuration: Configuration) {
    self.configuration = configuration
    door = StoreConnection(path: configuration.path, timeout: configuration.timeout)
    consent = AuthorizationCenter(configuration, door: door)
    presence = ObserverPresence(storePath: configuration.path)
    updates = LiveUpdates(door: door, presence: presence)
    super.init()
  }

  // MARK: - Limits

  /// Whether there can be health data: the user's own store can be opened, or made.
  open class func isHealthDataAvailable() -> Bool {
    HKHealthStore().isAvailable
  }

  /// The first instant of 1900, in UTC. A sample that ends earlier cannot be saved.
  open func earliestPermittedSampleDate() -> Date {
    Date(timeIntervalSinceReferenceDate: -3_187_296_000)
  }

  /// Whether clinical records can be kept: not here.
  open func supportsHealthRecords() -> Bool { false }

  // MARK: - Queries

  /// Runs a query in the background. A query can be executed once: a second time traps.
  open func execute(_ query: HKQuery) {
    query.execution.begin()
    query.start(in: self)
  }

  /// Stops a query: once this has returned, no handler of it begins. A query that has not been executed, or has ended, is
  /// left as it is.
  ///
  /// A handler that is running on another thread is waited for, for at most a second. A handler may stop its own query:
  /// then it is the last that is called, and nothing is waited for.
  open func stop(_ query: HKQuery) {
    query.execution.stop()
  }

  // MARK: - Asking for leave

  /// Asks the person for what has not been decided yet, by the configuration's ``Authorization``.
  ///
  /// Success says that all of it is decided now, and nothing of how. Where nobody answers, all stays undecided and the
  /// error is ``HKError/Code/errorUserCanceled``. Where nothing is undecided, nobody is asked.
  ///
  /// Ends the process for a correlation type, whose members are asked for instead, for a type to share that only the
  /// system computes, and for a type to read whose objects are granted one by one.
  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare ?? [], read: typesToRead ?? [])
    answer(completion) { try await $0.ask(request) }
  }

  /// Asks the person for what has not been decided yet. See ``requestAuthorization(toShare:read:completion:)``.
  ///
  /// Cancelling the task does not take the question back.
  open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws
  {
    try await handled { requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
  }

  /// Asks the person for a type whose objects are granted one by one, also if it was answered before.
  ///
  /// Here the answer is for the whole type: a store file keeps no grants of single objects, and the predicate is not
  /// looked at. Ends the process for any type that does not demand it.
  open func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(perObject: objectType)
    answer(completion) { try await $0.ask(request, always: true) }
  }

  /// Asks the person for a type whose objects are granted one by one.
  /// See ``requestPerObjectReadAuthorization(for:predicate:completion:)``.
  open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
    try await handled { requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0) }
  }

  /// Would let an app answer for its extensions. There are none here: it succeeds.
  open func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    answer(completion) { _ in }
  }

  /// Would let an app answer for its extensions. There are none here: it succeeds.
  open func handleAuthorizationForExtension() async throws {
    try await handled { handleAuthorizationForExtension(completion: $0) }
  }

  /// Whether the client may write samples of the type. What it may read, nobody tells it.
  ///
  /// A store that cannot be read has decided nothing.
  open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    decision(of: type)
  }

  /// Whether asking for these types would bring up a question.
  ///
  /// Ends the process for the types that ``requestAuthorization(toShare:read:completion:)`` does.
  open func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let request = ConsentRequest(toShare: typesToShare, read: typesToRead)
    work {
      try self.consent.needsQuestion(request)
    } then: { result in
      switch result {
      case .success(let needsQuestion): completion(needsQuestion ? .shouldRequest : .unnecessary, nil)
      case .failure(let error): completion(.unknown, error)
      }
    }
  }

  /// Whether asking for these types would bring up a question.
  open func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    try await handled { getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead, completion: $0) }
  }

  /// From when on the client may read the types of which it may not read all of history: none, since a grant here is for
  /// all of it.
  open func getEarliestAuthorizedSampleDate(
    for types: Set<HKObjectType>, completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
  ) {
    work {
      [:]
    } then: { (result: Result<[HKObjectType: Date], any Error>) in
      completion(try? result.get(), nil)
    }
  }

  /// From when on the client may read the types of which it may not read all of history: none, since a grant here is for
  /// all of it.
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
  /// An object whose ``HKMetadataKeySyncIdentifier`` this client has saved before, with the same type, takes the place of
  /// the earlier one if its ``HKMetadataKeySyncVersion`` is greater, in correlations and workouts too. If it is not
  /// greater the object is passed over and the call succeeds: Apple does not say what it does then.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for an object that has been saved before, that ends before
  /// ``earliestPermittedSampleDate()``, with a date after the year 2099, that lasts longer than samples of its type do (a
  /// year for what is measured, twenty for a state), or whose quantity is not a finite number or is beyond 10^15 in the
  /// canonical unit of its type.
  open func save(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.saveNow(objects) }
  }

  /// Saves objects, all or none. See ``save(_:withCompletion:)-([HKObject],_)``.
  open func save(_ objects: [HKObject]) async throws {
    try await handled { save(objects, withCompletion: $0) }
  }

  /// Ties samples to a workout that has been saved, and saves those that have not been.
  open func add(
    _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.addNow(samples, to: workout) }
  }

  /// Ties samples to a workout that has been saved, and saves those that have not been.
  open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await handled { add(samples, to: workout, completion: $0) }
  }

  // MARK: - Deleting

  /// Deletes an object that this client has saved. Members of a correlation and samples of a workout stay.
  open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { try self.deleteNow([object]) }
  }

  /// Deletes an object that this client has saved.
  open func delete(_ object: HKObject) async throws {
    try await handled { delete(object, withCompletion: $0) }
  }

  /// Deletes objects that this client has saved, all or none.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` where one is not there, is another client's, or there are none.
  open func delete(
    _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    work(completion) { try self.deleteNow(objects) }
  }

  /// Deletes objects that this client has saved, all or none.
  open func delete(_ objects: [HKObject]) async throws {
    try await handled { delete(objects, withCompletion: $0) }
  }

  /// Deletes what this client has saved of a type and a predicate matches, and says how many objects that were. None is
  /// no error here.
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

  /// Deletes what this client has saved of a type and a predicate matches.
  ///
  /// - Returns: how many objects that were. None is no error here.
  @discardableResult
  open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
    try await handled { completion in
      deleteObjects(of: objectType, predicate: predicate) { _, count, error in completion(count, error) }
    }
  }

  // MARK: - Background delivery

  /// Registers this client for changes of a type, until it is disabled: the store keeps that, and what was not delivered
  /// yet, also while neither this program nor any other is running. The types are those of samples; others trap.
  ///
  /// While an ``HKObserverQuery`` of the type runs, changes are delivered to it, at most one a period. A program that is
  /// not running is started by `ringtop watch`, by the configuration's ``Configuration/launchCommand``; its observers'
  /// first call is the delivery. Only what the client may read is delivered.
  ///
  /// A delivery is complete when the handler has called its completion handler. One that is not within
  /// ``Configuration/deliveryTimeout`` is made again after a pause that grows; after three in a row there are no more, the
  /// handler is told by an error, and enabling the delivery again begins anew. While a delivery is under way or in a
  /// pause, no other is made; a later one tells of all that has come.
  ///
  /// Apple's system caps some types at one an hour. Here the frequency is the only limit.
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

  /// Takes back this client's registration for a type. Observers that run are called at every change again.
  open func disableBackgroundDelivery(
    for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let identifier = Self.observable(type)
    work(completion) { try self.disableNow(identifier) }
  }

  /// Takes back this client's registration for a type. Observers that run are called at every change again.
  open func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await handled { disableBackgroundDelivery(for: type, withCompletion: $0) }
  }

  /// Takes back all of this client's registrations.
  open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { try self.disableNow(nil) }
  }

  /// Takes back all of this client's registrations.
  open func disableAllBackgroundDelivery() async throws {
    try await handled { disableAllBackgroundDelivery(completion: $0) }
  }

  // MARK: - The user

  /// The units in which a person of the configured locale reads the types.
  ///
  /// Fails with ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of one of them.
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

  /// The units in which a person of the configured locale reads the types.
  ///
  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` where the person has not been asked of one of them.
  open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
    try await handled { preferredUnits(for: quantityTypes, completion: $0) }
  }

  // Facts about the user, from the newest export that was imported. What it does not say is not set. All of these read
  // the store when they are called, which is one small table.

  /// The user's date of birth in the Gregorian calendar, from the newest export.
  ///
  /// - Throws: ``HKError/Code/errorNoData`` where it is not known.
  open func dateOfBirthComponents() throws -> DateComponents {
    try storedDateOfBirth()
  }

  /// The user's date of birth as an instant: its midnight in the current time zone.
  ///
  /// - Throws: ``HKError/Code/errorNoData`` where it is not known.
  @available(*, deprecated, renamed: "dateOfBirthComponents")
  open func dateOfBirth() throws -> Date {
    guard let date = Calendar(identifier: .gregorian).date(from: try storedDateOfBirth()) else {
      throw HKError(.errorNoData, reason: "The date of birth is not known.")
    }
    return date
  }

  /// The user's biological sex, from the newest export; what it does not say is not set.
  open func biologicalSex() throws -> HKBiologicalSexObject {
    HKBiologicalSexObject(
      HKBiologicalSex(rawValue: try stored(.biologicalSex, CharacteristicTypeCatalog.biologicalSex)) ?? .notSet)
  }

  /// The user's blood type, from the newest export; what it does not say is not set.
  open func bloodType() throws -> HKBloodTypeObject {
    HKBloodTypeObject(HKBloodType(rawValue: try stored(.bloodType, CharacteristicTypeCatalog.bloodType)) ?? .notSet)
  }

  /// The user's skin type by the scale of Fitzpatrick, from the newest export; what it does not say is not set.
  open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    HKFitzpatrickSkinTypeObject(
      HKFitzpatrickSkinType(
        rawValue: try stored(.fitzpatrickSkinType, CharacteristicTypeCatalog.fitzpatrickSkinType)) ?? .notSet)
  }

  /// Whether the user uses a wheelchair, from the newest export; what it does not say is not set.
  open func wheelchairUse() throws -> HKWheelchairUseObject {
    HKWheelchairUseObject(
      HKWheelchairUse(rawValue: try stored(.wheelchairUse, CharacteristicTypeCatalog.wheelchairUse)) ?? .notSet)
  }

  /// What the Move ring counts: as the user has it, else as today's rings do.
  open func activityMoveMode() throws -> HKActivityMoveModeObject {
    HKActivityMoveModeObject(try storedMoveMode())
  }
}

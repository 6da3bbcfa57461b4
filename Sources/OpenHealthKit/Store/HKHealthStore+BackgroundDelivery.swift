/// How often observer queries of this store are called at most.
///
/// Nothing wakes a program that is not running, as Apple's system does with an app: a service that is to hear of changes
/// keeps running. The types are those of samples; others end the process.
extension HKHealthStore {
  /// Lets observer queries of a type be called at most once a period. Without this call, or with
  /// ``HKUpdateFrequency/immediate``, they are called at every change.
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let identifier = Self.observable(type)
    work(completion) { self.deliveries.set(frequency, for: identifier) }
  }

  /// Lets observer queries of a type be called at most once a period.
  public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
    deliveries.set(frequency, for: Self.observable(type))
  }

  /// Lets observer queries of a type be called at every change again.
  public func disableBackgroundDelivery(
    for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let identifier = Self.observable(type)
    work(completion) { self.deliveries.set(nil, for: identifier) }
  }

  /// Lets observer queries of a type be called at every change again.
  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    deliveries.set(nil, for: Self.observable(type))
  }

  /// Lets every observer query be called at every change again.
  public func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    work(completion) { self.deliveries.removeAll() }
  }

  /// Lets every observer query be called at every change again.
  public func disableAllBackgroundDelivery() async throws {
    deliveries.removeAll()
  }

  private static func observable(_ type: HKObjectType) -> String {
    HKPrecondition.check(
      type is HKSampleType && !(type is HKCorrelationType), "Background delivery is not supported for type \(type)")
    return type.identifier
  }
}

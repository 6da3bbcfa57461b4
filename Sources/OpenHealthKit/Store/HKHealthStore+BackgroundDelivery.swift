extension HKHealthStore {
  /// The identifier of a type that an observer can be called for. One of no such type traps.
  static func observable(_ type: HKObjectType) -> String {
    HKPrecondition.check(
      type is HKSampleType && !(type is HKCorrelationType), "Background delivery is not supported for type \(type)")
    return type.identifier
  }
}

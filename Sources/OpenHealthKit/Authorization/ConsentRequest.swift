import HealthModel

/// The types of one call, checked.
struct ConsentRequest: Sendable {
  var toShare: Set<HKSampleType>
  var read: Set<HKObjectType>

  /// Ends the process if a type may not be asked for in this way.
  init(toShare: Set<HKSampleType>, read: Set<HKObjectType>) {
    Self.check(toShare.filter { !$0.isShareable }, "share")
    Self.check(read.filter { $0 is HKCorrelationType || $0.requiresPerObjectAuthorization() }, "read")
    self.toShare = toShare
    self.read = read
  }

  /// A question about a type whose objects are granted one by one, which may be asked in no other way.
  init(perObject type: HKObjectType) {
    HKPrecondition.check(
      type.requiresPerObjectAuthorization(),
      "Per-object authorization is not supported for type \(type.identifier)")
    toShare = []
    read = [type]
  }

  var isEmpty: Bool { toShare.isEmpty && read.isEmpty }

  /// What of it has not been decided.
  func undecided(_ permissions: [String: Permission]) -> ConsentRequest {
    var rest = self
    rest.toShare = toShare.filter { permissions[$0.identifier]?.share == nil }
    rest.read = read.filter { permissions[$0.identifier]?.read == nil }
    return rest
  }

  /// A person's answer to it, as it is kept: what was asked for is granted or refused, and nothing else is either.
  func decisions(_ answer: HKHealthStore.AuthorizationAnswer, client: String) -> [Permission] {
    toShare.map {
      Permission(client: client, type: $0.identifier, share: answer.toShare.contains($0) ? .granted : .refused)
    }
      + read.map {
        Permission(client: client, type: $0.identifier, read: answer.read.contains($0) ? .granted : .refused)
      }
  }

  private static func check(_ disallowed: Set<some HKObjectType>, _ verb: String) {
    HKPrecondition.check(
      disallowed.isEmpty,
      "Authorization to \(verb) the following types is disallowed: "
        + disallowed.map(\.identifier).sorted().joined(separator: ", "))
  }
}

extension HKSampleType {
  /// Whether a client may ask to write samples of the type. What Apple's own sensors and algorithms compute it may not.
  var isShareable: Bool {
    switch self {
    case let type as HKQuantityType: !type.entry.isReadOnly
    case let type as HKCategoryType: !type.entry.isReadOnly
    // What a program cannot make it cannot save.
    case is HKCorrelationType, is HKElectrocardiogramType, is HKMedicationDoseEventType, is HKClinicalType: false
    default: true
    }
  }
}

import HealthModel

/// The validated types of one call.
struct ConsentRequest: Sendable {
  var toShare: Set<HKSampleType>
  var read: Set<HKObjectType>

  /// Traps if authorization for a type cannot be requested in this way.
  init(toShare: Set<HKSampleType>, read: Set<HKObjectType>) {
    Self.check(toShare.filter { !$0.isShareable }, "share")
    Self.check(read.filter { $0 is HKCorrelationType || $0.requiresPerObjectAuthorization() }, "read")
    self.toShare = toShare
    self.read = read
  }

  /// A request for a type with per-object authorization, which cannot be requested in another way.
  init(perObject type: HKObjectType) {
    HKPrecondition.check(
      type.requiresPerObjectAuthorization(),
      "Per-object authorization is not supported for type \(type.identifier)")
    toShare = []
    read = [type]
  }

  var isEmpty: Bool { toShare.isEmpty && read.isEmpty }

  /// The undecided types.
  func undecided(_ permissions: [String: Permission]) -> ConsentRequest {
    var rest = self
    rest.toShare = toShare.filter { permissions[$0.identifier]?.share == nil }
    rest.read = read.filter { permissions[$0.identifier]?.read == nil }
    return rest
  }

  /// The user's response in the form in which it is stored: requested types are granted or refused, others are
  /// unchanged.
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
  /// Whether a client may request to write samples of the type. Types that only Apple's sensors and algorithms
  /// compute cannot be written.
  var isShareable: Bool {
    switch self {
    case let type as HKQuantityType: !type.entry.isReadOnly
    case let type as HKCategoryType: !type.entry.isReadOnly
    // A program cannot save what it cannot create.
    case is HKCorrelationType, is HKElectrocardiogramType, is HKMedicationDoseEventType, is HKClinicalType: false
    default: true
    }
  }
}

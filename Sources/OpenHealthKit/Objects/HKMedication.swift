public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A code in a coding system such as RxNorm.
public final class HKClinicalCoding: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The coding system.
  public let system: String
  /// Its version; nil if unknown.
  public let version: String?
  /// The code.
  public let code: String

  /// A code in a coding system.
  public init(system: String, version: String?, code: String) {
    self.system = system
    self.version = version
    self.code = code
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKClinicalCoding else { return false }
    return system == other.system && version == other.version && code == other.code
  }

  public override var hash: Int { [system, version ?? "", code].hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let system = coder.decodeText(forKey: "system"), let code = coder.decodeText(forKey: "code") else {
      return nil
    }
    self.system = system
    self.code = code
    version = coder.decodeText(forKey: "version")
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encodeText(system, forKey: "system")
    coder.encodeText(version, forKey: "version")
    coder.encodeText(code, forKey: "code")
  }
}

/// Identifies a medication concept.
public final class HKHealthConceptIdentifier: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The domain of the concept.
  public struct Domain: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A medication.
    public static let medication = Domain(rawValue: "HKHealthConceptDomainMedication")
  }

  let text: String

  init(_ text: String) {
    self.text = text
    super.init()
  }

  /// The domain of the concept.
  public var domain: Domain { .medication }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKHealthConceptIdentifier)?.text == text
  }

  public override var hash: Int { text.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "text") else { return nil }
    self.text = text
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encodeText(text, forKey: "text")
  }
}

/// The domain of a health concept, by its name at the top level.
public typealias HKHealthConceptDomain = HKHealthConceptIdentifier.Domain

/// The general form of a medication, by its name at the top level.
public typealias HKMedicationGeneralForm = HKMedicationConcept.GeneralForm

/// A medication as defined in coding systems.
public final class HKMedicationConcept: NSObject, Sendable {
  /// The general form of a medication.
  public struct GeneralForm: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let capsule = Self(rawValue: "capsule")
    public static let cream = Self(rawValue: "cream")
    public static let device = Self(rawValue: "device")
    public static let drops = Self(rawValue: "drops")
    public static let foam = Self(rawValue: "foam")
    public static let gel = Self(rawValue: "gel")
    public static let inhaler = Self(rawValue: "inhaler")
    public static let injection = Self(rawValue: "injection")
    public static let liquid = Self(rawValue: "liquid")
    public static let lotion = Self(rawValue: "lotion")
    public static let ointment = Self(rawValue: "ointment")
    public static let patch = Self(rawValue: "patch")
    public static let powder = Self(rawValue: "powder")
    public static let spray = Self(rawValue: "spray")
    public static let suppository = Self(rawValue: "suppository")
    public static let tablet = Self(rawValue: "tablet")
    public static let topical = Self(rawValue: "topical")
    public static let unknown = Self(rawValue: "unknown")
  }

  private let content: MedicationContent

  init(_ content: MedicationContent) {
    self.content = content
    super.init()
  }

  /// The identifier that dose events refer to.
  public var identifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.identifier) }
  /// Its name.
  public var displayText: String { content.displayText }
  /// The general form.
  public var generalForm: GeneralForm { GeneralForm(rawValue: content.generalForm) }
  /// Its codes in coding systems.
  public var relatedCodings: Set<HKClinicalCoding> {
    Set(content.codings.map { HKClinicalCoding(system: $0.system, version: $0.version, code: $0.code) })
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKMedicationConcept)?.content.identifier == content.identifier
  }

  public override var hash: Int { content.identifier.hashValue }
}

/// A medication with the user's own details. A program cannot create one, here as on Apple's systems.
public final class HKUserAnnotatedMedication: NSObject, Sendable {
  private let content: MedicationContent

  init(_ content: MedicationContent) {
    self.content = content
    super.init()
  }

  /// The medication.
  public var medication: HKMedicationConcept { HKMedicationConcept(content) }
  /// The user's own name for it.
  public var nickname: String? { content.nickname }
  /// Whether it is archived.
  public var isArchived: Bool { content.isArchived }
  /// Whether it has a schedule.
  public var hasSchedule: Bool { content.hasSchedule }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUserAnnotatedMedication)?.content == content
  }

  public override var hash: Int { content.hashValue }
}

/// A dose that was taken, skipped, or due. A program cannot create one, here as on Apple's systems.
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
  /// The status of a dose.
  public enum LogStatus: Int, Sendable, CaseIterable {
    case notInteracted = 1
    case notificationNotSent = 2
    case snoozed = 3
    case taken = 4
    case skipped = 5
    case notLogged = 6
  }

  /// Why it was logged.
  public enum ScheduleType: Int, Sendable, CaseIterable {
    case asNeeded = 1
    case schedule = 2
  }

  private let content: DoseContent

  private static let none = DoseContent(scheduleType: 1, logStatus: 6, medication: "")

  /// Takes the values as they are, for samples from a store.
  init(start: Date, end: Date, header: ObjectHeader) {
    content = Self.content(of: header, otherwise: Self.none)
    super.init(type: .medicationDoseEventType(), start: start, end: end, header: header)
  }

  /// The type, with its class.
  public var medicationDoseEventType: HKMedicationDoseEventType { .medicationDoseEventType() }
  /// Why it was logged.
  public var scheduleType: ScheduleType { ScheduleType(rawValue: content.scheduleType) ?? .asNeeded }
  /// The status of the dose.
  public var logStatus: LogStatus { LogStatus(rawValue: content.logStatus) ?? .notLogged }
  /// The medication's identifier.
  public var medicationConceptIdentifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.medication) }
  /// When it was scheduled; nil for a dose taken as needed.
  public var scheduledDate: Date? { content.scheduledDate }
  /// The scheduled amount, in ``unit``.
  public var scheduledDoseQuantity: Double? { content.scheduledQuantity }
  /// The amount taken, in ``unit``.
  public var doseQuantity: Double? { content.quantity }
  /// The unit of the doses.
  public var unit: HKUnit { (try? HealthUnit(parsing: content.unit)).map { HKUnit($0) } ?? .count() }

  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? Self.none
    super.init(coder: coder)
  }
}

extension HKMedicationDoseEvent: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKMedicationDoseEvent(start: content.start, end: content.end, header: content.header)
  }
}

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

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKClinicalCoding else { return false }
    return system == other.system && version == other.version && code == other.code
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { [system, version ?? "", code].hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let system = coder.decodeText(forKey: "system"), let code = coder.decodeText(forKey: "code") else {
      return nil
    }
    self.system = system
    self.code = code
    version = coder.decodeText(forKey: "version")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
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
    /// The identifier of the domain.
    public let rawValue: String

    /// The domain with an identifier.
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

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKHealthConceptIdentifier)?.text == text
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { text.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "text") else { return nil }
    self.text = text
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeText(text, forKey: "text")
  }
}

extension HKHealthConceptIdentifier: NamedInPredicates {
  package var nameInPredicates: String { text }
}

/// The domain of a health concept, by its name at the top level.
public typealias HKHealthConceptDomain = HKHealthConceptIdentifier.Domain

/// The general form of a medication, by its name at the top level.
public typealias HKMedicationGeneralForm = HKMedicationConcept.GeneralForm

/// A medication as defined in coding systems.
public final class HKMedicationConcept: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The general form of a medication.
  public struct GeneralForm: Hashable, RawRepresentable, Sendable {
    /// The name of the form.
    public let rawValue: String

    /// The form with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A capsule.
    public static let capsule = Self(rawValue: "capsule")
    /// A cream.
    public static let cream = Self(rawValue: "cream")
    /// A device.
    public static let device = Self(rawValue: "device")
    /// Drops.
    public static let drops = Self(rawValue: "drops")
    /// A foam.
    public static let foam = Self(rawValue: "foam")
    /// A gel.
    public static let gel = Self(rawValue: "gel")
    /// An inhaler.
    public static let inhaler = Self(rawValue: "inhaler")
    /// An injection.
    public static let injection = Self(rawValue: "injection")
    /// A liquid.
    public static let liquid = Self(rawValue: "liquid")
    /// A lotion.
    public static let lotion = Self(rawValue: "lotion")
    /// An ointment.
    public static let ointment = Self(rawValue: "ointment")
    /// A patch.
    public static let patch = Self(rawValue: "patch")
    /// A powder.
    public static let powder = Self(rawValue: "powder")
    /// A spray.
    public static let spray = Self(rawValue: "spray")
    /// A suppository.
    public static let suppository = Self(rawValue: "suppository")
    /// A tablet.
    public static let tablet = Self(rawValue: "tablet")
    /// Another form for the skin.
    public static let topical = Self(rawValue: "topical")
    /// A form that is not known.
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

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKMedicationConcept)?.content.identifier == content.identifier
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.identifier.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: MedicationContent = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

/// A medication with the user's own details. A program cannot create one, here as on Apple's systems.
public final class HKUserAnnotatedMedication: NSObject, NSCopying, NSSecureCoding, Sendable {
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

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUserAnnotatedMedication)?.content == content
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: MedicationContent = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

/// A dose that was taken, skipped, or due. A program cannot create one, here as on Apple's systems.
public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
  /// The status of a dose.
  public enum LogStatus: Int, Sendable, CaseIterable {
    /// The user did not respond to the reminder.
    case notInteracted = 1
    /// There was no reminder.
    case notificationNotSent = 2
    /// The user postponed it.
    case snoozed = 3
    /// It was taken.
    case taken = 4
    /// It was skipped.
    case skipped = 5
    /// A logged dose was undone.
    case notLogged = 6
  }

  /// Why it was logged.
  public enum ScheduleType: Int, Sendable, CaseIterable {
    /// Taken as needed.
    case asNeeded = 1
    /// Due by a schedule.
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

  /// Decodes an archived object; nil if something is missing or invalid.
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

public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A clinical record of a health institution, with its FHIR resource. A program cannot create one, here as on Apple's
/// systems.
public final class HKClinicalRecord: HKSample, @unchecked Sendable {
  private let content: ClinicalContent
  private let json: Data

  private static let none = ClinicalContent(displayName: "", resourceType: "", identifier: "", fhirVersion: "")

  /// Takes the values as they are, for samples from a store.
  init(_ type: HKClinicalType, json: Data, start: Date, end: Date, header: ObjectHeader) {
    content = Self.content(of: header, otherwise: Self.none)
    self.json = json
    super.init(type: type, start: start, end: end, header: header)
  }

  /// The type, with its class.
  public var clinicalType: HKClinicalType { HKClinicalType(named: sampleType.identifier) }

  /// The display name.
  public var displayName: String { content.displayName }

  /// The FHIR resource; nil if an export names its file but does not contain it.
  public var fhirResource: HKFHIRResource? { json.isEmpty ? nil : HKFHIRResource(content, json) }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? Self.none
    json = (coder.decodeValue(of: NSData.self, forKey: "json") as Data?) ?? Data()
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(json as NSData, forKey: "json")
  }
}

/// A FHIR resource from a health institution, in JSON. Immutable.
public final class HKFHIRResource: NSObject, NSCopying, NSSecureCoding, Sendable {
  private let content: ClinicalContent
  /// The original JSON.
  public let data: Data

  init(_ content: ClinicalContent, _ data: Data) {
    self.content = content
    self.data = data
    super.init()
  }

  /// The version of FHIR; the current one if it cannot be determined.
  public var fhirVersion: HKFHIRVersion {
    (try? HKFHIRVersion(fromVersionString: content.fhirVersion)) ?? .primaryR4()
  }
  /// The resource type.
  public var resourceType: HKFHIRResourceType { HKFHIRResourceType(rawValue: content.resourceType) }
  /// The institution's identifier of the resource.
  public var identifier: String { content.identifier }
  /// Where the resource came from.
  public var sourceURL: URL? { content.sourceURL.flatMap { URL(string: $0) } }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKFHIRResource else { return false }
    return content == other.content && data == other.data
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: ClinicalContent = coder.decodeJSON(forKey: "content"),
      let data = coder.decodeValue(of: NSData.self, forKey: "data")
    else { return nil }
    self.content = content
    self.data = data as Data
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
    coder.encode(data as NSData, forKey: "data")
  }
}

/// A FHIR resource type.
public struct HKFHIRResourceType: Hashable, RawRepresentable, Sendable {
  /// The name in FHIR.
  public let rawValue: String

  /// The type with a name in FHIR.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An allergy or an intolerance.
  public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")
  /// A condition or a diagnosis.
  public static let condition = Self(rawValue: "Condition")
  /// An insurance coverage.
  public static let coverage = Self(rawValue: "Coverage")
  /// A report of findings.
  public static let diagnosticReport = Self(rawValue: "DiagnosticReport")
  /// A document.
  public static let documentReference = Self(rawValue: "DocumentReference")
  /// An immunization.
  public static let immunization = Self(rawValue: "Immunization")
  /// A medication that was handed out (R4).
  public static let medicationDispense = Self(rawValue: "MedicationDispense")
  /// An order of a medication (DSTU2).
  public static let medicationOrder = Self(rawValue: "MedicationOrder")
  /// A request for a medication (R4).
  public static let medicationRequest = Self(rawValue: "MedicationRequest")
  /// A medication that the patient takes.
  public static let medicationStatement = Self(rawValue: "MedicationStatement")
  /// A measurement or an observation.
  public static let observation = Self(rawValue: "Observation")
  /// A procedure.
  public static let procedure = Self(rawValue: "Procedure")
}

/// A release of FHIR.
public struct HKFHIRRelease: Hashable, RawRepresentable, Sendable {
  /// The name of the release.
  public let rawValue: String

  /// The release with a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// DSTU2, the second draft.
  public static let dstu2 = Self(rawValue: "DSTU2")
  /// R4, the fourth release.
  public static let r4 = Self(rawValue: "R4")
  /// A release that is not known here.
  public static let unknown = Self(rawValue: "Unknown")
}

/// A version of FHIR. Immutable.
public final class HKFHIRVersion: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The first number: 4 of `4.0.1`.
  public let majorVersion: Int
  /// The second number.
  public let minorVersion: Int
  /// The third number.
  public let patchVersion: Int

  private init(_ major: Int, _ minor: Int, _ patch: Int) {
    (majorVersion, minorVersion, patchVersion) = (major, minor, patch)
    super.init()
  }

  /// The version for a text such as `4.0.1`.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for any other text.
  public convenience init(fromVersionString versionString: String) throws {
    let parts = versionString.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2],
      parts.allSatisfy({ ($0 ?? -1) >= 0 })
    else { throw HKError.invalid("\"\(versionString.prefix(40))\" is not a FHIR version.") }
    self.init(major, minor, patch)
  }

  /// Of DSTU2: 1.0.2.
  public class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(1, 0, 2) }

  /// Of R4: 4.0.1.
  public class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(4, 0, 1) }

  /// The release to which the version belongs.
  public var fhirRelease: HKFHIRRelease {
    switch (majorVersion, minorVersion) {
    case (1, 0): .dstu2
    case (4, 0): .r4
    default: .unknown
    }
  }

  /// `4.0.1`.
  public var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

  /// A description for people.
  public override var description: String { stringRepresentation }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { stringRepresentation.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public convenience init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "version") else { return nil }
    try? self.init(fromVersionString: text)
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeText(stringRepresentation, forKey: "version")
  }
}

extension HKClinicalRecord: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKClinicalRecord(
      HKClinicalType(named: content.type), json: Data(content.data ?? []), start: content.start, end: content.end,
      header: content.header)
  }
}

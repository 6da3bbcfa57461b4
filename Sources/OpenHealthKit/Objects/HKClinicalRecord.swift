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

  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? Self.none
    json = (coder.decodeValue(of: NSData.self, forKey: "json") as Data?) ?? Data()
    super.init(coder: coder)
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(json as NSData, forKey: "json")
  }
}

/// A FHIR resource from a health institution, in JSON. Immutable.
public final class HKFHIRResource: NSObject, Sendable {
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

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKFHIRResource else { return false }
    return content == other.content && data == other.data
  }

  public override var hash: Int { content.hashValue }
}

/// A FHIR resource type.
public struct HKFHIRResourceType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let allergyIntolerance = Self(rawValue: "AllergyIntolerance")
  public static let condition = Self(rawValue: "Condition")
  public static let coverage = Self(rawValue: "Coverage")
  public static let diagnosticReport = Self(rawValue: "DiagnosticReport")
  public static let documentReference = Self(rawValue: "DocumentReference")
  public static let immunization = Self(rawValue: "Immunization")
  public static let medicationDispense = Self(rawValue: "MedicationDispense")
  public static let medicationOrder = Self(rawValue: "MedicationOrder")
  public static let medicationRequest = Self(rawValue: "MedicationRequest")
  public static let medicationStatement = Self(rawValue: "MedicationStatement")
  public static let observation = Self(rawValue: "Observation")
  public static let procedure = Self(rawValue: "Procedure")
}

/// A release of FHIR.
public struct HKFHIRRelease: Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let dstu2 = Self(rawValue: "DSTU2")
  public static let r4 = Self(rawValue: "R4")
  public static let unknown = Self(rawValue: "Unknown")
}

/// A version of FHIR. Immutable.
public final class HKFHIRVersion: NSObject, NSCopying, NSSecureCoding, Sendable {
  public let majorVersion: Int
  public let minorVersion: Int
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

  public override var description: String { stringRepresentation }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFHIRVersion)?.stringRepresentation == stringRepresentation
  }

  public override var hash: Int { stringRepresentation.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public convenience init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "version") else { return nil }
    try? self.init(fromVersionString: text)
  }

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

import Foundation
import HealthModel

/// Observations of FHIR R4, one per line (NDJSON): quantities, blood pressure and stages of sleep.
///
/// The identifier of an observation is the sample's UUID, so that the same sample is the same resource in each export. They
/// have no subject: whoever receives them knows whose they are.
struct FHIRWriter: ExportWriter {
  private(set) var omitted = 0
  /// Whether pairs of pressures are exported too, with the pressures as their components.
  let hasPairs: Bool

  init(hasPairs: Bool) { self.hasPairs = hasPairs }

  mutating func head(_ excerpt: StoreExcerpt) -> String { "" }

  mutating func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    let pressures = samples.samples.filter {
      hasPairs && samples.types[$0.type]?.identifier.hasPrefix(Self.pressure) == true
    }
    let paired = pressures.isEmpty ? [] : try details.membersOfCorrelations(among: pressures.map(\.row))
    for sample in samples.samples where !paired.contains(sample.row) {
      guard let body = body(of: sample, in: samples) else {
        omitted += 1
        continue
      }
      try write("{" + (head(sample, in: samples) + body).joined(separator: ",") + "}\n")
    }
  }

  func end() -> String { "" }

  private static let pressure = "HKQuantityTypeIdentifierBloodPressure"

  // MARK: - Fields

  private func head(_ sample: StoredSample, in samples: StoredSamples) -> [String] {
    var fields = [
      "\"resourceType\":\"Observation\"", "\"id\":\"\(sample.uuid.uuidString.lowercased())\"", "\"status\":\"final\"",
    ]
    let start = SampleText.date(sample.start)
    fields.append(
      sample.end == sample.start
        ? "\"effectiveDateTime\":\"\(start)\""
        : "\"effectivePeriod\":{\"start\":\"\(start)\",\"end\":\"\(SampleText.date(sample.end))\"}")
    if let name = samples.provenances[sample.provenance]?.source.name, !name.isEmpty {
      fields.append("\"device\":{\"display\":\(SampleText.quoted(name))}")
    }
    return fields
  }

  /// The code and the value; nil for what observations have no form for.
  private func body(of sample: StoredSample, in samples: StoredSamples) -> [String]? {
    guard let type = samples.types[sample.type] else { return nil }
    switch type.kind {
    case .quantity:
      guard let quantity = Self.quantity(sample.value, type) else { return nil }
      return [
        Self.category(Self.isVitalSign(type.identifier) ? "vital-signs" : "activity"), Self.code(type.identifier),
        quantity,
      ]
    case .correlation where type.identifier == TypeIdentifier.bloodPressure:
      let members = samples.sortedMembers(of: sample).compactMap { member -> String? in
        guard let type = samples.types[member.type], let quantity = Self.quantity(member.value, type) else {
          return nil
        }
        return "{\(Self.code(type.identifier)),\(quantity)}"
      }
      guard !members.isEmpty else { return nil }
      return [
        Self.category("vital-signs"), Self.code([FHIRCodes.bloodPressure], type.identifier),
        "\"component\":[\(members.joined(separator: ","))]",
      ]
    case .category where type.identifier == TypeIdentifier.sleepAnalysis:
      guard let code = Int(exactly: sample.value).flatMap({ FHIRCodes.sleep[$0] }) else { return nil }
      let minutes = sample.end.timeIntervalSince(sample.start) / 60
      return [
        Self.category("activity"), Self.code([code], type.identifier), Self.quantity(minutes, unit: "min", code: "min"),
      ]
    case .category, .correlation, .workout, .other: return nil
    }
  }

  private static func short(_ identifier: String) -> String {
    String(identifier.dropFirst("HKQuantityTypeIdentifier".count))
  }

  private static func isVitalSign(_ identifier: String) -> Bool { FHIRCodes.vitalSigns.contains(short(identifier)) }

  private static func category(_ name: String) -> String {
    "\"category\":[{\"coding\":[{\"system\":\"\(FHIRCodes.categories)\",\"code\":\"\(name)\"}]}]"
  }

  private static func code(_ identifier: String) -> String {
    code(FHIRCodes.codes[short(identifier)] ?? [], identifier)
  }

  /// LOINC's codes, and HealthKit's own name.
  private static func code(_ codes: [FHIRCodes.Code], _ identifier: String) -> String {
    let coding =
      codes.map { code in
        "{\"system\":\"\(FHIRCodes.loinc)\",\"code\":\"\(code.code)\",\"display\":\(SampleText.quoted(code.display))}"
      } + ["{\"system\":\"\(FHIRCodes.healthKit)\",\"code\":\(SampleText.quoted(identifier))}"]
    return "\"code\":{\"coding\":[\(coding.joined(separator: ","))]}"
  }

  /// The value in the canonical unit of its type.
  private static func quantity(_ value: Double, _ type: StoredSamples.TypeInfo) -> String? {
    guard value.isFinite else { return nil }
    guard let canonical = QuantityTypeCatalog.entry(for: type.identifier)?.unit,
      let code = FHIRCodes.units[canonical.unitString], let converted = type.quantityUnit?.convert(value, to: canonical)
    else { return quantity(value, unit: type.unit, code: nil) }
    // A fraction, which UCUM prints as percent.
    return quantity(canonical.unitString == "%" ? converted * 100 : converted, unit: canonical.unitString, code: code)
  }

  private static func quantity(_ value: Double, unit: String, code: String?) -> String {
    var fields = ["\"value\":\(value.shortText)"]
    if !unit.isEmpty { fields.append("\"unit\":\(SampleText.quoted(unit))") }
    if let code { fields += ["\"system\":\"\(FHIRCodes.ucum)\"", "\"code\":\"\(code)\""] }
    return "\"valueQuantity\":{\(fields.joined(separator: ","))}"
  }
}

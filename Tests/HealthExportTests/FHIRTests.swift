import Foundation
import HealthModel
import Testing

@testable import HealthExport

/// Observations; Tests/Independent/observations.py reads a whole export with a library of others.
@Suite("FHIR")
struct FHIRTests {
  private struct NoDetails: StoredDetails {
    func routes(ofWorkout row: Int64) throws -> StoredSamples { StoredSamples() }
    func samples(ofWorkout row: Int64) throws -> (samples: StoredSamples, ownIdentities: Set<Int64>) {
      (StoredSamples(), [])
    }
    func routesOfWorkouts(among rows: [Int64]) throws -> Set<Int64> { [] }
    /// The only sample of a piece.
    var isPaired = false
    func membersOfCorrelations(among rows: [Int64]) throws -> Set<Int64> { isPaired ? Set(rows) : [] }
    func forEachRouteChunk(ofRoute row: Int64, _ body: ([RoutePoint]) throws -> Void) throws {}
    func creationDates(of samples: StoredSamples) throws -> [Int64: Date] { [:] }
    func withAttachments(_ samples: StoredSamples) throws -> Set<Int64> { [] }
    func attachments(of row: Int64) throws -> [StoredAttachment] { [] }
    func forEachPiece(ofAttachment uuid: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {}
    func forEachPiece(ofDataOf row: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {}
  }

  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private func sample(_ type: Int64, _ value: Double, seconds: Double = 0) -> StoredSample {
    let start = Date(timeIntervalSince1970: 1_794_300_000)
    return StoredSample(
      row: type, uuid: Self.uuid, type: type, start: start, end: start + seconds, value: value, provenance: 1,
      metadata: 0)
  }

  /// The line of one sample, and how many were left out.
  private func write(
    _ identifier: String, _ kind: SampleKind = .quantity, _ value: Double, _ unit: String = "", seconds: Double = 0,
    members: [(String, Double)] = [], isPaired: Bool = false, hasPairs: Bool = true
  ) throws -> (line: [String: Any]?, omitted: Int) {
    var samples = StoredSamples()
    samples.provenances[1] = Provenance(source: Source(name: "Kim’s \"Watch\""))
    samples.types[1] = StoredSamples.TypeInfo(identifier: identifier, kind: kind, unit: unit)
    samples.samples = [sample(1, value, seconds: seconds)]
    for (index, member) in members.enumerated() {
      let type = Int64(index + 2)
      samples.types[type] = StoredSamples.TypeInfo(identifier: member.0, kind: .quantity, unit: "mmHg")
      samples.members[1, default: []].append(sample(type, member.1))
    }
    var writer = FHIRWriter(hasPairs: hasPairs)
    var text = ""
    try writer.piece(samples, own: [], details: NoDetails(isPaired: isPaired)) { text += $0 }
    #expect(text.isEmpty || (text.hasSuffix("\n") && text.filter { $0 == "\n" }.count == 1))
    let object = text.isEmpty ? nil : try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (object, writer.omitted)
  }

  private func codes(_ concept: Any?) -> [String] {
    let coding = (concept as? [String: Any])?["coding"] as? [[String: Any]]
    return coding?.map { "\($0["system"] ?? "")|\($0["code"] ?? "")" } ?? []
  }

  @Test("a heart rate has LOINC's code, UCUM's unit, its moment, and the sample's UUID")
  func heartRate() throws {
    let line = try #require(try write(TypeIdentifier.heartRate, .quantity, 81, "count/min").line)
    #expect(line["resourceType"] as? String == "Observation" && line["status"] as? String == "final")
    #expect(line["id"] as? String == Self.uuid.uuidString.lowercased())
    #expect(line["effectiveDateTime"] as? String == "2026-11-10T08:40:00Z" && line["effectivePeriod"] == nil)
    #expect(codes(line["code"]).first == "http://loinc.org|8867-4")
    #expect(codes((line["category"] as? [Any])?.first).first?.hasSuffix("vital-signs") == true)
    let quantity = try #require(line["valueQuantity"] as? [String: Any])
    #expect(quantity["value"] as? Double == 81 && quantity["code"] as? String == "/min")
    #expect((line["device"] as? [String: String]) == ["display": "Kim’s \"Watch\""])
  }

  @Test("a value is in the canonical unit of its type, and a fraction in percent")
  func units() throws {
    func quantity(_ name: String, _ value: Double, _ unit: String) throws -> [String: Any] {
      let line = try write("HKQuantityTypeIdentifier" + name, .quantity, value, unit).line
      return try #require(line?["valueQuantity"] as? [String: Any])
    }
    let mass = try quantity("BodyMass", 71_500, "g")
    #expect(mass["value"] as? Double == 71.5 && mass["code"] as? String == "kg")
    let oxygen = try quantity("OxygenSaturation", 0.97, "%")
    #expect(oxygen["value"] as? Double == 97 && oxygen["code"] as? String == "%")
    let own = try #require(try write("tea_drunk", .quantity, 2, "cup").line)
    #expect((own["valueQuantity"] as? [String: Any])?["code"] == nil)
    #expect(codes(own["code"]) == ["http://developer.apple.com/documentation/healthkit|tea_drunk"])
  }

  @Test("a pair of pressures is a panel, and a stage of sleep its duration")
  func others() throws {
    let pair = try write(
      TypeIdentifier.bloodPressure, .correlation, .nan,
      members: [
        ("HKQuantityTypeIdentifierBloodPressureSystolic", 121), ("HKQuantityTypeIdentifierBloodPressureDiastolic", 79),
      ])
    let components = try #require(pair.line?["component"] as? [[String: Any]])
    #expect(codes(pair.line?["code"]).first == "http://loinc.org|85354-9")
    #expect(components.map { codes($0["code"]).first } == ["http://loinc.org|8462-4", "http://loinc.org|8480-6"])
    #expect(components.map { ($0["valueQuantity"] as? [String: Any])?["value"] as? Double } == [79, 121])
    let sleep = try #require(try write(TypeIdentifier.sleepAnalysis, .category, 4, seconds: 1_800).line)
    #expect(codes(sleep["code"]).first == "http://loinc.org|93831-6")
    #expect((sleep["valueQuantity"] as? [String: Any])?["value"] as? Double == 30)
    #expect((sleep["effectivePeriod"] as? [String: String])?["end"] == "2026-11-10T09:10:00Z")
  }

  @Test("a pressure that is a component of its pair is no observation of its own, unless only pressures are exported")
  func pressures() throws {
    let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
    let paired = try write(systolic, .quantity, 121, "mmHg", isPaired: true)
    #expect(paired.line == nil && paired.omitted == 0)
    for (isPaired, hasPairs) in [(false, true), (true, false)] {
      let alone = try write(systolic, .quantity, 121, "mmHg", isPaired: isPaired, hasPairs: hasPairs)
      #expect(codes(alone.line?["code"]).first == "http://loinc.org|8480-6")
    }
    #expect(try write(TypeIdentifier.heartRate, .quantity, 81, "count/min", isPaired: true).line != nil)
  }

  @Test("what observations have no form for is counted")
  func omitted() throws {
    for (identifier, kind, value) in [
      (TypeIdentifier.workout, SampleKind.workout, 37.0), (TypeIdentifier.sleepAnalysis, .category, 0),
      (TypeIdentifier.appleStandHour, .category, 0), (TypeIdentifier.heartRate, .quantity, .nan),
    ] {
      let written = try write(identifier, kind, value)
      #expect(written.line == nil && written.omitted == 1, "\(identifier)")
    }
  }

  @Test("every unit of the catalog has a code, and every code belongs to a type of the catalog")
  func catalog() {
    for entry in QuantityTypeCatalog.all {
      #expect(FHIRCodes.units[entry.unit.unitString] != nil, "\(entry.identifier): \(entry.unit.unitString)")
    }
    let names = Set(QuantityTypeCatalog.all.map { $0.identifier.dropFirst("HKQuantityTypeIdentifier".count) })
    for (name, codes) in FHIRCodes.codes {
      #expect(names.contains(name[...]), "\(name)")
      #expect(codes.allSatisfy { $0.code.wholeMatch(of: /\d{1,7}-\d/) != nil && isChecked($0.code) }, "\(name)")
    }
    #expect(FHIRCodes.sleep.values.allSatisfy { isChecked($0.code) })
  }

  /// Whether the last digit of a LOINC code is the check digit of the others (modulus 10, every second digit doubled).
  private func isChecked(_ code: String) -> Bool {
    let parts = code.split(separator: "-")
    let digits = parts[0].compactMap(\.wholeNumberValue)
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.offset.isMultiple(of: 2) ? digit.element * 2 : digit.element
      return sum + value / 10 + value % 10
    }
    return parts.count == 2 && Int(parts[1]) == (10 - sum % 10) % 10
  }
}

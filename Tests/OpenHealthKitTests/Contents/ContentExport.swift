import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// A synthetic export with every kind of record that is not a quantity, in Apple's layout.
struct ContentExport {
  /// Microvolts, as the file prints them.
  var voltages: [Double] = []
  /// Seconds from the start of the series.
  var beats: [Double] = []

  init(seed: UInt64, voltages count: Int = 1_024) {
    var random = SplitMix(seed: seed)
    voltages = (0..<count).map { _ in (Double.random(in: -900...900, using: &random) * 1_000).rounded() / 1_000 }
    var time = 0.0
    for index in 0..<40 {
      beats.append((time * 100).rounded() / 100)
      // One beat is missed between the twentieth and the next.
      time += (index == 19 ? 2 : 1) * Double.random(in: 0.8...1.1, using: &random)
    }
  }

  /// The file of an electrocardiogram in a given language.
  func csv(german: Bool = false, classification: String? = nil, symptoms: String = "") -> String {
    let names =
      german
      ? ["Name", "Geburtsdatum", "Aufzeichnungsdatum", "Klassifizierung", "Symptome", "Softwareversion", "Gerät"]
      : ["Name", "Date of Birth", "Recorded Date", "Classification", "Symptoms", "Software Version", "Device"]
    let values = [
      "Robin Example", "\"Jan 2, 1990\"", "2026-11-19 07:12:30 +0100",
      classification ?? (german ? "Vorhofflimmern" : "Atrial Fibrillation"), symptoms, "1.90", "\"Watch6,2\"",
    ]
    var lines = zip(names, values).map { "\($0),\($1)" }
    lines += [german ? "Abtastrate,512 Hertz" : "Sample Rate,512 hertz", "", ""]
    lines += [german ? "Ableitung,Ableitung I" : "Lead,Lead I", german ? "Einheit,µV" : "Unit,µV", ""]
    lines += voltages.map { german ? "\($0)".replacing(".", with: ",") : "\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  static let fhir = """
    {"resourceType":"Observation","id":"lab-7","status":"final","code":{"coding":[{"system":"http://loinc.org",\
    "code":"2339-0","display":"Glucose"}],"text":"Glucose & more <é>"},"valueQuantity":{"value":5.4,"unit":"mmol/L"}}
    """

  /// The times of the beats, as a phone in that language prints them. The series begins at 06:30:15.
  private func clock(_ seconds: Double, twelveHours: Bool) -> String {
    let total = 6 * 3_600 + 30 * 60 + 15 + seconds
    let (hour, minute) = (Int(total) / 3_600, Int(total) / 60 % 60)
    let second = String(format: "%05.2f", total - Double(Int(total) / 60 * 60))
    return twelveHours
      ? "\(hour):\(String(format: "%02d", minute)):\(second) AM"
      : "\(String(format: "%02d", hour)):\(String(format: "%02d", minute)):\(second.replacing(".", with: ","))"
  }

  func xml(twelveHours: Bool = true) -> String {
    let list = beats.indices.map { index in
      // The rate at a missed beat is that of its neighbours, as on a watch.
      let interval = index == 0 || index == 20 ? 0.95 : beats[index] - beats[index - 1]
      return """
           <InstantaneousBeatsPerMinute bpm="\(Int((60 / interval).rounded()))" \
        time="\(clock(beats[index], twelveHours: twelveHours))"/>

        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
       <ExportDate value="2026-11-20 12:00:00 +0000"/>
       <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Robin’s Watch" unit="ms" \
      startDate="2026-11-20 06:30:15 +0000" endDate="2026-11-20 06:31:14 +0000" value="41.5">
        <HeartRateVariabilityMetadataList>
      \(list.joined())  </HeartRateVariabilityMetadataList>
       </Record>
       <Record type="HKCategoryTypeIdentifierSkippedHeartbeat" sourceName="Health" value="HKCategoryValueSeverityMild" \
      startDate="2026-11-19 06:12:30 +0000" endDate="2026-11-19 06:12:32 +0000"/>
       <Record type="HKCategoryTypeIdentifierSkippedHeartbeat" sourceName="Health" value="HKCategoryValueSeverityMild" \
      startDate="2026-11-19 09:12:30 +0000" endDate="2026-11-19 09:12:30 +0000"/>
       <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Ears" startDate="2026-11-18 10:00:00 +0000" \
      endDate="2026-11-18 10:10:00 +0000">
        <MetadataEntry key="HKExternalUUID" value="A1"/>
        <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="12.5" leftEarUnit="dBHL" \
      rightEarValue="15" rightEarUnit="dBHL"/>
        <SensitivityPoint frequencyValue="1" frequencyUnit="kHz" leftEarValue="20" leftEarUnit="dBHL" \
      leftEarMasked="true" leftEarClampingRangeLowerBound="-10" leftEarClampingRangeUpperBound="90"/>
        <SensitivityPoint frequencyValue="high" frequencyUnit="Hz"/>
       </Audiogram>
       <VisionPrescription type="HKVisionPrescriptionTypeGlasses" dateIssued="2026-11-17 09:00:00 +0000" \
      expirationDate="2028-11-17 09:00:00 +0000">
        <RightEye sphere="-1.25" sphereUnit="D" cylinder="-0.5" cylinderUnit="D" axis="90" axisUnit="deg" \
      vertex="1.2" vertexUnit="cm" prismAmount="2" prismAmountUnit="pD" prismAngle="90" prismAngleUnit="deg"/>
        <LeftEye sphere="-1" sphereUnit="D" add="1.5" addUnit="D"/>
       </VisionPrescription>
       <VisionPrescription type="HKVisionPrescriptionTypeContacts" dateIssued="2026-11-17 09:00:00 +0000" \
      brand="Soft &amp; Clear">
        <LeftEye sphere="-2" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm" diameter="14.2" diameterUnit="mm"/>
       </VisionPrescription>
       <ClinicalRecord type="HKClinicalTypeIdentifierLabResultRecord" identifier="lab-7" sourceName="Clinic" \
      sourceURL="https://clinic.example/fhir/Observation/lab-7" fhirVersion="4.0.1" \
      receivedDate="2026-11-16 08:00:00 +0000" resourceFilePath="/clinical-records/lab.json"/>
       <ClinicalRecord type="HKClinicalTypeIdentifierConditionRecord" identifier="c-1" sourceName="Clinic" \
      sourceURL="https://clinic.example/fhir/Condition/c-1" fhirVersion="1.0.2" \
      receivedDate="2026-11-16 08:00:00 +0000" resourceFilePath="/clinical-records/gone.json"/>
      </HealthData>

      """
  }

  /// Writes the export's folder and returns its path.
  ///
  /// - Parameter isOlder: whether the beats are left out, as in exports of 2016, and the file of the electrocardiogram.
  func write(
    to folder: String, german: Bool = false, resources: [String: String]? = nil, isOlder: Bool = false
  ) throws -> String {
    for name in ["electrocardiograms", "clinical-records"] {
      try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    func write(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: URL(filePath: folder + "/" + path))
    }
    let xml = xml(twelveHours: !german)
    let withoutBeats = xml.split(separator: "\n").filter {
      !$0.contains("InstantaneousBeatsPerMinute") && !$0.contains("HeartRateVariabilityMetadataList")
    }.joined(separator: "\n")
    try write(isOlder ? withoutBeats : xml, "export.xml")
    if !isOlder { try write(csv(german: german), "electrocardiograms/ecg_2026-11-19.csv") }
    for (path, text) in resources ?? ["lab.json": Self.fhir] { try write(text, "clinical-records/\(path)") }
    return folder
  }
}

/// A store that exports are imported into.
final class ImportedStore {
  let scratch: ScratchDirectory
  let store: HKHealthStore

  init() throws {
    scratch = try ScratchDirectory()
    store = HKHealthStore(
      configuration: .init(path: scratch.path + "/health.sqlite", authorization: .allowAll, now: { TestTime.now }))
  }

  /// Imports the export at a path.
  @discardableResult
  func add(_ path: String) throws -> ImportReport {
    try AppleExportImporter(path: path).run(
      into: ImportSession(
        store: try store.connection.writing(), options: ImportOptions(now: TestTime.now, systemZone: "GMT")))
  }

  func samples<Sample: HKSample>(
    _ predicate: HKSamplePredicate<Sample>, in store: HKHealthStore? = nil
  ) async throws -> [Sample] {
    try await HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: [SortDescriptor(\.startDate)])
      .result(for: store ?? self.store)
  }
}

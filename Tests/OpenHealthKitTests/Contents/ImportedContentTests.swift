import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// What an export holds besides quantities, through HealthKit's classes.
@Suite("Electrocardiograms, beats, audiograms, prescriptions and clinical records of an export")
struct ImportedContentTests {
  @Test("an electrocardiogram is read with the words and number formats of two languages", arguments: [false, true])
  func electrocardiogram(german: Bool) async throws {
    let imported = try ImportedStore()
    // With two seconds it has the dates of a symptom.
    let count = german ? 9_001 : 1_024
    let export = ContentExport(seed: 3, voltages: count)
    let folder = try export.write(to: imported.scratch.path + "/export", german: german)
    let report = try imported.add(folder)
    #expect(report.read == report.stored && report.skipped == 0)
    let found = try await imported.samples(.electrocardiogram())
    let electrocardiogram = try #require(found.first)
    #expect(found.count == 1 && electrocardiogram.numberOfVoltageMeasurements == count)
    #expect(electrocardiogram.classification == .atrialFibrillation && electrocardiogram.symptomsStatus == .none)
    #expect(electrocardiogram.samplingFrequency == HKQuantity(unit: .hertz(), doubleValue: 512))
    #expect(electrocardiogram.averageHeartRate == nil && electrocardiogram.metadata == nil)
    #expect(electrocardiogram.startDate == Date(timeIntervalSince1970: 1_795_068_750))
    #expect(electrocardiogram.endDate.timeIntervalSince(electrocardiogram.startDate) == Double(count) / 512)
    #expect(
      electrocardiogram.device?.hardwareVersion == "Watch6,2" && electrocardiogram.sourceRevision.version == "1.90")

    // In order, as in the file; the same through the descriptor.
    var voltages: [Double] = []
    var times: [Double] = []
    let microvolt = HKUnit.voltUnit(with: .micro)
    for try await measurement in HKElectrocardiogramQueryDescriptor(electrocardiogram).results(for: imported.store) {
      voltages.append(
        try #require(measurement.quantity(for: .appleWatchSimilarToLeadI)).doubleValue(for: microvolt))
      times.append(measurement.timeSinceSampleStart)
    }
    #expect(voltages == export.voltages && times == (0..<count).map { Double($0) / 512 })
    let calls = Calls<Double?>()
    imported.store.execute(
      HKElectrocardiogramQuery(electrocardiogram) { _, result in
        switch result {
        case .measurement(let measurement):
          calls.add(measurement.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: microvolt))
        case .done: calls.add(nil)
        case .error(let error): Issue.record(error)
        }
      })
    var heard: [Double] = []
    while let voltage = try await calls.next() { heard.append(voltage) }
    #expect(heard == export.voltages)

    // The symptom with the same dates, and not the other.
    let symptoms = HKQuery.predicateForObjectsAssociated(electrocardiogram: electrocardiogram)
    let associated = try await imported.samples(
      .categorySample(type: HKCategoryType(.skippedHeartbeat), predicate: symptoms))
    #expect(associated.map(\.startDate) == (german ? [] : [electrocardiogram.startDate]))
  }

  @Test(
    "a heartbeat series has the times in the file, on a 12-hour and on a 24-hour clock", arguments: [false, true])
  func beats(german: Bool) async throws {
    let imported = try ImportedStore()
    let export = ContentExport(seed: 11)
    try imported.add(try export.write(to: imported.scratch.path + "/export", german: german))
    let series = try #require(try await imported.samples(.heartbeatSeries()).first)
    #expect(series.count == 40 && series.metadata == nil)
    #expect(series.sourceRevision.source.name == "Robin’s Watch")
    var beats: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
    for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: imported.store) { beats.append(beat) }
    #expect(beats.map { ($0.timeIntervalSinceStart * 100).rounded() } == export.beats.map { ($0 * 100).rounded() })
    #expect(beats.indices.filter { beats[$0].precededByGap } == [20])
    // The variability that they were exported with is still a quantity.
    let variability = try await imported.samples(.quantitySample(type: HKQuantityType(.heartRateVariabilitySDNN)))
    #expect(variability.count == 1)
  }

  @Test(
    "a type that is in no catalog is queried by its identifier: samples, statistics and anchored changes, in its unit")
  func unlisted() async throws {
    let imported = try ImportedStore()
    let identifier = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierShineOfTomorrow")
    func record(_ day: Int, _ value: Double) -> String {
      """
       <Record type="\(identifier.rawValue)" sourceName="W" unit="ms" startDate="2026-11-\(day) 08:00:00 +0000" \
      endDate="2026-11-\(day) 08:00:00 +0000" value="\(value)"/>

      """
    }
    let path = imported.scratch.path + "/export.xml"
    try """
    <HealthData locale="en_DE">
     <ExportDate value="2026-11-14 21:00:00 +0000"/>
    \(record(12, 40))\(record(12, 60))\(record(13, 45))</HealthData>

    """.write(toFile: path, atomically: true, encoding: .utf8)
    let type = HKQuantityType(identifier)
    #expect(type.aggregationStyle == .discreteArithmetic && type == HKQuantityType(identifier))
    try imported.add(path)
    let unit = HKUnit.secondUnit(with: .milli)
    let samples = try await imported.samples(.quantitySample(type: type))
    #expect(samples.map { $0.quantity.doubleValue(for: unit) }.sorted() == [40, 45, 60])
    #expect(type.is(compatibleWith: .second()) && !type.is(compatibleWith: .count()))
    #expect(HKObjectType.quantityType(forIdentifier: identifier) == type)
    let above = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: .second(), doubleValue: 0.042))
    #expect(try await imported.samples(.quantitySample(type: type, predicate: above)).count == 2)
    let statistics = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: type), options: [.discreteAverage, .discreteMax]
    ).result(for: imported.store)
    #expect(statistics?.averageQuantity()?.doubleValue(for: unit) == 145.0 / 3)
    #expect(statistics?.maximumQuantity()?.doubleValue(for: unit) == 60)
    let changes = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: type)], anchor: nil
    ).result(for: imported.store)
    #expect(changes.addedSamples.count == 3)
  }

  @Test(
    "audiograms, prescriptions and clinical records have their classes, and a file imported later completes one")
  func others() async throws {
    let imported = try ImportedStore()
    let folder = try ContentExport(seed: 5).write(to: imported.scratch.path + "/export")
    let report = try imported.add(folder)
    #expect(report.droppedParts.map(\.element).sorted() == ["SensitivityPoint", "resourceFilePath"])
    let audiogram = try #require(try await imported.samples(.audiogram()).first)
    #expect(audiogram.metadata?.keys.sorted() == ["HKExternalUUID"])
    let points = audiogram.sensitivityPoints
    #expect(points.map { $0.frequency.doubleValue(for: .hertz()) } == [500, 1_000])
    #expect(points[0].leftEarSensitivity == HKQuantity(unit: .decibelHearingLevel(), doubleValue: 12.5))
    #expect(points[0].rightEarSensitivity == HKQuantity(unit: .decibelHearingLevel(), doubleValue: 15))
    #expect(points[1].leftEarSensitivity == nil && points[1].tests.first?.masked == true)
    #expect(points[1].tests.first?.clampingRange?.upperBound?.doubleValue(for: .decibelHearingLevel()) == 90)

    let prescriptions = try await imported.samples(.visionPrescription())
    #expect(prescriptions.count == 2)
    let glasses = try #require(prescriptions.compactMap { $0 as? HKGlassesPrescription }.first)
    #expect(glasses.rightEye?.axis == HKQuantity(unit: .degreeAngle(), doubleValue: 90))
    #expect(glasses.rightEye?.vertexDistance == HKQuantity(unit: .meterUnit(with: .milli), doubleValue: 12))
    #expect(glasses.rightEye?.prism?.verticalBase == .up && glasses.rightEye?.prism?.horizontalBase == HKPrismBase.none)
    #expect(glasses.leftEye?.addPower == HKQuantity(unit: .diopter(), doubleValue: 1.5))
    #expect(glasses.expirationDate == Date(timeIntervalSince1970: 1_858_064_400))
    let contacts = try #require(prescriptions.compactMap { $0 as? HKContactsPrescription }.first)
    #expect(contacts.brand == "Soft & Clear" && contacts.rightEye == nil)
    #expect(contacts.leftEye?.diameter == HKQuantity(unit: .meterUnit(with: .milli), doubleValue: 14.2))

    let lab = try #require(try await imported.samples(.clinicalRecord(type: HKClinicalType(.labResultRecord))).first)
    let resource = try #require(lab.fhirResource)
    #expect(lab.displayName == "Glucose & more <é>" && lab.clinicalType == HKClinicalType(.labResultRecord))
    #expect(String(decoding: resource.data, as: UTF8.self) == ContentExport.fhir)
    #expect(resource.resourceType == .observation && resource.identifier == "lab-7")
    #expect(resource.fhirVersion == .primaryR4() && resource.fhirVersion.fhirRelease == .r4)
    #expect(resource.sourceURL?.host() == "clinic.example")
    let condition = HKSamplePredicate<HKClinicalRecord>.clinicalRecord(type: HKClinicalType(.conditionRecord))
    #expect(try await imported.samples(condition).map(\.fhirResource?.identifier) == [nil])

    // Importing it again stores nothing, and what was missing is added.
    let again = try imported.add(folder)
    #expect(again.stored == 0 && again.alreadyPresent == again.read)
    let whole = try ContentExport(seed: 5).write(
      to: imported.scratch.path + "/whole",
      resources: ["lab.json": ContentExport.fhir, "gone.json": "{\"resourceType\":\"Condition\"}"])
    #expect(try imported.add(whole).stored == 0)
    #expect(
      try await imported.samples(condition).first?.fhirResource.map { String(decoding: $0.data, as: UTF8.self) }
        == "{\"resourceType\":\"Condition\"}")
    #expect(try await imported.samples(.electrocardiogram()).count == 1)
    #expect(try await imported.samples(.heartbeatSeries()).count == 1)
  }

  @Test(
    "an import that only completes earlier imports is listed, and undoing it removes only what it added",
    arguments: ["beats", "clinical file", "points"])
  func completing(_ part: String) async throws {
    let imported = try ImportedStore()
    let export = ContentExport(seed: 8)
    func route(_ name: String, points: String) throws -> String {
      let folder = imported.scratch.path + "/" + name
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let dates = "startDate=\"2026-11-18 07:00:00 +0000\" endDate=\"2026-11-18 07:10:00 +0000\""
      try Data(
        """
        <HealthData><ExportDate value="2026-11-20 12:00:00 +0000"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \(dates)>
          <WorkoutRoute sourceName="Watch" \(dates)><MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>\(points)</WorkoutRoute>
         </Workout></HealthData>
        """.utf8
      ).write(to: URL(filePath: folder + "/export.xml"))
      return folder
    }
    let (first, second): (String, String)
    switch part {
    case "beats":
      first = try export.write(to: imported.scratch.path + "/first", isOlder: true)
      second = try export.write(to: imported.scratch.path + "/second")
      try FileManager.default.removeItem(atPath: second + "/electrocardiograms")
    case "clinical file":
      first = try export.write(to: imported.scratch.path + "/first")
      second = try export.write(
        to: imported.scratch.path + "/second",
        resources: ["lab.json": ContentExport.fhir, "gone.json": "{\"resourceType\":\"Condition\"}"])
    default:
      first = try route("first", points: "")
      second = try route(
        "second", points: "<Location date=\"2026-11-18 07:00:01 +0000\" latitude=\"48.5\" longitude=\"6.25\"/>")
    }
    func state() async throws -> [String] {
      let condition = HKSamplePredicate<HKClinicalRecord>.clinicalRecord(type: HKClinicalType(.conditionRecord))
      let routes = try await imported.samples(.workoutRoute())
      for route in routes { #expect(route.metadata?[HKMetadataKeyTimeZone] as? String == "Asia/Tokyo") }
      return [
        "\(try await imported.samples(.heartbeatSeries()).count)",
        "\(try await imported.samples(condition).first?.fhirResource?.identifier ?? "none")", "\(routes.map(\.count))",
        "\(try await imported.samples(.electrocardiogram()).count)",
      ]
    }
    try imported.add(first)
    if part == "points" {
      let day = try #require(Day(year: 2026, month: 11, day: 18))
      #expect(try imported.store.connection.reading().zone(of: day).identifier == "Asia/Tokyo")
    }
    let before = try await state()
    let whole = try imported.add(second)
    #expect(whole.stored == 0)
    let after = try await state()
    #expect(after != before)
    let imports = try imported.store.connection.reading().imports()
    #expect(imports.count == 2)
    // Importing it again does not count as an import.
    try imported.add(second)
    #expect(try imported.store.connection.reading().imports().count == imports.count)
    _ = try imported.store.connection.changing().undoImport(try #require(imports.last).id)
    #expect(try await state() == before)
    #expect(try imported.store.connection.reading().imports().count == 1)
    // And it can be imported again.
    try imported.add(second)
    #expect(try await state() == after)
  }

  @Test(
    "the clinical document of an export is imported with its data and header, and importing it again stores nothing")
  func document() async throws {
    let imported = try ImportedStore()
    let folder = try ContentExport(seed: 1).write(to: imported.scratch.path + "/export")
    let names = "<name><given>Robin &amp; Kim</given><family>Example</family></name>"
    let xml = """
      <?xml version="1.0"?>
      <ClinicalDocument xmlns="urn:hl7-org:v3"><!-- <title>no</title> --><title>Health Data Export</title>
      <effectiveTime value="20261120115900+0000"/>
      <recordTarget><patientRole><patient>\(names)</patient></patientRole></recordTarget>
      <author><assignedAuthor><assignedPerson><name>Health</name></assignedPerson></assignedAuthor></author>
      <custodian><assignedCustodian><representedCustodianOrganization><name>Home</name>
      </representedCustodianOrganization></assignedCustodian></custodian>
      <component><title>Not this</title>\(String(repeating: "<entry/>", count: 9_000))</component></ClinicalDocument>
      <ClinicalDocument/>
      """
    let path = URL(filePath: folder + "/export_cda.xml")
    try Data(xml.utf8).write(to: path)
    let report = try imported.add(folder)
    #expect(report.skipped == 0 && report.read == report.stored)
    func documents(withData: Bool = true) async throws -> [HKCDADocumentSample] {
      let calls = Calls<[HKCDADocumentSample]>()
      imported.store.execute(
        HKDocumentQuery(
          documentType: HKDocumentType(.CDA), predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil,
          includeDocumentData: withData
        ) { _, found, _, error in
          if let error { Issue.record(error) }
          calls.add((found ?? []).compactMap { $0 as? HKCDADocumentSample })
        })
      return try await calls.next()
    }
    let found = try #require(try await documents().first)
    #expect(found.document?.documentData == Data(xml.utf8))
    #expect(found.document?.title == "Health Data Export" && found.document?.patientName == "Robin & Kim Example")
    #expect(found.document?.authorName == "Health" && found.document?.custodianName == "Home")
    #expect(found.startDate == Date(timeIntervalSince1970: 1_795_175_940))
    #expect(try await documents(withData: false).map(\.document) == [nil])
    #expect(try imported.add(folder).stored == 0)
    for (path, value) in [
      (HKPredicateKeyPathCDATitle, "Health Data Export"), (HKPredicateKeyPathCDAPatientName, "Robin & Kim Example"),
      (HKPredicateKeyPathCDAAuthorName, "Health"), (HKPredicateKeyPathCDACustodianName, "Home"),
    ] {
      for (wanted, count) in [(value, 1), ("other", 0)] {
        let predicate = NSPredicate(format: "%K == %@", path, wanted)
        let matching = try await HKSampleQueryDescriptor(
          predicates: [.sample(type: HKDocumentType(.CDA), predicate: predicate)], sortDescriptors: []
        ).result(for: imported.store)
        #expect(matching.count == count, "\(path)")
      }
    }
    let identifier = NSPredicate(format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "lab-7")
    let type = NSPredicate(
      format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceType, HKFHIRResourceType.observation.rawValue)
    for predicate in [identifier, type] {
      #expect(
        try await imported.samples(.clinicalRecord(type: HKClinicalType(.labResultRecord), predicate: predicate)).count
          == 1)
    }
    // A program's own document is read back in the same way.
    let own = try HKCDADocumentSample(
      data: Data("<ClinicalDocument/>".utf8), start: TestTime.at(1), end: TestTime.at(1), metadata: ["a": "b"])
    try await imported.store.save(own)
    let saved = try #require(try await documents().first { $0.uuid == own.uuid })
    #expect(saved.document?.documentData == own.document?.documentData && saved.metadata?["a"] as? String == "b")
    for text in ["<Other/>", ""] {
      try Data(text.utf8).write(to: path)
      let report = try imported.add(folder)
      #expect(report.droppedParts.filter { $0.element == "export_cda.xml" }.map(\.reason) == ["damaged"])
      #expect(report.skipped == 0 && !report.others.contains(.clinicalDocument))
    }
  }

  @Test("a file that is not an electrocardiogram is skipped with a reason")
  func damagedFiles() throws {
    let imported = try ImportedStore()
    let folder = try ContentExport(seed: 1).write(to: imported.scratch.path + "/export")
    for (name, text) in [
      ("a", "Name,Robin\n"), ("b", "Recorded Date,2026-11-19 07:12:30 +0100\nUnit,µV\n"),
      ("c", ""), ("d", "Recorded Date,1850-11-19 07:12:30 +0100\nUnit,µV\n1\n"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: folder + "/electrocardiograms/\(name).csv"))
    }
    let report = try imported.add(folder)
    #expect(report.skipCounts == ["missingStartDate": 2, "missingValue": 1, "dateOutOfRange": 1])
    #expect(report.read == report.stored + report.skipped)
  }
}

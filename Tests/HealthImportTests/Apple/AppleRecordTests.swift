import FoundationEssentials
import HealthImport
import HealthModel
import Testing

@Suite("Converting an export's records to samples")
struct AppleRecordTests {
  @Test("A quantity keeps value, unit, dates, source, version, device and line")
  func quantity() throws {
    let text = ExportText.document(ExportText.record(value: "12.5", device: ExportText.watch))
    let (report, sink) = try importExport(text)
    let sample = try #require(sink.samples.first)
    #expect(sample.type == "HKQuantityTypeIdentifierStepCount")
    #expect(sample.kind == .quantity)
    #expect(sample.unit == "count")
    #expect(sample.value == 12.5)
    #expect(sample.start == Date(timeIntervalSince1970: 1_709_535_600))
    #expect(sample.end == Date(timeIntervalSince1970: 1_709_535_690))
    #expect(sample.provenance.source == Source(name: "Robin’s Apple\u{A0}Watch"))
    #expect(sample.provenance.version == "9.4")
    #expect(
      sample.provenance.device
        == Device(
          name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch6,2",
          softwareVersion: "9.4"))
    #expect(sample.line == text.split(separator: "\n").firstIndex { $0.hasPrefix(" <Record") }.map { $0 + 1 })
    #expect(report.read == 1)
    #expect(report.isComplete)
  }

  @Test("The device's pointer is not part of it, so one device remains one")
  func devicePointer() throws {
    let body = ["0x2812ab340", "0x999999999"].map { pointer in
      ExportText.record(device: ExportText.watch.replacing("0x2812ab340", with: pointer))
    }
    let (_, sink) = try importExport(ExportText.document(body.joined()))
    #expect(Set(sink.samples.map(\.provenance)).count == 1)
    #expect(sink.tables.provenances.count == 1)
    // A different device stays separate, with the same source and version.
    let other = ExportText.record(device: ExportText.watch.replacing("Watch6,2", with: "Watch5,1"))
    let devices = try importExport(ExportText.document(body[0] + other)).sink.samples.map(\.provenance.device)
    #expect(devices.map(\.?.hardwareVersion) == ["Watch6,2", "Watch5,1"])
  }

  @Test("Categories become their raw values; unknown symbols are kept as text; a missing value stays missing")
  func categories() throws {
    let body = [
      ("HKCategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourStood"),
      ("HKCategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourIdle"),
      ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM"),
      ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisDreaming"),
      ("HKCategoryTypeIdentifierMindfulSession", nil),
    ].map { ExportText.record($0.0, unit: nil, value: $0.1) }
    let (_, sink) = try importExport(ExportText.document(body.joined()))
    #expect(sink.samples.map(\.value) == [0, 1, 5, nil, nil])
    #expect(sink.samples.map(\.kind) == Array(repeating: .category, count: 5))
    #expect(
      sink.samples.map(\.metadata) == [
        [], [], [],
        [Metadata.Entry(key: MetadataKey.unknownValue, value: .text("HKCategoryValueSleepAnalysisDreaming"))], [],
      ])
  }

  @Test("Types that are not in the catalog are kept unchanged")
  func unknownTypes() throws {
    let (report, sink) = try importExport(
      ExportText.document(
        ExportText.record("HKDataTypeSleepDurationGoal", unit: "hr", value: "8")
          + ExportText.record("HKQuantityTypeIdentifierFutureThing", unit: "furlong", value: "2")
          + ExportText.record("HKCategoryTypeIdentifierFutureThing", unit: nil, value: "HKCategoryValueFuture")))
    #expect(report.stored == 3)
    #expect(sink.samples.map(\.kind) == [.other, .other, .other])
    #expect(sink.samples.map(\.unit) == ["hr", "furlong", nil])
    #expect(sink.samples.map(\.value) == [8, 2, nil])
    #expect(sink.samples[2].metadata.map(\.value) == [.text("HKCategoryValueFuture")])
  }

  @Test("One type in two units counts as two uses, including kJ")
  func units() throws {
    let (report, sink) = try importExport(
      ExportText.document(
        ["kJ", "Cal", "kcal", "J"].map {
          ExportText.record("HKQuantityTypeIdentifierActiveEnergyBurned", unit: $0, value: "418.4")
        }.joined()))
    #expect(sink.samples.map(\.unit) == ["kJ", "Cal", "kcal", "J"])
    #expect(report.skipped == 0)
  }

  @Test("Metadata is typed, including repeated keys, and shared by samples with equal metadata")
  func metadata() throws {
    let children =
      ExportText.entry("HKWasUserEntered", "1") + ExportText.entry("HKTimeZone", "Europe/Berlin")
      + ExportText.entry("Note", "a &amp; b") + ExportText.entry("Note", "c")
    let (_, sink) = try importExport(
      ExportText.document(ExportText.record(children: children) + ExportText.record(value: "3", children: children)))
    let expected = Metadata([
      Metadata.Entry(key: "HKWasUserEntered", value: .flag(true)),
      Metadata.Entry(key: "HKTimeZone", value: .text("Europe/Berlin")),
      Metadata.Entry(key: "Note", value: .text("a & b")), Metadata.Entry(key: "Note", value: .text("c")),
    ])
    #expect(sink.samples.map(\.metadata) == [expected.entries, expected.entries])
  }

  @Test("Metadata that no two samples share does not accumulate and stays correct")
  func unsharedMetadata() throws {
    let identifier = String(repeating: "x", count: 200)
    let body = (0..<20_000).map { number in
      ExportText.record(
        value: "\(number)", children: ExportText.entry("HKExternalUUID", "\(identifier)\(number / 2 * 2)"))
    }
    let (_, sink) = try importExport(Array(ExportText.document(body.joined()).utf8), batchSize: 500)
    #expect(sink.samples.count == 20_000)
    let isRight = sink.samples.enumerated().allSatisfy { number, sample in
      sample.metadata == [Metadata.Entry(key: "HKExternalUUID", value: .text("\(identifier)\(number / 2 * 2)"))]
    }
    #expect(isRight)
  }

  @Test("The beats of a heart rate variability sample become one text value")
  func beats() throws {
    let (_, sink) = try importExport(ExportText.mixture)
    let sample = try #require(sink.samples.first { $0.type == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN" })
    #expect(
      sample.metadata == [
        Metadata.Entry(key: MetadataKey.beats, value: .text("61@9:00:01.20 AM;64@9:00:02.20 AM"))
      ])
  }

  @Test(
    "Records that cannot be stored are skipped with their reason and line",
    arguments: [
      (ExportText.record(""), SkipReason.missingType),
      (ExportText.record(start: nil), .missingStartDate),
      (ExportText.record(start: ""), .missingStartDate),
      (ExportText.record(start: "yesterday"), .badDate),
      (ExportText.record(end: "2024-99-04 08:01:30 +0100"), .badDate),
      (ExportText.record(end: "2024-03-04 07:59:59 +0100"), .endBeforeStart),
      (ExportText.record(value: nil), .missingValue),
      (ExportText.record(value: "nan"), .badValue),
      (ExportText.record(value: "1,5"), .badValue),
      (ExportText.record("HKQuantityTypeIdentifierBodyMass", unit: "cm"), .incompatibleUnit),
      (ExportText.record("HKQuantityTypeIdentifierBodyMass", unit: "bananas"), .incompatibleUnit),
      (ExportText.record("HKQuantityTypeIdentifierBodyMass", unit: nil), .incompatibleUnit),
      (" <Audiogram type=\"x\"><SensitivityPoint a=\"1\"/></Audiogram>\n", .missingStartDate),
      (" <ClinicalRecord type=\"x\"/>\n", .missingType),
      (" <ActivitySummary dateComponents=\"1969-12-30\" activeEnergyBurned=\"0\"/>\n", .before1970),
      (" <ActivitySummary activeEnergyBurned=\"0\"/>\n", .badDate),
      (" <ActivitySummary dateComponents=\"2024-01-01\" appleStandHours=\"many\"/>\n", .badValue),
      (" <ActivitySummary dateComponents=\"2024-01-01\" activeEnergyBurnedUnit=\"km\"/>\n", .incompatibleUnit),
      (" <Workout sourceName=\"x\" startDate=\"2024-03-04 08:00:00 +0100\"/>\n", .missingType),
      (" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\"/>\n", .missingStartDate),
      (" <Correlation type=\"HKCorrelationTypeIdentifierFood\"/>\n", .missingStartDate),
      (" <Correlation startDate=\"2024-03-04 08:00:00 +0100\"/>\n", .missingType),
      (" <Record type=\"x\" value=\"1\"\" unit=\"2\"/>\n", .damaged),
      (ExportText.record(start: "0001-01-01 00:00:00 +0000"), .dateOutOfRange),
      (ExportText.record(end: "9999-12-31 23:59:59 +0000"), .dateOutOfRange),
      (ExportText.record(end: "2126-03-04 08:01:30 +0100"), .dateOutOfRange),
      (ExportText.record(end: "2034-03-04 08:01:30 +0100"), .lastsTooLong),
      (ExportText.record(end: "4001-01-01 00:00:00 +0000"), .dateOutOfRange),
      (ExportText.record(value: "1e308"), .valueOutOfRange),
      (ExportText.record("HKQuantityTypeIdentifierBodyMass", unit: "kg", value: "2e15"), .valueOutOfRange),
      (ExportText.record(source: String(repeating: "x", count: 5_000)), .tooLarge),
      (
        " <Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" startDate=\"2024-03-04 08:00:00 +0100\" endDate=\"2026-03-04 08:00:00 +0100\"/>\n",
        .lastsTooLong
      ),
      (
        " <Correlation type=\"HKCorrelationTypeIdentifierFood\" startDate=\"1804-03-04 08:00:00 +0100\"/>\n",
        .dateOutOfRange
      ),
      (" <ActivitySummary dateComponents=\"9999-12-31\"/>\n", .dateOutOfRange),
      (" <ActivitySummary dateComponents=\"2024-01-01\" activeEnergyBurned=\"-1\"/>\n", .valueOutOfRange),
      (" <ActivitySummary dateComponents=\"2024-01-01\" appleStandHoursGoal=\"1e99\"/>\n", .valueOutOfRange),
    ])
  func skips(element: String, reason: SkipReason) throws {
    let body = ExportText.record() + element + ExportText.record()
    let (report, sink) = try importExport(ExportText.document(body))
    #expect(report.read == 3)
    #expect(report.skipCounts == [reason.rawValue: 1])
    #expect(sink.samples.count == 2)
    #expect(report.skips.map(\.line) == [ExportText.document("").count { $0 == "\n" } + 1])
  }

  @Test("A state may last for years, and an ongoing one has no end")
  func longStates() throws {
    let contraceptive = "HKCategoryTypeIdentifierContraceptive"
    let value = "HKCategoryValueContraceptiveIntrauterineDevice"
    func ends(_ end: String) throws -> [Date] {
      try importExport(
        ExportText.document(ExportText.record(contraceptive, unit: nil, value: value, end: end))
      ).sink.samples.map(\.end)
    }
    #expect(try ends("2036-03-04 08:00:00 +0100").count == 1)
    #expect(try ends("2066-03-04 08:00:00 +0100").isEmpty)
    #expect(try ends("4001-01-01 01:00:00 +0100") == [.distantFuture])
  }

  @Test("An unknown category value gives no value, and its text is kept")
  func unknownCategories() throws {
    for (type, symbol) in [
      ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepDozing"),
      ("HKCategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourLeaned"),
      ("HKCategoryTypeIdentifierSleepAnalysis", "9223372036854775807"),
    ] {
      let (_, sink) = try importExport(ExportText.document(ExportText.record(type, unit: nil, value: symbol)))
      #expect(sink.samples.map(\.value) == [nil])
      #expect(
        sink.samples.first?.metadata == [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(symbol))])
    }
  }

  @Test("Exports of 2014 and 2015 print dates without separators, and source instead of sourceName")
  func olderExports() throws {
    let record =
      " <Record type=\"HKQuantityTypeIdentifierStepCount\" source=\"Robin\" unit=\"count\" startDate=\"20150915113529+0200\" endDate=\"20150915113629+0200\" value=\"9\"/>\n"
    let (report, sink) = try importExport(
      ExportText.document(record, head: " <ExportDate value=\"20150916080000+0200\"/>\n"))
    #expect(report.stored == 1)
    #expect(sink.header?.printedOffset == 7_200)
    #expect(sink.samples.map(\.start.timeIntervalSince1970) == [1_442_309_729])
    #expect(sink.samples.map { $0.end.timeIntervalSince($0.start) } == [60])
    #expect(sink.samples.map(\.provenance.source.name) == ["Robin"])
  }

  @Test("Records of 2014 without a value get the sum or mean of their measurements, and keep the rest")
  func aggregates() throws {
    func record(_ type: String, _ unit: String, _ numbers: String) -> String {
      " <Record type=\"HKQuantityTypeIdentifier\(type)\" source=\"Robin\" unit=\"\(unit)\" "
        + "startDate=\"20141015113529+0200\" endDate=\"20141015113629+0200\" \(numbers)/>\n"
    }
    let (report, sink) = try importExport(
      ExportText.document(
        record("HeartRate", "count/s", "min=\"1\" max=\"1.5\" average=\"1.25\" recordCount=\"3\"")
          + record("StepCount", "count", "sum=\"40\" recordCount=\"2\"")
          + record("HeartRate", "count/s", "min=\"1\" max=\"1.5\"")))
    #expect(sink.samples.map(\.value) == [1.25, 40])
    #expect(sink.samples.map { $0.metadata.map(\.key) } == [["max", "min", "recordCount"], ["recordCount"]])
    #expect(report.skipCounts == ["missingValue": 1])
  }

  @Test("Whole numbers in metadata keep all their digits")
  func wholeNumbers() throws {
    let children = ExportText.entry("HKMetadataKeySyncVersion", "1763772345123456789")
    let (_, sink) = try importExport(ExportText.document(ExportText.record(children: children)))
    #expect(sink.samples.first?.metadata.map(\.value) == [.integer(1_763_772_345_123_456_789)])
  }

  @Test("A missing end date defaults to the start date")
  func missingEnd() throws {
    let (_, sink) = try importExport(ExportText.document(ExportText.record(end: nil)))
    #expect(sink.samples.first.map { $0.end == $0.start } == true)
  }

  @Test("Damaged text is repaired, not lost")
  func repairs() throws {
    var bytes = Array(ExportText.document(ExportText.record(source: "@@@")).utf8)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "@")))
    bytes.replaceSubrange(place..<place + 3, with: [0xFF, 0x0B, 0x21])
    let (_, sink) = try importExport(bytes)
    #expect(sink.samples.first?.provenance.source.name == "\u{FFFD}\u{0B}!")
  }
}

import Foundation
import HealthModel
import TestSupport
import Testing

@Suite("ringtop export", .serialized, .programs, .timeLimit(.minutes(10)))
struct ExportTests {
  /// An export with elements of every kind.
  private func everything(_ sandbox: Sandbox) async throws {
    let extra = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-02" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeOPositive"/>
       <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Kim &amp; &quot;Co&quot; &lt;Scale&gt;" sourceVersion="1.0" unit="lb" startDate="2026-11-13 07:00:00 +0100" endDate="2026-11-13 07:00:00 +0100" value="170.3"/>
       <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Kim’s Apple\u{A0}Watch" device="&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.4&gt;" startDate="2026-11-13 01:00:00 +0100" endDate="2026-11-13 01:30:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore">
        <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
        <MetadataEntry key="own" value="tab&#9;line&#10;é🏃"/>
        <MetadataEntry key="own" value="twice"/>
       </Record>
       <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" startDate="2026-11-13 02:00:00 +0100" endDate="2026-11-13 02:30:00 +0100" value="HKCategoryValueSleepAnalysisDreaming"/>
       <Record type="HKDataTypeOfTomorrow" sourceName="W" unit="glow" startDate="2026-11-13 02:00:00 +0100" endDate="2026-11-13 02:30:00 +0100" value="3.25"/>
       <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:00:00 +0100" value="121"/>
       <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" creationDate="2026-11-13 07:59:00 +0100" startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:00:00 +0100" value="79"/>
       <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:00:00 +0100">
        <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:00:00 +0100" value="121"/>
        <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:00:00 +0100" value="79"/>
       </Correlation>
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="31.25" durationUnit="min" sourceName="W" creationDate="2026-11-12 08:40:07 +0100" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:40:00 +0100">
        <MetadataEntry key="HKIndoorWorkout" value="0"/>
        <MetadataEntry key="HKAverageMETs" value="9.1945 kcal/hr·kg"/>
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-11-12 08:10:00 +0100" duration="1.5" durationUnit="min"/>
        <WorkoutActivity uuid="7A1B6C2D-1111-2222-3333-444455556666" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:40:00 +0100" duration="31.25" durationUnit="min">
         <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:40:00 +0100" average="141.5" minimum="90" maximum="170" unit="count/min"/>
        </WorkoutActivity>
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:40:00 +0100" sum="312.5" unit="kcal"/>
        <WorkoutRoute sourceName="W" startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:40:00 +0100"><FileReference path="/workout-routes/a&amp;b.gpx"/></WorkoutRoute>
        <WorkoutRoute sourceName="W2" creationDate="2026-11-12 09:00:00 +0100" startDate="2026-11-12 08:00:01 +0100" endDate="2026-11-12 08:00:04 +0100">
         <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
         <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
         <Location date="2026-11-12 08:00:01 +0100" latitude="48.653445" longitude="6.135726" altitude="283.5" horizontalAccuracy="4" verticalAccuracy="3" course="120.5" speed="2.25"/>
         <Location date="2026-11-12 08:00:02.250 +0100" latitude="48.653446" longitude="-6.135727"/>
         <Location date="2026-11-12 08:00:04 +0100" latitude="48.65" longitude="6.13" speed="0" course="0"/>
        </WorkoutRoute>
       </Workout>
       <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" unit="ms" startDate="2026-11-13 06:30:15 +0100" endDate="2026-11-13 06:31:14 +0100" value="41.5">
        <HeartRateVariabilityMetadataList>
         <InstantaneousBeatsPerMinute bpm="61" time="6:30:15.20 AM"/>
         <InstantaneousBeatsPerMinute bpm="60" time="6:30:16.20 AM"/>
         <InstantaneousBeatsPerMinute bpm="62" time="6:30:17.17 AM"/>
         <InstantaneousBeatsPerMinute bpm="62" time="6:30:20.00 AM"/>
        </HeartRateVariabilityMetadataList>
       </Record>
       <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Ears" creationDate="2026-11-12 10:10:00 +0100" startDate="2026-11-12 10:00:00 +0100" endDate="2026-11-12 10:10:00 +0100">
        <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="12.5" leftEarUnit="dBHL" rightEarValue="15" rightEarUnit="dBHL"/>
       </Audiogram>
       <VisionPrescription type="HKVisionPrescriptionTypeContacts" dateIssued="2026-11-11 09:00:00 +0100" brand="Soft &amp; &quot;Clear&quot;">
        <LeftEye sphere="-2" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm"/>
       </VisionPrescription>
       <ClinicalRecord type="HKClinicalTypeIdentifierLabResultRecord" identifier="lab-7" sourceName="Clinic" sourceURL="https://clinic.example/lab-7" fhirVersion="4.0.1" receivedDate="2026-11-10 08:00:00 +0100" resourceFilePath="/clinical-records/lab.json"/>
      </HealthData>

      """
    try await sandbox.imported(ExportFixture(days: 9))
    let file = try sandbox.write(extra, to: "extra/export.xml")
    _ = try sandbox.write(
      "{\"resourceType\":\"Observation\",\"code\":{\"text\":\"Glucose\"}}", to: "extra/clinical-records/lab.json")
    let voltages = (0..<5_000).map { "\(Double($0 * $0 % 1_777) / 8)" }.joined(separator: "\n")
    _ = try sandbox.write(
      """
      Name,"Kim"
      Aufzeichnungsdatum,2026-11-12 07:12:30 +0100
      Klassifizierung,Sinusrhythmus
      Symptome,
      Softwareversion,1.90
      Gerät,"Watch6,2"
      Abtastrate,512 Hertz

      Ableitung,Ableitung I
      Einheit,µV

      \(voltages)
      """, to: "extra/electrocardiograms/ecg.csv")
    _ = try sandbox.write(
      "<ClinicalDocument><effectiveTime value=\"20261114110000+0100\"/><title>Vitals</title></ClinicalDocument>",
      to: "extra/export_cda.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let lines = sandbox.file("extra.jsonl")
    try Data(Self.lines().utf8).write(to: URL(filePath: lines))
    let added = try await sandbox.ringtop("add", "--json-lines", lines)
    #expect(added.code == 0, "\(added.errors)")
  }

  /// Data that Apple's exports cannot represent.
  private static func lines() throws -> String {
    func line(_ type: String, _ content: some SampleContent, _ more: String = "") throws -> String {
      guard case .text(let json) = content.entry.value else { return "" }
      let value = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
      return "{\"type\":\"\(type)\",\"start\":\"2026-11-12T08:00:00Z\",\"source\":\"Health\","
        + "\"created\":\"2026-11-12T08:00:01.5Z\",\"metadata\":{\"\(MetadataKey.content)\":\(value)}\(more)}\n"
    }
    let files = """
      ,"attachments":[{"uuid":"5B4D5C0E-0000-4000-8000-000000000001","name":"a <note>","contentType":"public.plain-text",\
      "created":"2026-11-12T09:00:00.5Z","metadata":{"page":"two"},"data":["aGVsbG8=","d29ybGQ="]},\
      {"uuid":"5B4D5C0E-0000-4000-8000-000000000002","name":"","contentType":"public.png",\
      "created":"2026-11-12T09:00:01Z","data":["AAEC"]}]
      """
    let medication = MedicationContent(
      identifier: "drug-1", displayText: "Drug & more", generalForm: "tablet",
      codings: [CodingContent(system: "rxnorm", version: "2", code: "1")], nickname: "blue", hasSchedule: true)
    let dose = DoseContent(
      scheduleType: 2, logStatus: 4, medication: "drug-1",
      scheduledDate: Date(timeIntervalSinceReferenceDate: 816_000_000), scheduledQuantity: 2, quantity: 1.5)
    return try line(TypeIdentifier.medication, medication) + line(TypeIdentifier.doseEvent, dose)
      + line(
        TypeIdentifier.stateOfMind, StateOfMindContent(kind: 1, valence: 0.25, labels: [1], associations: [2]), files)
      + line(TypeIdentifier.gad7, AssessmentContent(answers: Array(repeating: 1, count: 7)))
      + #"{"type":"bodyMass","value":71.5,"unit":"kg","start":"2026-11-12T08:00:00Z","source":"S","#
      + #""attachments":[{"uuid":"5B4D5C0E-0000-4000-8000-000000000003","name":"scale","contentType":"public.jpeg","#
      + #""created":"2026-11-12T09:00:00Z","data":["/9j/"]}]}"# + "\n"
  }

  /// The output of public commands for a store.
  private func dump(_ sandbox: Sandbox, store: String) async throws -> [String] {
    var answers: [String] = []
    for arguments in [
      ["summary", "--from", "2026-10-20", "--to", "2026-11-14", "--format", "json"],
      // For an earlier export's last day, which was incomplete, Apple's goals are exported, but not its numbers.
      ["audit", "--from", "2026-10-20", "--to", "2026-11-13", "--format", "json"], ["types"],
      ["query", "sleepAnalysis", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "jsonl"],
      ["query", "move", "--from", "2026-11-01", "--to", "2026-11-14", "--every", "hour", "--format", "csv"],
      ["query", "workoutRoute", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "csv"],
      ["query", "electrocardiogram", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "csv"],
      ["query", "heartbeatSeries", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "jsonl"],
      ["query", "weight", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "csv"], ["goals", "history"],
      ["export", "--format", "jsonl"],
    ] {
      let ending = try await Program.run(
        [Program.ringtop] + arguments + ["--store", store], environment: sandbox.environment)
      #expect(ending.code == 0, "\(arguments): \(ending.errors)")
      answers.append(ending.output)
    }
    return answers
  }

  @Test("importing an export gives the same store", arguments: ["xml", "jsonl"])
  func roundTrip(format: String) async throws {
    let sandbox = try Sandbox()
    try await everything(sandbox)
    let file = sandbox.file("out.\(format)")
    let export = try await sandbox.ringtop("export", "--output", file)
    #expect(export.code == 0, "\(export.errors)")
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    let second = sandbox.file("second/health.sqlite")
    let reading =
      format == "xml"
      ? try await sandbox.ringtop("import", file, "--store", second)
      : try await sandbox.ringtop("add", "--json-lines", file, "--store", second)
    #expect(reading.code == 0 && reading.output.contains("skipped 0"), "\(reading.output)\(reading.errors)")
    let (first, again) = (try await dump(sandbox, store: sandbox.store), try await dump(sandbox, store: second))
    for (one, other) in zip(first, again) {
      let lines = (one.split(separator: "\n"), other.split(separator: "\n"))
      let differing = zip(lines.0, lines.1).first { $0 != $1 }
      #expect(one == other, "\(lines.0.count) and \(lines.1.count) lines; \(String(describing: differing))")
    }
    let exported = again.last ?? ""
    for word in ["drug-1", "a <note>", "d29ybGQ=", "/9j/", "Europe/Paris", "\"created\":\"2026-11-12T07:40:07Z\""] {
      #expect(exported.contains(word), "\(word)")
    }
    #expect(exported.contains("\"type\":\"clinicalDocument\""))
    let facts = try await PublicFacts(ofStoreAt: sandbox.store).lines
    #expect(facts.count > 25, "\(facts.count)")
    #expect(facts.contains { $0.contains("aGVsbG93b3JsZA==") }, "\(facts)")
    #expect(try await PublicFacts(ofStoreAt: second).lines == facts)
    // A second time nothing is new.
    let repeated =
      format == "xml"
      ? try await sandbox.ringtop("import", file, "--store", second)
      : try await sandbox.ringtop("add", "--json-lines", file, "--store", second)
    #expect(repeated.output.contains("stored 0"), "\(repeated.output)")
    #expect(try await sandbox.ringtop("doctor", "--store", second).code == 0)
  }

  @Test("the scores and samples of each workout are preserved", arguments: ["xml", "jsonl"])
  func ofWorkouts(format: String) async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "move", "12kcal", "--at", "9:00").code == 0)
    try await EffortFacts.write(toStoreAt: sandbox.store)
    let facts = try await EffortFacts.read(fromStoreAt: sandbox.store)
    #expect(facts == ["0: 7.0", "1: 2.0 9.5 steps 40.0 steps 40.0", "2: 2.0"])
    let file = sandbox.file("out.\(format)")
    #expect(try await sandbox.ringtop("export", "--output", file).code == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // A tool that counts records must not count any of them twice.
    #expect(text.components(separatedBy: "<WorkoutSample ").count == (format == "xml" ? 7 : 1))
    #expect(text.components(separatedBy: "<Record ").count == (format == "xml" ? 9 : 1))
    let second = sandbox.file("second/health.sqlite")
    for _ in 0..<2 {
      let reading =
        format == "xml"
        ? try await sandbox.ringtop("import", file, "--store", second)
        : try await sandbox.ringtop("add", "--json-lines", file, "--store", second)
      #expect(reading.code == 0 && reading.output.contains("skipped 0"), "\(reading.output)\(reading.errors)")
      #expect(try await EffortFacts.read(fromStoreAt: second) == facts)
    }
    // An earlier version did not store it: importing the file again adds it.
    #expect(
      try await sandbox.shell("sqlite3 \(second) 'delete from workout_sample'").code == 0)
    let again =
      format == "xml"
      ? try await sandbox.ringtop("import", file, "--store", second)
      : try await sandbox.ringtop("add", "--json-lines", file, "--store", second)
    #expect(again.output.contains("stored 0"), "\(again.output)")
    #expect(try await EffortFacts.read(fromStoreAt: second) == facts)
    #expect(try await sandbox.ringtop("doctor", "--store", second).code == 0)
  }

  @Test("points, voltages and beats are printed one per line in every format, and cannot be aggregated")
  func series() async throws {
    let sandbox = try Sandbox()
    try await everything(sandbox)
    let points = try await sandbox.ringtop(
      "query", "workoutRoute", "--format", "csv", "--from", "2026-11-12", "--to", "2026-11-13")
    #expect(
      points.output.split(separator: "\r\n").map(String.init) == [
        "series,time,latitude,longitude,altitude,speed,course,horizontalAccuracy,verticalAccuracy,source",
        "2026-11-12T08:00:01+01:00,2026-11-12T08:00:01+01:00,48.653445,6.135726,283.5,2.25,120.5,4,3,W2",
        "2026-11-12T08:00:01+01:00,2026-11-12T08:00:02.250+01:00,48.653446,-6.135727,0,,,,,W2",
        "2026-11-12T08:00:01+01:00,2026-11-12T08:00:04+01:00,48.65,6.13,0,0,0,,,W2",
      ])
    let beats = try await sandbox.ringtop(
      "query", "heartbeatSeries", "--format", "jsonl", "--from", "2026-11-12", "--to", "2026-11-13")
    #expect(
      beats.output.split(separator: "\n").compactMap { $0.split(separator: "\"seconds\":").last } == [
        "0.2,\"followsGap\":0,\"source\":\"W\"}", "1.2,\"followsGap\":0,\"source\":\"W\"}",
        "2.17,\"followsGap\":0,\"source\":\"W\"}", "5,\"followsGap\":1,\"source\":\"W\"}",
      ])
    let voltages = try await sandbox.ringtop(
      "query", "electrocardiogram", "--format", "json", "--from", "2026-11-12", "--to", "2026-11-13")
    let rows = try JSONSerialization.jsonObject(with: Data(voltages.output.utf8)) as? [[String: Any]]
    #expect(rows?.count == 5_000 && rows?.last?["microvolts"] as? Double == Double(4_999 * 4_999 % 1_777) / 8)
    let wrong = try await sandbox.ringtop("query", "workoutRoute", "--every", "day")
    #expect(wrong.code == 64 && wrong.errors.contains("one by one"))
  }

  @Test("samples saved by programs keep their identity and their metadata in JSON lines")
  func identity() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "move", "120kcal", "--at", "9:00").code == 0)
    let first = try await sandbox.ringtop("export")
    #expect(first.output.contains("\"HKWasUserEntered\":true") && first.output.contains("\"uuid\":\""))
    let second = sandbox.file("second/health.sqlite")
    for _ in 0..<2 {
      let reading = try await Program.run(
        [Program.ringtop, "add", "--json-lines", "-", "--store", second], environment: sandbox.environment,
        input: first.output)
      #expect(reading.code == 0, "\(reading.errors)")
    }
    #expect(try await sandbox.ringtop("export", "--store", second).output == first.output)
  }

  @Test("JSON lines preserve the home zone, so no day changes")
  func homeZone() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture(days: 9).xml, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", "--zone", "America/New_York", file).code == 0)
    let lines = sandbox.file("lines.jsonl")
    #expect(try await sandbox.ringtop("export", "--output", lines).code == 0)
    let days = ["summary", "--from", "2026-11-01", "--to", "2026-11-14", "--format", "json"]
    let first = try await Program.run([Program.ringtop] + days, environment: sandbox.environment)
    sandbox.store = sandbox.file("second/health.sqlite")
    #expect(try await sandbox.ringtop("add", "--json-lines", lines).code == 0)
    let second = try await Program.run([Program.ringtop] + days, environment: sandbox.environment)
    #expect(first.code == 0 && first.output == second.output)
    #expect(try await sandbox.sql("select value from info where key = 'home_zone'").trimmed == "America/New_York")
  }

  @Test("exports a selection or a table, writes nothing to a terminal, and keeps an existing file if it fails")
  func selection() async throws {
    let sandbox = try Sandbox()
    try await everything(sandbox)
    let weight = try await sandbox.ringtop("export", "weight", "--format", "csv")
    #expect(
      weight.output.hasPrefix("type,start,end,value,unit,name,source")
        && weight.output.contains("bodyMass,2026-11-13T06:00:00Z,2026-11-13T06:00:00Z,")
        && weight.output.contains("\"Kim & \"\"Co\"\" <Scale>\""))
    let day = try await sandbox.ringtop("export", "stand", "--from", "2026-11-13", "--to", "2026-11-13")
    #expect(day.lines.count == 9)
    #expect(try await sandbox.ringtop("export", "--source", "Cuff").lines.count == 3)
    #expect(try await sandbox.ringtop("export", "--output", sandbox.file("no/where.xml")).code == 73)
    let kept = try sandbox.write("kept", to: "kept.jsonl")
    #expect(try await sandbox.ringtop("export", "--output", kept, "--store", sandbox.file("none.sqlite")).code == 66)
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "kept")
    #expect(try await sandbox.shell("script -qec \"$RINGTOP export\" /dev/null").output.contains("--output"))
  }

  @Test("replaces neither a file of the store nor what is not a regular file, and follows a link")
  func targets() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "move", "5kcal").code == 0)
    let link = sandbox.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sandbox.store)
    #expect(mkfifo(sandbox.file("fifo"), 0o600) == 0)
    try FileManager.default.linkItem(atPath: sandbox.store, toPath: sandbox.file("hard.sqlite"))
    try FileManager.default.linkItem(atPath: sandbox.store + "-signal", toPath: sandbox.file("hard-signal"))
    let taken = ["", "-wal", "-shm", "-journal", "-signal", "-observers"].map { sandbox.store + $0 }
    let links = [link, sandbox.file("hard.sqlite"), sandbox.file("hard-signal")]
    for target in taken + links + [sandbox.file("fifo"), sandbox.path] {
      let ending = try await sandbox.ringtop("export", "--format", "jsonl", "--output", target)
      #expect(ending.code == 73 && ending.errors.split(separator: "\n").count == 1, "\(target): \(ending)")
    }
    let piped = try await sandbox.shell("\"$RINGTOP\" export -o /dev/stdout | cat; echo \"${PIPESTATUS[0]}\"")
    #expect(
      piped.errors.hasPrefix("ringtop: /dev/stdout cannot be replaced: ") && piped.lines.last == "73", "\(piped)")
    #expect(try await sandbox.ringtop("export").lines.count == 2)
    let restored = try await sandbox.ringtop("restore", sandbox.file("hard.sqlite"))
    #expect(restored.code == 64 && restored.errors == "ringtop: The backup is the store itself.\n")
    let file = try sandbox.write("old", to: "real.jsonl")
    try FileManager.default.createSymbolicLink(atPath: sandbox.file("to.jsonl"), withDestinationPath: file)
    #expect(try await sandbox.ringtop("export", "--output", sandbox.file("to.jsonl")).code == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("kcal"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.file("to.jsonl")) == file)
  }

  @Test("JSON lines are stored all or not at all, and the invalid line is reported")
  func faultyLines() async throws {
    let sandbox = try Sandbox()
    let good = #"{"type":"move","value":5,"unit":"kcal","start":"2026-11-14T08:00:00+01:00"}"#
    let lines = Array(repeating: good, count: 3) + [#"{"type":"move","value":5,"unit":"km","start":0}"#]
    let file = try sandbox.write(lines.joined(separator: "\n"), to: "lines.jsonl")
    let ending = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(ending.code == 65)
    #expect(ending.errors.contains("Line 4 of \(file): unit does not fit the type. Nothing was stored."))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    #expect(try await sandbox.ringtop("add", "--json-lines", sandbox.file("nothing")).code == 66)
    #expect(try await sandbox.ringtop("add", "move", "--json-lines", file).code == 64)
    #expect(try await sandbox.ringtop("add").code == 64)
  }

  @Test("delete counts, asks for confirmation, and deletes only the given samples")
  func delete() async throws {
    let sandbox = try Sandbox()
    try await everything(sandbox)
    let stood = ["stand", "--from", "2026-11-13", "--to", "2026-11-13"]
    func run(_ arguments: [String]) async throws -> Ending {
      try await Program.run([Program.ringtop, "delete"] + arguments, environment: sandbox.environment)
    }
    #expect(try await run(stood + ["--count"]).output == "9 samples.\n")
    let unasked = try await run(stood)
    #expect(unasked.code == 64 && unasked.errors.contains("--yes"))
    #expect(try await run(["all"]).code == 64)
    #expect(try await run(["all", "--source", "Cuff", "--yes"]).output == "Deleted 3 samples.\n")
    #expect(try await run(stood + ["--yes"]).output == "Deleted 9 samples.\n")
    #expect(try await run(stood + ["--yes"]).output == "There is nothing to delete.\n")
    #expect(try await run(["workout", "--count"]).output == "1 sample.\n")
    let summary = try await sandbox.ringtop("summary", "--from", "2026-11-13", "--to", "2026-11-13", "--format", "csv")
    #expect(summary.output.contains(",0,12,h,") || summary.output.contains(",,12,h,"))
    #expect(try await sandbox.ringtop("export", "stand").lines.count > 20)
    #expect(try await sandbox.ringtop("doctor").code == 0)
    try await TmuxScreen.with(sandbox, columns: 80, rows: 10, ["bash", "--norc"]) { screen in
      try await screen.enter("\(Program.ringtop) delete workout")
      try await screen.wait(for: "Delete 1 sample permanently?")
      try await screen.enter("n")
      try await screen.wait(for: "Nothing was deleted.")
      try await screen.enter("\(Program.ringtop) delete workout")
      try await screen.wait { $0.components(separatedBy: "permanently?").count == 3 }
      try await screen.enter("y")
      try await screen.wait(for: "Deleted 1 sample.")
    }
  }
}

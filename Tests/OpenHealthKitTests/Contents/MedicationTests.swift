import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Medications and doses, which are imported from JSON lines, through HealthKit's classes.
@Suite("Medications and their doses")
struct MedicationTests {
  private struct Fixture {
    var medications: [MedicationContent] = []
    var doses: [(date: Date, content: DoseContent)] = []

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      for index in 0..<5 {
        medications.append(
          MedicationContent(
            identifier: "drug-\(index)", displayText: "Drug \(index)", generalForm: index == 0 ? "tablet" : "liquid",
            codings: [CodingContent(system: "http://www.nlm.nih.gov/research/umls/rxnorm", code: "\(index)")],
            nickname: index == 1 ? "the blue one" : nil, isArchived: index % 2 == 1, hasSchedule: index < 3))
      }
      for index in 0..<60 {
        var dose = DoseContent(
          scheduleType: Int.random(in: 1...2, using: &random), logStatus: Int.random(in: 1...6, using: &random),
          medication: medications.randomElement(using: &random)?.identifier ?? "")
        let date = TestTime.at(Double(index) / 4)
        if dose.scheduleType == 2 {
          dose.scheduledDate = date - Double(Int.random(in: 0...900, using: &random))
          dose.scheduledQuantity = 2
        }
        if dose.logStatus == 4 { dose.quantity = Double(Int.random(in: 1...4, using: &random)) / 2 }
        doses.append((date, dose))
      }
    }

    func lines() throws -> String {
      func line(_ type: String, _ date: Date, _ content: some SampleContent) throws -> String {
        guard case .text(let json) = content.entry.value else { return "" }
        let value = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        return "{\"type\":\"\(type)\",\"start\":\(date.timeIntervalSince1970),\"source\":\"Health\","
          + "\"metadata\":{\"\(MetadataKey.content)\":\(value)}}"
      }
      return
        (try medications.map { try line(TypeIdentifier.medication, TestTime.at(0), $0) }
        + doses.map { try line(TypeIdentifier.doseEvent, $0.date, $0.content) }).joined(separator: "\n")
    }

    func importing(into store: HKHealthStore) throws {
      let importer = JSONLinesImporter(
        path: "medications", input: JSONInput(bytes: Array("{\"export\":{}}\n\(try lines())".utf8)), now: TestTime.now)
      let report = try importer.run(
        into: ImportSession(
          store: try store.connection.writing(), options: ImportOptions(now: TestTime.now, systemZone: "GMT")),
        importer.check())
      #expect(report.stored == medications.count + doses.count && report.skipped == 0)
    }
  }

  private func doses(_ predicate: NSPredicate?, in store: HKHealthStore) async throws -> [HKMedicationDoseEvent] {
    try await HKSampleQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
  }

  @Test("doses and medications are found by formats and by sets of medications and dates")
  func keyPaths() throws {
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    func filter(_ predicate: NSPredicate) -> FilterPredicate.Content? { (predicate as? FilterPredicate)?.content }
    for (format, argument, predicate) in [
      ("%K == %@", date as any CVarArg, HKQuery.predicateForMedicationDoseEvent(scheduledDate: date))
    ] {
      let made = NSPredicate(format: format, HKPredicateKeyPathScheduledDate, argument)
      #expect(filter(made) == filter(predicate))
    }
    let both = HKQuery.predicateForMedicationDoseEvent(scheduledDates: [date, date + 60])
    #expect(
      filter(both)
        == .sample(
          .or(
            [date, date + 60].map {
              .content("scheduledDate", .compares(.equal, .number($0.timeIntervalSinceReferenceDate)))
            })))
    #expect(
      filter(HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [])) == .sample(.or([])))
    let archived = NSPredicate(format: "%K == YES", HKUserAnnotatedMedicationPredicateKeyPathIsArchived)
    #expect(filter(archived) == filter(HKQuery.predicateForUserAnnotatedMedications(isArchived: true)))
    let scheduled = NSPredicate(format: "%K != YES", HKUserAnnotatedMedicationPredicateKeyPathHasSchedule)
    #expect(filter(scheduled) == .sample(.not(.content("hasSchedule", .compares(.equal, .flag(true))))))
  }

  @Test(
    "every dose has its values from the file, and each predicate finds the same as a filter of the list",
    arguments: [1, 2])
  func doseEvents(seed: UInt64) async throws {
    let test = try TestHealthStore()
    let fixture = Fixture(seed: seed)
    try fixture.importing(into: test.store)
    let all = try await doses(nil, in: test.store)
    #expect(all.count == fixture.doses.count)
    for (dose, wanted) in zip(all, fixture.doses) {
      #expect(dose.startDate == wanted.date && dose.unit == .count() && dose.metadata == nil)
      #expect(dose.logStatus.rawValue == wanted.content.logStatus)
      #expect(dose.scheduleType.rawValue == wanted.content.scheduleType)
      #expect(dose.scheduledDate == wanted.content.scheduledDate && dose.doseQuantity == wanted.content.quantity)
      #expect(dose.scheduledDoseQuantity == wanted.content.scheduledQuantity)
      #expect(dose.medicationConceptIdentifier == HKHealthConceptIdentifier(wanted.content.medication))
    }
    func check(
      _ predicate: NSPredicate, _ isWanted: (DoseContent) -> Bool, line: SourceLocation = #_sourceLocation
    ) async throws {
      let wanted = fixture.doses.filter { isWanted($0.content) }.map(\.date)
      #expect(try await doses(predicate, in: test.store).map(\.startDate) == wanted, sourceLocation: line)
    }
    for status in HKMedicationDoseEvent.LogStatus.allCases {
      try await check(HKQuery.predicateForMedicationDoseEvent(status: status)) { $0.logStatus == status.rawValue }
    }
    try await check(HKQuery.predicateForMedicationDoseEvent(statuses: [4, 5])) {
      [4, 5].contains($0.logStatus)
    }
    try await check(HKQuery.predicateForMedicationDoseEvent(statuses: [])) { _ in false }
    let (from, to) = (TestTime.at(3), TestTime.at(9))
    try await check(HKQuery.predicateForMedicationDoseEvent(scheduledStart: from, end: to)) {
      $0.scheduledDate.map { $0 >= from && $0 < to } ?? false
    }
    try await check(HKQuery.predicateForMedicationDoseEvent(scheduledStart: nil, end: to)) {
      $0.scheduledDate.map { $0 < to } ?? false
    }
    let due = try #require(fixture.doses.compactMap(\.content.scheduledDate).first)
    try await check(HKQuery.predicateForMedicationDoseEvent(scheduledDate: due)) { $0.scheduledDate == due }
    let concept = try #require(all.first?.medicationConceptIdentifier)
    try await check(HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: concept)) {
      $0.medication == concept.text
    }
    let archive = try NSKeyedArchiver.archivedData(withRootObject: try #require(all.last), requiringSecureCoding: true)
    let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKMedicationDoseEvent.self, from: archive)
    #expect(again == all.last && again?.logStatus == all.last?.logStatus)
  }

  @Test("medications are returned one by one with the user's annotations, to clients that may read them")
  func medications() async throws {
    let scratch = try ScratchStore()
    let fixture = Fixture(seed: 3)
    let store = scratch.opened(.allowAll)
    try fixture.importing(into: store)
    let all = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
    #expect(all.map(\.medication.displayText).sorted() == fixture.medications.map(\.displayText))
    let first = try #require(all.first { $0.nickname != nil })
    #expect(first.nickname == "the blue one" && first.isArchived && first.hasSchedule)
    #expect(first.medication.generalForm == .liquid && first.medication.identifier.domain == .medication)
    #expect(
      first.medication.relatedCodings
        == [HKClinicalCoding(system: "http://www.nlm.nih.gov/research/umls/rxnorm", version: nil, code: "1")])
    for (predicate, isWanted) in [
      (
        HKQuery.predicateForUserAnnotatedMedications(isArchived: true),
        { (content: MedicationContent) in content.isArchived }
      ),
      (HKQuery.predicateForUserAnnotatedMedications(hasSchedule: false), { !$0.hasSchedule }),
    ] {
      let found = try await HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate).result(for: store)
      #expect(
        found.map(\.medication.displayText).sorted() == fixture.medications.filter(isWanted).map(\.displayText))
    }
    let calls = Calls<(String?, Bool)>()
    store.execute(
      HKUserAnnotatedMedicationQuery(predicate: nil, limit: 2) { _, medication, isDone, error in
        if let error { Issue.record(error) }
        calls.add((medication?.medication.displayText, isDone))
      })
    let told = [try await calls.next(), try await calls.next(), try await calls.next()]
    #expect(told.map { $0.0 != nil } == [true, true, false] && told.map(\.1) == [false, false, true])

    // Neither is visible to a client that may not read it; a refusal leaves nothing.
    let stranger = scratch.opened(by: "org.example.stranger", .ask(Person.absent()))
    await #expect(throws: HKError.self) {
      try await HKUserAnnotatedMedicationQueryDescriptor().result(for: stranger)
    }
    await #expect(throws: HKError.self) { try await doses(nil, in: stranger) }
    try store.connection.changing().decide(
      [TypeIdentifier.medication, TypeIdentifier.doseEvent].map {
        Permission(client: "org.example.stranger", type: $0, read: .refused)
      })
    #expect(try await HKUserAnnotatedMedicationQueryDescriptor().result(for: stranger).isEmpty)
    #expect(try await doses(nil, in: stranger).isEmpty)
  }
}

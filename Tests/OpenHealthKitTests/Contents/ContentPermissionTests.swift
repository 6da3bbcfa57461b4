import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Which of the other kinds of samples can be requested, and what remains of them after deletion.
@Suite("Authorization for and deletion of samples that hold more than a number")
struct ContentPermissionTests {
  @Test("write access cannot be requested for types that programs cannot create")
  func readOnly() {
    for type in ContentTypes.all
    where type is HKElectrocardiogramType || type is HKClinicalType || type is HKMedicationDoseEventType {
      #expect(!type.isShareable && HKHealthStore.isShareable(type.identifier) == false)
    }
  }

  @Test("deleting a sample deletes every byte of it")
  func nothingLeft() async throws {
    let imported = try ImportedStore()
    try imported.add(try ContentExport(seed: 2).write(to: imported.scratch.path + "/export"))
    let record = try #require(try await imported.samples(.clinicalRecord(type: HKClinicalType(.labResultRecord))).first)
    #expect(record.fhirResource != nil)
    func holds(_ text: String) -> Bool {
      ["health.sqlite", "health.sqlite-wal"].contains { name in
        FileManager.default.contents(atPath: imported.scratch.path + "/" + name)?.range(of: Data(text.utf8)) != nil
      }
    }
    #expect(holds("valueQuantity") && holds("clinic.example"))
    let everything = HKQuery.predicateForSamples(withStart: nil, end: nil)
    for type in ContentTypes.all {
      // The owner of the store may delete imported samples.
      _ = try imported.store.connection.changing().delete([SampleRequest(type: type.identifier)])
      let left = try await HKSampleQueryDescriptor(
        predicates: [.sample(type: type, predicate: everything)], sortDescriptors: []
      ).result(for: imported.store)
      #expect(left == [])
    }
    #expect(!holds("valueQuantity") && !holds("clinic.example") && !holds("Soft & Clear"))
  }
}

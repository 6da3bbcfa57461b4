import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit

/// Samples of kinds of their own under every decision of a person about their type.
@Suite("The permission matrix of samples that hold more than a number")
struct ContentPermissionTests {
  private func sample(_ type: HKSampleType, at date: Date) throws -> HKSample {
    switch type.identifier {
    case TypeIdentifier.audiogram:
      return HKAudiogramSample(
        sensitivityPoints: [
          try HKAudiogramSensitivityPoint(
            frequency: HKQuantity(unit: .hertz(), doubleValue: 500),
            leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 4), rightEarSensitivity: nil)
        ], start: date, end: date, metadata: nil)
    case TypeIdentifier.stateOfMind:
      return HKStateOfMind(date: date, kind: .dailyMood, valence: 0.5, labels: [.calm], associations: [])
    case TypeIdentifier.gad7:
      return HKGAD7Assessment(date: date, answers: Array(repeating: .severalDays, count: 7))
    case TypeIdentifier.phq9:
      return HKPHQ9Assessment(date: date, answers: Array(repeating: .severalDays, count: 9))
    case TypeIdentifier.heartbeatSeries:
      return HKHeartbeatSeriesSample(
        [Heartbeat(time: 0.5, followsGap: false)], from: date, device: nil, metadata: nil)
    default:
      return HKVisionPrescription(type: .glasses, dateIssued: date, expirationDate: nil, device: nil, metadata: nil)
    }
  }

  private func code(_ body: () async throws -> Void) async -> HKError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? HKError)?.code ?? .unknownError
    }
  }

  @Test("reading, saving and deleting go by the type's own grants", arguments: PermissionMatrixTests.Decision.all)
  func matrix(_ decision: PermissionMatrixTests.Decision) async throws {
    let types: [HKSampleType] = ContentTypes.all.filter(\.isShareable)
    #expect(types.count == 6)
    let scratch = try ScratchStore()
    let client = scratch.opened(.ask(Person.absent()))
    let other = scratch.opened(by: "org.example.other", .owner)
    let (others, own) = (
      try types.map { try sample($0, at: TestTime.at(1)) }, try types.map { try sample($0, at: TestTime.at(2)) }
    )
    try await other.save(others)
    try await scratch.opened(.allowAll).save(own)
    try other.decide(
      types.map {
        Permission(client: "org.example.reader", type: $0.identifier, share: decision.share, read: decision.read)
      })
    for (index, type) in types.enumerated() {
      let seen = decision.visible(own: [own[index].uuid], others: [others[index].uuid])
      func read() async throws -> [UUID] {
        try await HKSampleQueryDescriptor(
          predicates: [.sample(type: type)], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: client).map(\.uuid)
      }
      if let seen {
        #expect(try await read() == seen, "\(type)")
      } else {
        #expect(await code { _ = try await read() } == .errorAuthorizationNotDetermined, "\(type)")
      }
      if let series = others[index] as? HKHeartbeatSeriesSample {
        // Who may not read a series learns nothing of its beats.
        var beats = 0
        let failure = await code {
          for try await _ in HKHeartbeatSeriesQueryDescriptor(series).results(for: client) { beats += 1 }
        }
        #expect(failure == (seen == nil ? .errorAuthorizationNotDetermined : nil))
        #expect(beats == (decision.read == .granted ? 1 : 0))
      }
      let new = try sample(type, at: TestTime.at(3))
      #expect(await code { try await client.save(new) } == decision.failure)
      #expect(await code { try await client.delete(others[index]) } == decision.failure ?? .errorInvalidArgument)
      #expect(await code { try await client.delete(own[index]) } == decision.failure)
    }
  }

  @Test("nobody may ask to write what no program can make")
  func readOnly() {
    for type in ContentTypes.all
    where type is HKElectrocardiogramType || type is HKClinicalType || type is HKMedicationDoseEventType {
      #expect(!type.isShareable && HKHealthStore.isShareable(type.identifier) == false)
    }
  }

  @Test("whoever deletes a sample deletes every byte of it")
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
      // The owner of the store may delete what imports brought.
      _ = try imported.store.delete([SampleRequest(type: type.identifier)])
      let left = try await HKSampleQueryDescriptor(
        predicates: [.sample(type: type, predicate: everything)], sortDescriptors: []
      ).result(for: imported.store)
      #expect(left == [])
    }
    #expect(!holds("valueQuantity") && !holds("clinic.example") && !holds("Soft & Clear"))
  }
}

import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Samples other than quantities that a program saves, and the predicates on their contents.
@Suite("Samples that hold more than a number")
struct ContentQueryTests {
  private func states(_ count: Int, seed: UInt64) -> [HKStateOfMind] {
    var random = SplitMix(seed: seed)
    func some<Value>(_ values: [Value], _ count: Int) -> [Value] {
      Array(values.shuffled(using: &random).prefix(count))
    }
    return (0..<count).map { index in
      HKStateOfMind(
        date: TestTime.at(Double(index) / 10),
        kind: Bool.random(using: &random) ? .dailyMood : .momentaryEmotion,
        valence: (Double.random(in: -1...1, using: &random) * 8).rounded() / 8,
        labels: some(HKStateOfMind.Label.allCases, 3), associations: some(HKStateOfMind.Association.allCases, 2))
    }
  }

  private func found<Sample: HKSample>(
    _ predicate: HKSamplePredicate<Sample>, in store: HKHealthStore
  ) async throws -> Set<UUID> {
    Set(try await HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: []).result(for: store).map(\.uuid))
  }

  @Test("predicates on states of mind select the same as a scan of all of them", arguments: 0..<2 as Range<UInt64>)
  func statesOfMind(seed: UInt64) async throws {
    let test = try TestHealthStore()
    let states = states(60, seed: seed)
    try await test.store.save(states)
    let read = try await HKSampleQueryDescriptor(
      predicates: [.stateOfMind()], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: test.second())
    #expect(read.map(\.labels) == states.map(\.labels) && read.map(\.associations) == states.map(\.associations))
    #expect(read.map(\.valence) == states.map(\.valence) && read.allSatisfy { $0.metadata == nil })
    var cases: [(predicate: NSPredicate, isWanted: (HKStateOfMind) -> Bool)] = []
    for kind in HKStateOfMind.Kind.allCases {
      cases.append((HKQuery.predicateForStatesOfMind(with: kind), { $0.kind == kind }))
    }
    for label in HKStateOfMind.Label.allCases.prefix(9) {
      cases.append((HKQuery.predicateForStatesOfMind(with: label), { $0.labels.contains(label) }))
    }
    for association in HKStateOfMind.Association.allCases.prefix(9) {
      cases.append((HKQuery.predicateForStatesOfMind(with: association), { $0.associations.contains(association) }))
    }
    cases.append(
      (HKQuery.predicateForStatesOfMind(withValence: 0.25, operatorType: .greaterThanOrEqualTo), { $0.valence >= 0.25 })
    )
    cases.append((HKQuery.predicateForStatesOfMind(withValence: 0, operatorType: .lessThan), { $0.valence < 0 }))
    cases.append((HKQuery.predicateForStatesOfMind(withValence: 0.5, operatorType: .equalTo), { $0.valence == 0.5 }))
    for (predicate, isWanted) in cases {
      let wanted = Set(states.filter(isWanted).map(\.uuid))
      #expect(try await found(.stateOfMind(predicate), in: test.store) == wanted, "\(predicate)")
      #expect(Set(states.filter { predicate.evaluate(with: $0) }.map(\.uuid)) == wanted)
      let others = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
      #expect(
        try await found(.stateOfMind(others), in: test.store) == Set(states.map(\.uuid)).subtracting(wanted))
    }
  }

  @Test("valences are divided into seven equal parts")
  func valences() {
    #expect(HKStateOfMind.ValenceClassification(valence: -1) == .veryUnpleasant)
    #expect(HKStateOfMind.ValenceClassification(valence: 0) == .neutral)
    #expect(HKStateOfMind.ValenceClassification(valence: 1) == .veryPleasant)
    #expect(HKStateOfMind.ValenceClassification(valence: 1.01) == nil)
  }

  @Test("answers to questionnaires give their score and risk, and are read back")
  func assessments() async throws {
    let test = try TestHealthStore()
    let anxious = HKGAD7Assessment(
      date: TestTime.at(1),
      answers: [
        .notAtAll, .severalDays, .moreThanHalfTheDays, .nearlyEveryDay, .nearlyEveryDay, .notAtAll, .severalDays,
      ])
    let low = HKPHQ9Assessment(
      date: TestTime.at(2),
      answers: Array(repeating: .moreThanHalfTheDays, count: 8) + [.preferNotToAnswer])
    #expect(anxious.score == 10 && anxious.risk == .moderate)
    #expect(low.score == 16 && low.risk == .moderatelySevere)
    try await test.store.save([anxious, low])
    let read = try await HKSampleQueryDescriptor(predicates: [.gad7Assessment()], sortDescriptors: [])
      .result(for: test.second())
    #expect(read.map(\.answers) == [anxious.answers] && read.map(\.score) == [10])
    let second = try await HKSampleQueryDescriptor(predicates: [.phq9Assessment()], sortDescriptors: [])
      .result(for: test.second())
    #expect(second.map(\.answers) == [low.answers])
  }

  @Test("audiograms and prescriptions that a program saves are read back, from the store and from an archive")
  func roundTrip() async throws {
    let test = try TestHealthStore()
    func hearing(_ level: Double) -> HKQuantity { HKQuantity(unit: .decibelHearingLevel(), doubleValue: level) }
    func diopters(_ power: Double) -> HKQuantity { HKQuantity(unit: .diopter(), doubleValue: power) }
    let points = try [250.0, 500, 8_000].map { frequency in
      try HKAudiogramSensitivityPoint(
        frequency: HKQuantity(unit: .hertz(), doubleValue: frequency), leftEarSensitivity: hearing(frequency / 100),
        rightEarSensitivity: frequency == 500 ? nil : hearing(3))
    }
    let audiogram = HKAudiogramSample(
      sensitivityPoints: points, start: TestTime.at(1), end: TestTime.at(1.1), metadata: ["note": "left first"])
    let prism = HKVisionPrism(
      amount: HKQuantity(unit: .prismDiopter(), doubleValue: 2),
      angle: HKQuantity(unit: .degreeAngle(), doubleValue: 30), eye: .left)
    let glasses = HKGlassesPrescription(
      rightEyeSpecification: nil,
      leftEyeSpecification: HKGlassesLensSpecification(
        sphere: diopters(-2.5), cylinder: diopters(0.5), axis: nil, addPower: nil, vertexDistance: nil, prism: prism,
        farPupillaryDistance: HKQuantity(unit: .meterUnit(with: .centi), doubleValue: 3.1), nearPupillaryDistance: nil),
      dateIssued: TestTime.at(2), expirationDate: TestTime.at(2, 700), device: nil, metadata: nil)
    try await test.store.save([audiogram, glasses])
    let heard = try await HKSampleQueryDescriptor(predicates: [.audiogram()], sortDescriptors: [])
      .result(for: test.second())
    #expect(heard.first?.sensitivityPoints == points && heard.first?.metadata?["note"] as? String == "left first")
    let seen = try await HKSampleQueryDescriptor(predicates: [.visionPrescription()], sortDescriptors: [])
      .result(for: test.second())
    let again = try #require(seen.first as? HKGlassesPrescription)
    #expect(again.leftEye == glasses.leftEye && again.rightEye == nil && again.dateIssued == TestTime.at(2))
    // A prism given by its components equals the prism given by its amount.
    let byParts = HKVisionPrism(
      verticalAmount: prism.verticalAmount, verticalBase: prism.verticalBase,
      horizontalAmount: prism.horizontalAmount, horizontalBase: prism.horizontalBase, eye: .left)
    #expect(abs(byParts.amount.doubleValue(for: .prismDiopter()) - 2) < 1e-12)
    #expect(abs(byParts.angle.doubleValue(for: .degreeAngle()) - 30) < 1e-9)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: again, requiringSecureCoding: true)
    let unarchived = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKGlassesPrescription.self, from: archive)
    #expect(unarchived?.leftEye == glasses.leftEye && unarchived?.uuid == glasses.uuid)
  }

  @Test("a builder's beats are read back, and invalid ones are refused")
  func heartbeats() async throws {
    let test = try TestHealthStore()
    var random = SplitMix(seed: 9)
    var time = 0.0
    let beats = (0..<3_000).map { index in
      time += Double.random(in: 0.5...1.2, using: &random)
      return Heartbeat(time: time, followsGap: index % 17 == 3)
    }
    let builder = HKHeartbeatSeriesBuilder(healthStore: test.store, device: .local(), start: TestTime.at(1))
    for beat in beats {
      try await builder.addHeartbeat(at: beat.time, precededByGap: beat.followsGap)
    }
    await #expect(throws: HKError.self) {
      try await builder.addHeartbeat(at: 1, precededByGap: false)
    }
    await #expect(throws: HKError.self) {
      try await builder.addHeartbeat(at: .nan, precededByGap: false)
    }
    try await builder.addMetadata(["place": "home"])
    let saved = try await builder.finishSeries()
    await #expect(throws: HKError.self) { try await builder.finishSeries() }
    let series = try #require(
      try await HKSampleQueryDescriptor(predicates: [.heartbeatSeries()], sortDescriptors: [])
        .result(for: test.second()).first)
    #expect(series == saved && series.count == 3_000 && series.metadata?["place"] as? String == "home")
    let calls = Calls<(beat: Heartbeat, isLast: Bool)>()
    test.store.execute(
      HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, time, gap, isLast, error in
        if let error { Issue.record(error) }
        calls.add((Heartbeat(time: time, followsGap: gap), isLast))
      })
    var heard: [Heartbeat] = []
    while true {
      let call = try await calls.next()
      heard.append(call.beat)
      if call.isLast { break }
    }
    #expect(heard == beats)
    try await test.store.delete(series)
    var left = 0
    for try await _ in HKHeartbeatSeriesQueryDescriptor(series).results(for: test.store) { left += 1 }
    #expect(left == 0)
  }
}

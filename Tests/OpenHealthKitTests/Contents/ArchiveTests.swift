import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Archives of the parts of samples")
struct ArchiveTests {
  private func archived<T: NSObject & NSSecureCoding>(_ value: T) throws -> T {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
  }

  private func check<T: NSObject & NSSecureCoding & NSCopying>(_ value: T) throws {
    #expect(try archived(value) == value)
    #expect(value.copy() as? T === value)
  }

  @Test("parts of audiograms can be archived and read back")
  func audiograms() throws {
    let range = try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: 90 as NSNumber)
    try check(range)
    let test = try HKAudiogramSensitivityTest(
      sensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 12.5), type: .air, masked: true, side: .right,
      clampingRange: range)
    try check(test)
    #expect(try archived(test).clampingRange == range)
    let point = try HKAudiogramSensitivityPoint(
      frequency: HKQuantity(unit: .hertz(), doubleValue: 500), tests: [test])
    #expect(try archived(point) == point && point.tests == [test])
  }

  @Test("lenses and prisms can be archived and read back")
  func lenses() throws {
    func millimeters(_ length: Double) -> HKQuantity {
      HKQuantity(unit: .meterUnit(with: .milli), doubleValue: length)
    }
    let sphere = HKQuantity(unit: .diopter(), doubleValue: -2.25)
    let prism = HKVisionPrism(
      amount: HKQuantity(unit: .prismDiopter(), doubleValue: 2),
      angle: HKQuantity(unit: .degreeAngle(), doubleValue: 30), eye: .right)
    try check(prism)
    let glasses = HKGlassesLensSpecification(
      sphere: sphere, cylinder: nil, axis: nil, addPower: nil, vertexDistance: millimeters(12), prism: prism,
      farPupillaryDistance: nil, nearPupillaryDistance: nil)
    try check(glasses)
    #expect(try archived(glasses).prism == prism)
    try check(
      HKContactsLensSpecification(
        sphere: sphere, cylinder: nil, axis: nil, addPower: nil, baseCurve: millimeters(8.6), diameter: nil))
  }

  @Test("medications, resources, attachments and effort scores can be archived and read back")
  func others() throws {
    let content = MedicationContent(
      identifier: "drug", displayText: "Drug", generalForm: "tablet",
      codings: [CodingContent(system: "rxnorm", code: "1")], nickname: "the blue one", hasSchedule: true)
    try check(HKMedicationConcept(content))
    try check(HKUserAnnotatedMedication(content))
    #expect(try archived(HKMedicationConcept(content)).relatedCodings.map(\.code) == ["1"])
    try check(
      HKFHIRResource(
        ClinicalContent(displayName: "Lab", resourceType: "Observation", identifier: "7", fhirVersion: "4.0.1"),
        Data("{}".utf8)))
    let attachment = HKAttachment(
      StoredAttachment(
        uuid: UUID(), name: "a.pdf", contentType: "com.adobe.pdf", size: 7, created: TestTime.at(1),
        metadata: Metadata(validating: ["page": 2])))
    try check(attachment)
    let again = try archived(attachment)
    #expect(again.name == "a.pdf" && again.size == 7 && again.contentType == attachment.contentType)
    #expect(again.creationDate == TestTime.at(1) && again.metadata?["page"] as? Int == 2)
    let workout = HKWorkout(activityType: .running, start: TestTime.at(1), end: TestTime.at(2))
    for samples in [[], [TestSample.steps(3, from: TestTime.at(1))]] {
      let relationship = HKWorkoutEffortRelationship(workout, samples)
      let again = try archived(relationship)
      #expect(again.workout == workout && again.samples == relationship.samples)
    }
  }

  @Test("an archive with a range out of order is refused")
  func damaged() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encodeJSON([5, 3], forKey: "bounds")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(HKAudiogramSensitivityPointClampingRange(coder: unarchiver) == nil)
  }
}

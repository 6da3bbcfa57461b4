import Foundation
import HealthModel
import OpenHealthKit

/// What `ringtop add` was told, understood: `move 120kcal`, `exercise 30min`, `stand`, `stepCount 500`.
struct AddedSample {
  let type: SampleTypeUse
  let value: Double
  /// Seconds that the activity took where the value is a time; 0 else.
  let duration: TimeInterval
  /// Whether the sample is a clock hour.
  let isHour: Bool
  /// What to tell the user: `120 kcal of activeEnergyBurned`.
  let words: String

  private static let shortNames = [
    "move": "activeEnergyBurned", "exercise": "appleExerciseTime", "stand": "appleStandHour", "steps": "stepCount",
    "distance": "distanceWalkingRunning", "weight": "bodyMass", "water": "dietaryWater",
  ]

  /// Types whose samples must say more than a value, which HealthKit insists on.
  private static let needingMore = ["menstrualflow": "whether a cycle starts", "insulindelivery": "its reason"]

  /// - Throws: a usage failure that says what was not understood.
  init(typeName: String, valueText: String?) throws {
    let name = Self.shortNames[typeName.lowercased()] ?? typeName
    if let missing = Self.needingMore.first(where: { name.lowercased().hasSuffix($0.key) })?.value {
      throw Failure(.usage, "A sample of \(typeName) must also say \(missing), which cannot be entered here.")
    }
    if let entry = QuantityTypeCatalog.all.first(where: {
      $0.identifier == name || $0.name.lowercased() == name.lowercased()
    }) {
      guard let valueText else {
        throw Failure(.usage, "How much? For example: ringtop add \(typeName) 10\(entry.unit.unitString).")
      }
      let (number, unitText) = Self.split(valueText)
      guard let number, number.isFinite else {
        throw Failure(.usage, "\"\(valueText)\" is no amount. Try 10\(entry.unit.unitString).")
      }
      guard number >= 0 else { throw Failure(.usage, "An amount is not negative.") }
      let unit = unitText.isEmpty ? entry.unit : try Self.unit(unitText)
      guard let canonical = unit.convert(number, to: entry.unit) else {
        throw Failure(.usage, "\(entry.name) is measured in \(entry.unit.unitString), which \(unitText) is not.")
      }
      type = SampleTypeUse(identifier: entry.identifier, kind: .quantity, unit: entry.unit.unitString)
      value = canonical
      let seconds = try? HealthUnit(parsing: "s")
      duration = seconds.flatMap { entry.unit.convert(canonical, to: $0) } ?? 0
      isHour = false
      words = "\(Self.text(number)) \(unit.unitString) of \(entry.name)"
    } else if let entry = CategoryTypeCatalog.all.first(where: {
      $0.identifier == name || $0.name.lowercased() == name.lowercased()
    }) {
      type = SampleTypeUse(identifier: entry.identifier, kind: .category)
      isHour = entry.name == "appleStandHour"
      duration = 0
      // By the case's name or by its number: "deep" reads better than 4.
      let member =
        valueText.map { text in
          entry.values.members.first { $0.name.lowercased() == text.lowercased() || String($0.rawValue) == text }
        } ?? entry.values.members.first
      guard let member else {
        let known = entry.values.members.map(\.name).joined(separator: ", ")
        throw Failure(.usage, "\(entry.name) knows these values: \(known).")
      }
      value = Double(member.rawValue)
      words = entry.name
    } else {
      throw Failure(
        .usage, "There is no type \"\(typeName)\". Try move, exercise, stand, or a name such as stepCount or heartRate."
      )
    }
  }

  /// The sample as HealthKit has it, marked as entered by hand.
  func sample(from start: Date, to end: Date) -> HKSample {
    let metadata = [HKMetadataKeyWasUserEntered: true]
    guard type.kind == .quantity else {
      return HKCategorySample(
        type: HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier)), value: Int(value), start: start,
        end: end, metadata: metadata)
    }
    let unit = HKUnit(from: type.unit ?? "count")
    return HKQuantitySample(
      type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier)),
      quantity: HKQuantity(unit: unit, doubleValue: value), start: start, end: end, metadata: metadata)
  }

  private static func split(_ text: String) -> (Double?, String) {
    let end = text.firstIndex { !($0.isNumber || ".-+".contains($0)) } ?? text.endIndex
    return (Double(text[..<end]), text[end...].trimmingCharacters(in: .whitespaces))
  }

  private static func unit(_ text: String) throws -> HealthUnit {
    // What people write beside what HealthKit writes.
    let familiar = ["h": "hr", "hours": "hr", "minutes": "min", "minute": "min", "steps": "count", "bpm": "count/min"]
    do {
      return try HealthUnit(parsing: familiar[text.lowercased()] ?? text)
    } catch {
      throw Failure(.usage, "\"\(text)\" is no unit. A unit reads like kcal, min, count or km.")
    }
  }

  static func text(_ number: Double) -> String {
    Double(exactly: number.rounded()) == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}

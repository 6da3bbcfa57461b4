import Foundation
import HealthDatabase
import HealthModel
import OpenHealthKit
import Presentation
import Processes

/// The parsed arguments of `ringtop add`: `move 120kcal`, `exercise 30 min`, `stand`, `stepCount 500`.
struct AddedSample: Sendable {
  let type: SampleTypeUse
  let value: Double
  /// The duration in seconds if the value is a time; otherwise 0.
  let duration: TimeInterval
  /// Whether the sample is a clock hour.
  let isHour: Bool
  /// The ring that the sample counts for; nil for none.
  let ring: Ring?
  /// The type's name without its prefix.
  let typeName: String
  /// The amount for the output: `120 kcal`, empty if the name is sufficient.
  let amount: String
  /// Whether samples of the type are summed.
  let isCumulative: Bool

  private static let rings: [String: Ring] = [
    "activeEnergyBurned": .move, "appleMoveTime": .move, "appleExerciseTime": .exercise, "appleStandHour": .stand,
  ]

  /// Types whose samples require more than a value in HealthKit.
  private static let needingMore = ["menstrualFlow": "whether a cycle starts", "insulinDelivery": "its reason"]

  /// - Parameter store: knows types that are in no catalog.
  /// - Throws: a usage error that names the invalid text.
  init(
    typeName typed: String, valueText: String, formatting: Formatting, at now: Date,
    in store: () throws -> StoreConnection
  ) throws {
    switch try HealthTypeName(typed, at: now, in: store) {
    case .quantity(let entry):
      try Self.requireSimple(entry.name)
      guard !valueText.isEmpty else {
        throw Failure(.usage, "How much? For example: ringtop add \(typed) 10\(entry.unit.unitString).")
      }
      let amount = try Amount(valueText, example: "10\(entry.unit.unitString)", formatting: formatting)
      // A number alone is in the unit in which the ring is shown, as in a goal.
      let isBareEnergy = amount.unit == nil && entry.identifier == TypeIdentifier.activeEnergyBurned
      let energy = Ring.move.unit(.activeEnergy, energy: formatting.energy)
      guard let canonical = isBareEnergy ? amount.value / energy.scale : amount.value(in: entry.unit) else {
        throw Failure(
          .usage,
          "\(entry.name) is measured in \(entry.unit.unitString), not in \(amount.unit?.unitString ?? "")."
        )
      }
      let isFraction = entry.unit == .percent && amount.unit == nil
      guard !isFraction || canonical <= 1 else {
        throw Failure(.usage, "\(entry.name) is a percentage: write \(valueText.prefix(40))%, or a fraction up to 1.")
      }
      guard entry.values.contains(canonical) else {
        let bound = canonical < entry.values.lowerBound ? entry.values.lowerBound : entry.values.upperBound
        throw Failure(
          .usage,
          "\(TypeWords.title(entry.identifier)) is at \(canonical < bound ? "least" : "most") "
            + "\(formatting.amount(bound, of: entry.identifier)).")
      }
      type = SampleTypeUse(identifier: entry.identifier, kind: .quantity, unit: entry.unit.unitString)
      value = canonical
      let seconds = try? HealthUnit(parsing: "s")
      duration = seconds.flatMap { entry.unit.convert(canonical, to: $0) } ?? 0
      isHour = false
      isCumulative = entry.aggregation == .cumulative
      self.typeName = entry.name
      let shown = isFraction ? canonical * 100 : amount.value
      let decimals = Double(exactly: shown.rounded()) == shown ? 0 : 2
      let unit = isBareEnergy ? energy.symbol : (amount.unit ?? entry.unit).unitString
      // Counts have words of their own: 500 steps, 61 bpm.
      self.amount =
        unit.hasPrefix("count") && amount.value == canonical
        ? formatting.amount(canonical, of: entry.identifier)
        : formatting.number(shown, decimals) + (unit == "hr" ? " h" : " " + unit)
    case .category(let entry):
      try Self.requireSimple(entry.name)
      type = SampleTypeUse(identifier: entry.identifier, kind: .category)
      isHour = entry.name == "appleStandHour"
      isCumulative = false
      let known = entry.values.members.map(\.name)
      // An event without a value may have a length, such as mindful minutes.
      let length =
        known.count == 1 && !valueText.isEmpty
        ? (try? Amount(valueText, example: "10 min", formatting: formatting)).flatMap { amount in
          (try? HealthUnit(parsing: "s")).flatMap { second in amount.unit?.convert(amount.value, to: second) }
        } : nil
      duration = length ?? 0
      guard known.count < 2 || isHour || !valueText.isEmpty else {
        throw Failure(
          .usage, "Which? For example: ringtop add \(typed) \(known[0]). Values are \(known.joined(separator: ", ")).")
      }
      // By the case's name or by its number: "deep" is more readable than 4.
      let member =
        valueText.isEmpty || length != nil
        ? entry.values.members.first
        : entry.values.members.first {
          $0.name.lowercased() == valueText.lowercased() || String($0.rawValue) == valueText
        }
      // Those of a type that is in no catalog have no names.
      guard let number = member?.rawValue ?? (known.isEmpty ? Int(valueText) : nil) else {
        throw Failure(
          .usage,
          isHour
            ? "Stand is added an hour at a time, without an amount: ringtop add stand."
            : known.count == 1
              ? "\(entry.name) has no value, or a length: ringtop add \(typed) 10 min."
              : known.isEmpty
                ? "A value of \(entry.name) is a whole number: ringtop add \(typed) 1."
                : "Values of \(entry.name) are \(known.joined(separator: ", ")).")
      }
      value = Double(number)
      self.typeName = entry.name
      amount = length != nil ? valueText : isHour || known.count == 1 ? "" : member?.name ?? valueText
    }
    ring = Self.rings[self.typeName]
  }

  private static func requireSimple(_ name: String) throws {
    guard let missing = needingMore[name] else { return }
    throw Failure(.usage, "A sample of \(name) also requires \(missing), which cannot be entered here.")
  }

  /// The readable name of what the sample counts for.
  var subject: String { ring?.name ?? TypeWords.title(type.identifier) }

  /// The sample as a HealthKit object, marked as entered by hand.
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
}

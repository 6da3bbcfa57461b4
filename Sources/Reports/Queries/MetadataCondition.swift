import Foundation
import HealthModel
import OpenHealthKit
import Presentation
import Processes

/// A condition on a key of the samples' metadata, which need not be in a catalog: `metadata.HKIndoorWorkout = true`, or
/// `metadata.HKGlow` for samples that have the key.
enum MetadataCondition {
  static let prefix = "metadata."

  /// - Parameter text: beginning with the prefix.
  /// - Throws: a usage failure.
  static func predicate(
    _ text: String, _ operators: [(text: String, type: HKPredicateOperator)], _ formatting: Formatting
  ) throws -> NSPredicate {
    let text = text.dropFirst(prefix.count)
    let end = text.firstIndex { "<>=!".contains($0) } ?? text.endIndex
    let typed = text[..<end].trimmingCharacters(in: .whitespaces)
    guard !typed.isEmpty else {
      throw Failure(.usage, "metadata. is followed by a key: 'metadata.HKIndoorWorkout = 1'.")
    }
    let key = MetadataKeyCatalog.all.first { $0.name == typed }?.key ?? typed
    guard end < text.endIndex else { return HKQuery.predicateForObjects(withMetadataKey: key) }
    guard let found = operators.first(where: { text[end...].hasPrefix($0.text) }) else {
      throw Failure(.usage, "\"\(text[end...].prefix(20))\" is not a comparison. Try =, !=, <, <=, > or >=.")
    }
    let word = text[end...].dropFirst(found.text.count).trimmingCharacters(in: .whitespaces)
    let values = values(word, formatting)
    switch found.type {
    case .equalTo: return HKQuery.predicateForObjects(withMetadataKey: key, allowedValues: values)
    case .notEqualTo:
      return NSCompoundPredicate(
        notPredicateWithSubpredicate: HKQuery.predicateForObjects(withMetadataKey: key, allowedValues: values))
    default: return HKQuery.predicateForObjects(withMetadataKey: key, operatorType: found.type, value: values[0])
    }
  }

  /// What a word can mean, the likeliest first. An export's values of a key in no catalog are kept as text.
  private static func values(_ word: String, _ formatting: Formatting) -> [Any] {
    if word == "true" || word == "false" { return [word == "true", word] }
    if let number = Double(word) { return [number, word] }
    if let amount = try? Amount(word, example: "", formatting: formatting), let unit = amount.unit {
      return [HKQuantity(unit: HKUnit(from: unit.unitString), doubleValue: amount.value), word]
    }
    return [word]
  }
}

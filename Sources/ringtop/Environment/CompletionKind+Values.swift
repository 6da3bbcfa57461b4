import ArgumentParser
import Dashboard
import Foundation
import HealthModel

extension CompletionKind {
  /// The dates of the last two weeks, and the words for days.
  static let days = CompletionKind.custom { _, _, _ in
    let today = Environment.withoutSettings().systemDay
    let words =
      ["today", "yesterday"] + ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    return words + (0..<14).map { (today - $0).description }
  }

  /// All types by their short names.
  static let types = CompletionKind.custom { _, _, _ in HealthTypeName.all }
}

import Foundation
import HealthModel

/// A predicate that contains one of the package's own filters, which the query extracts again.
///
/// Foundation's own predicates cannot be inspected on Linux, and are not `Sendable` anywhere, so they are converted
/// at the public interface.
final class FilterPredicate: NSPredicate {
  enum Content: Hashable, Sendable {
    case sample(SampleFilter)
    case activity(ActivityFilter)
    case day(DayFilter)
    /// The error of an unsupported format; a query with it fails.
    case unreadable(String)
  }

  let content: Content

  init(_ content: Content) {
    self.content = content
    #if canImport(Darwin)
      super.init()
    #else
      super.init(value: true)
    #endif
  }

  convenience init(_ filter: SampleFilter) {
    self.init(.sample(filter))
  }

  required init?(coder: NSCoder) {
    // The operands of a predicate (sources, workouts) cannot be archived.
    nil
  }

  /// Whether it matches a sample, an activity of a workout or a summary; false for anything else.
  ///
  /// A sample does not contain its correlations and workouts, so here it belongs to none.
  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    switch content {
    case .sample(let filter): (object as? HKSample).map { filter.matches(SampleSubject($0)) } ?? false
    case .activity(let filter): (object as? HKWorkoutActivity).map { filter.matches(ActivitySubject($0)) } ?? false
    case .day(let filter): (object as? HKActivitySummary)?.day.map { filter.matches($0) } ?? false
    case .unreadable: false
    }
  }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? FilterPredicate)?.content == content
  }

  override var hash: Int { content.hashValue }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var description: String { "\(content)" }
}

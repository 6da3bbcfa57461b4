package import HealthModel
package import Rings

extension RingSet {
  /// The final rings of a day. A ring without a value or goal is an empty track, as are all rings of a day without
  /// data.
  ///
  /// - Parameter form: the rings that the user has.
  package init(_ summary: DaySummary?, form: RingForm = .three) {
    func fraction(_ value: RingValue?) -> Double? {
      guard let value, value.value != nil, value.goal != nil else { return nil }
      return value.progress
    }
    self.init(
      move: fraction(summary?.move), exercise: fraction(summary?.exercise), stand: fraction(summary?.stand),
      isPaused: summary?.isPaused ?? false, form: form)
  }
}

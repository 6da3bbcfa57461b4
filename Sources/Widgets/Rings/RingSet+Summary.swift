package import HealthModel
package import Rings

extension RingSet {
  /// The final rings of a day. A ring without a value or goal is an empty track, as are all rings of a day without
  /// data.
  ///
  /// - Parameter form: the rings that the user has.
  package init(_ summary: DaySummary?, form: RingForm = .three) {
    self.init(
      move: summary?.move.fraction, exercise: summary?.exercise.fraction, stand: summary?.stand.fraction,
      isPaused: summary?.isPaused ?? false, form: form)
  }

  /// Adds a goal of the user's own as the innermost ring; nil for an empty track.
  package mutating func add(_ own: GoalProgress?) {
    form = form == .moveOnly ? .moveAndOwn : .threeAndOwn
    self.own = own?.amount.fraction
  }
}

extension RingValue {
  /// nil for an empty track.
  fileprivate var fraction: Double? { value == nil || goal == nil ? nil : progress }
}

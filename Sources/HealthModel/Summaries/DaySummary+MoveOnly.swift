extension DaySummary {
  /// The day of somebody whose only ring is Move: values and goals of the others are left out, so that Move alone closes
  /// the day.
  package var moveOnly: DaySummary {
    var summary = self
    summary.exercise = RingValue()
    summary.stand = RingValue()
    return summary
  }

  /// Whether something on the day could only come from a watch.
  package var knowsMoreThanMove: Bool { (exercise.value ?? 0) > 0 || (stand.value ?? 0) > 0 }
}

extension Sequence<DaySummary> {
  /// Whether these are the days of somebody without a watch: on several there is movement, on none an exercise minute or
  /// a stand hour.
  ///
  /// A single day does not tell, for a watch's day begins like that too.
  ///
  /// - Complexity: O(*n*), and O(1) where one of the first days knows more.
  package var knowOnlyMove: Bool {
    var moved = 0
    for summary in self {
      if summary.knowsMoreThanMove { return false }
      if (summary.move.value ?? 0) > 0 { moved += 1 }
    }
    return moved >= 3
  }
}

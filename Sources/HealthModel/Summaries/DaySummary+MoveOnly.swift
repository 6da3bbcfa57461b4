extension DaySummary {
  /// The day of a user whose only ring is Move: values and goals of the other rings are removed, so that Move alone
  /// closes the day.
  package var moveOnly: DaySummary {
    var summary = self
    summary.exercise = RingValue()
    summary.stand = RingValue()
    return summary
  }

  /// Whether the day has data that only a watch can record.
  package var knowsMoreThanMove: Bool { (exercise.value ?? 0) > 0 || (stand.value ?? 0) > 0 }
}

extension Sequence<DaySummary> {
  /// Whether these are the days of a user without a watch: several days have movement, and none has an exercise
  /// minute or a stand hour.
  ///
  /// A single day is not enough, since the day of a watch begins like that too.
  ///
  /// - Complexity: O(*n*), and O(1) if one of the first days has such data.
  package var knowOnlyMove: Bool {
    var moved = 0
    for summary in self {
      if summary.knowsMoreThanMove { return false }
      if (summary.move.value ?? 0) > 0 { moved += 1 }
    }
    return moved >= 3
  }
}

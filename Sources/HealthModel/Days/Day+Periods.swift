extension Day {
  /// The month that contains this day.
  package var month: ClosedRange<Day> {
    let first = self - (fields.day - 1)
    return first...(first.addingMonths(1) - 1)
  }

  /// The year that contains this day.
  package var year: ClosedRange<Day> {
    let first = self - dayOfYear
    return first...(first.addingMonths(12) - 1)
  }

  /// Days since the start of the year: 0 on the first of January.
  package var dayOfYear: Int { Day(year: fields.year, month: 1, day: 1).map { self - $0 } ?? 0 }
}

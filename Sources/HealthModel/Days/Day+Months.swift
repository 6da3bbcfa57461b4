extension Day {
  /// The same day of the month, this many months later, or the last day of that month.
  package func addingMonths(_ count: Int) -> Day {
    let (year, month, day) = fields
    let months = year * 12 + month - 1 + count
    let (newYear, newMonth) = (months >= 0 ? months / 12 : (months - 11) / 12, ((months % 12) + 12) % 12 + 1)
    for candidate in stride(from: day, through: 28, by: -1) {
      if let found = Day(year: newYear, month: newMonth, day: candidate) { return found }
    }
    return Day(year: newYear, month: newMonth, day: min(day, 28)) ?? self
  }
}

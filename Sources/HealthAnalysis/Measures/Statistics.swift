/// Plain statistics of lists of numbers. All numbers must be finite.
enum Statistics {
  static func mean(_ values: some Collection<Double>) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation of a sample, with the divisor n - 1; nil with fewer than two values.
  static func deviation(_ values: some Collection<Double>) -> Double? {
    guard values.count > 1, let mean = mean(values) else { return nil }
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }

  static func median(_ values: some Collection<Double>) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

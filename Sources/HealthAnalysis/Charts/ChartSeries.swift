package import HealthModel

/// The data for a chart of one quantity type.
package struct ChartSeries: Hashable, Sendable {
  package struct Bar: Hashable, Sendable {
    package var days: ClosedRange<Day>
    /// The local hour, if a bar is an hour.
    package var hour: Int?
    /// nil without data.
    package var values: BucketStatistics?

    package init(days: ClosedRange<Day>, hour: Int? = nil, values: BucketStatistics? = nil) {
      self.days = days
      self.hour = hour
      self.values = values
    }
  }

  package struct Summary: Hashable, Sendable {
    /// The sum, for cumulative types.
    package var sum = 0.0
    /// For cumulative types, the mean over the days with data; for others, their mean, over time or of the
    /// samples, as in the bars.
    package var average: Double?
    package var minimum: Double?
    package var maximum: Double?
    /// The number of samples.
    package var count = 0

    package init() {}
  }

  /// The raw identifier, or the name of a measure.
  package var type: String
  package var days: ClosedRange<Day>
  package var bars: [Bar]
  package var summary: Summary
  /// The bars of the previous period, in the same number; nil if there is none.
  package var before: (Earlier)?

  package struct Earlier: Hashable, Sendable {
    package var days: ClosedRange<Day>
    package var bars: [Bar]
    package var summary: Summary

    package init(days: ClosedRange<Day>, bars: [Bar], summary: Summary) {
      self.days = days
      self.bars = bars
      self.summary = summary
    }
  }

  package init(type: String, days: ClosedRange<Day>, bars: [Bar], summary: Summary, before: Earlier? = nil) {
    self.type = type
    self.days = days
    self.bars = bars
    self.summary = summary
    self.before = before
  }

  /// Whether values are summed.
  package var isCumulative: Bool { Self.isCumulative(type) }

  /// Whether the values of a type, or of a measure, are summed.
  package static func isCumulative(_ type: String) -> Bool {
    MeasureName(rawValue: type)?.isAmount
      ?? (DayAmount.has(type) || QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative)
  }
}

extension ChartSeries.Summary {
  /// Combines days into one bar.
  ///
  /// - Parameter days: the statistics of each day; nil for a day without data.
  package init(days: [BucketStatistics?], isCumulative: Bool) {
    var weighted = 0.0
    var weight = 0.0
    var withData = 0
    for case let day? in days {
      count += day.count
      if isCumulative {
        sum += day.sum
        withData += 1
      } else if let mean = day.average, day.count > 0 {
        weighted += mean * day.weight
        weight += day.weight
        minimum = min(minimum ?? .infinity, day.minimum ?? mean)
        maximum = max(maximum ?? -.infinity, day.maximum ?? mean)
      }
    }
    if isCumulative {
      average = withData > 0 ? sum / Double(withData) : nil
    } else if count > 0, minimum != nil {
      average = weighted / weight
    }
  }
}

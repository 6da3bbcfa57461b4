package import HealthModel

/// VO2max among people of the same age and sex, and an estimate where none is stored.
package enum CardioFitness {
  package enum Percentile: Hashable, Sendable {
    case below5
    /// From 5 to 95.
    case at(Double)
    case above95
  }

  /// From the 95th percentile down to the 5th in steps of 5, by the decade of age from 20 to 79, in mL/(kg min): treadmill
  /// tests of the FRIEND registry (Kaminsky, Arena, Myers 2015, 7,783 tests in the United States).
  private static let men: [[Double]] = [
    [
      66.3, 61.8, 59.3, 57.1, 55.2, 53.7, 52.1, 50.2, 49.0, 48.0, 46.5, 44.9, 43.5, 41.9, 40.1, 38.1, 35.4, 32.1, 29.0,
    ],
    [
      59.8, 56.5, 54.2, 51.6, 49.2, 48.0, 46.6, 45.2, 43.8, 42.4, 41.3, 39.6, 38.5, 37.4, 35.9, 34.1, 32.7, 30.2, 27.2,
    ],
    [
      55.6, 52.1, 49.3, 46.7, 45.0, 43.9, 42.1, 40.3, 38.9, 37.8, 36.7, 35.7, 34.6, 33.3, 31.9, 30.5, 29.0, 26.8, 24.2,
    ],
    [
      50.7, 45.6, 43.2, 41.2, 39.7, 38.2, 36.3, 35.1, 33.8, 32.6, 31.6, 30.7, 29.5, 28.4, 27.1, 26.1, 24.4, 22.8, 20.9,
    ],
    [
      43.0, 40.3, 38.2, 36.1, 34.5, 32.9, 31.6, 30.5, 29.1, 28.2, 27.2, 26.6, 25.7, 24.6, 23.7, 22.4, 21.2, 19.8, 17.4,
    ],
    [
      39.7, 36.6, 35.5, 31.4, 30.4, 28.4, 27.6, 26.9, 25.6, 24.4, 24.0, 22.8, 22.4, 21.2, 20.4, 19.2, 18.2, 17.1, 16.3,
    ],
  ]
  private static let women: [[Double]] = [
    [
      56.0, 51.3, 48.3, 46.5, 44.7, 43.2, 41.6, 40.6, 38.9, 37.6, 35.9, 34.6, 33.6, 32.0, 30.5, 28.6, 26.2, 23.9, 21.7,
    ],
    [
      45.8, 41.4, 39.3, 37.5, 36.1, 34.6, 33.5, 32.2, 31.2, 30.2, 29.3, 28.2, 27.4, 26.4, 25.3, 24.1, 22.5, 20.9, 19.0,
    ],
    [
      41.7, 38.4, 36.0, 34.0, 32.4, 31.1, 30.0, 28.7, 27.7, 26.7, 25.9, 24.9, 24.1, 23.3, 22.1, 21.3, 20.0, 18.8, 17.0,
    ],
    [
      35.9, 32.0, 30.2, 28.6, 27.6, 26.8, 26.0, 25.2, 24.4, 23.4, 22.7, 21.8, 21.2, 20.6, 19.9, 19.1, 18.3, 17.3, 16.0,
    ],
    [
      29.4, 27.0, 25.6, 24.6, 23.8, 23.1, 22.0, 21.2, 20.5, 20.0, 19.6, 18.9, 18.4, 17.9, 17.2, 16.5, 15.6, 14.6, 13.4,
    ],
    [
      24.1, 23.1, 22.2, 21.3, 20.8, 20.5, 19.9, 19.4, 19.2, 18.3, 17.8, 17.0, 16.8, 15.9, 15.6, 15.1, 14.6, 13.6, 13.1,
    ],
  ]

  /// The percentile of a VO2max, between those of the table.
  ///
  /// - Parameters:
  ///   - value: mL/(kg min).
  ///   - age: in years; nil if unknown. The table ends at 79.
  package static func percentile(_ value: Double, age: Int?, sex: BiologicalSex) -> Measure<Percentile> {
    guard value.isFinite, value > 0 else { return .failure(.undefined("no VO2max was measured")) }
    guard let age else { return .failure(.unknown(.age)) }
    guard sex != .unknown else { return .failure(.unknown(.sex)) }
    guard (20...79).contains(age) else { return .failure(.undefined("the registry's ages are 20 to 79")) }
    // Ascending, from the 5th percentile.
    let column = Array((sex == .male ? men : women)[age / 10 - 2].reversed())
    let above = column.count { value >= $0 }
    let percentile: Percentile =
      switch above {
      case 0: .below5
      case column.count: value > column[column.count - 1] ? .above95 : .at(95)
      default:
        .at(5 * (Double(above) + (value - column[above - 1]) / (column[above] - column[above - 1])))
      }
    return .success(
      Measured(
        percentile, .fitnessPercentile,
        [
          MeasureInput("VO2max", value, "mL/min\u{B7}kg"), MeasureInput("age", Double(age), "yr"),
          MeasureInput("median of age and sex", column[9], "mL/min\u{B7}kg"),
        ]))
  }

  /// VO2max as 15.3 times the ratio of the maximum to the resting heart rate (Uth et al. 2004), in mL/(kg min). Only for a
  /// maximum that was measured or chosen: one that is derived from the age says nothing of a person's fitness.
  package static func estimate(_ profile: HeartRateProfile) -> Measure<Double> {
    profile.reserve.flatMap { reserve in
      guard case .success(let maximum) = profile.maximum, maximum.formula != .maximumTanaka else {
        return .failure(.undefined("the maximum heart rate is only estimated from the age"))
      }
      return .success(
        Measured(15.3 * reserve.upperBound / reserve.lowerBound, .fitnessEstimate, profile.inputs))
    }
  }

  /// The values of which the change per year is computed at most.
  private static let mostValues = 200

  /// The change per year of VO2max, robust against single wrong values: the median of the slopes between all pairs
  /// (Theil 1950, Sen 1968).
  ///
  /// - Parameter values: ascending, one of a day; the last 200 count.
  /// - Complexity: O(n^2).
  package static func change(_ values: [(day: Day, value: Double)]) -> Measure<Double> {
    let last = values.filter(\.value.isFinite).suffix(mostValues)
    var slopes: [Double] = []
    for (index, one) in last.enumerated() {
      for other in last.dropFirst(index + 1) where other.day != one.day {
        slopes.append((other.value - one.value) / Double(other.day - one.day) * 365.25)
      }
    }
    guard let median = Statistics.median(slopes) else {
      return .failure(.tooFew(.day, needed: 2, has: last.count, of: "with VO2max in two years"))
    }
    return .success(
      Measured(
        median, .fitnessChange,
        [MeasureInput("pairs", Double(slopes.count))]
          + last.map { MeasureInput("VO2max", $0.value, MeasureName.cardioFitness.unit, origin: $0.day.description) },
        coverage: MeasureCoverage(last.count, of: values.count, .value)))
  }
}

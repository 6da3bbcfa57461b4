/// A quantity that is compared from night to night.
package enum NightVital: String, Hashable, Sendable, CaseIterable {
  /// Beats per minute.
  case heartRate
  /// Breaths per minute.
  case respiratoryRate
  /// Degrees Celsius.
  case wristTemperature
  /// From 0 to 1.
  case oxygen
  /// Seconds.
  case asleep

  var unit: String {
    switch self {
    case .heartRate, .respiratoryRate: "count/min"
    case .wristTemperature: "degC"
    case .oxygen: ""
    case .asleep: "s"
    }
  }

  /// The least spread that a band assumes: what such measurements differ by without any reason.
  var leastSpread: Double {
    switch self {
    case .heartRate: 1
    case .respiratoryRate: 0.25
    case .wristTemperature: 0.1
    case .oxygen: 0.005
    case .asleep: 900
    }
  }
}

/// A value of a night against the person's own earlier nights.
package struct NightVitalBand: Hashable, Sendable {
  package var value: Double
  package var band: ClosedRange<Double>
  /// The median of the earlier nights.
  package var usual: Double

  package var isOutside: Bool { !band.contains(value) }
}

/// The vitals of a night. What is outside its band is named, and nothing is concluded from it.
package struct NightVitals: Hashable, Sendable {
  package var bands: [NightVital: Measure<NightVitalBand>]

  /// The earlier nights that form the band, and how many of them must have a value.
  package static let bandNights = 60
  package static let fewestNights = 28
  /// The half-width of a band in standard deviations, as estimated from the median absolute deviation: wide enough that
  /// two of five independent vitals are outside at once in fewer than one of 30 ordinary nights, however few nights form
  /// the band.
  package static let width = 2.5

  /// - Parameters:
  ///   - night: the values of the night; what was not measured is missing.
  ///   - earlier: the nights before it, the latest last; the last 60 count.
  package init(night: [NightVital: Double], earlier: [[NightVital: Double]]) {
    bands = [:]
    for vital in NightVital.allCases {
      let known = earlier.suffix(Self.bandNights).compactMap { $0[vital] }.filter(\.isFinite)
      bands[vital] = Self.band(vital, night[vital], known)
    }
  }

  private static func band(_ vital: NightVital, _ value: Double?, _ known: [Double]) -> Measure<NightVitalBand> {
    guard let value, value.isFinite else { return .failure(.undefined("nothing was measured in this night")) }
    guard known.count >= fewestNights, let usual = Statistics.median(known),
      let spread = Statistics.median(known.map { abs($0 - usual) })
    else { return .failure(.tooFew(.night, needed: fewestNights, has: known.count)) }
    // The median absolute deviation of a normal distribution is 0.6745 standard deviations. Nights of fever among the
    // earlier ones hardly change it.
    let deviation = max(spread / 0.674_489_750_196_081_7, vital.leastSpread)
    let half = width * deviation
    return .success(
      Measured(
        NightVitalBand(value: value, band: usual - half...usual + half, usual: usual), .nightVitals,
        [
          MeasureInput("median", usual, vital.unit),
          MeasureInput(
            "deviation", deviation, vital.unit,
            origin: deviation == vital.leastSpread ? "the least that is assumed" : "from the median absolute deviation"),
        ],
        coverage: MeasureCoverage(known.count, of: bandNights, .night)))
  }
}

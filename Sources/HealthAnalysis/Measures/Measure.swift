import HealthModel

/// A number computed by a published formula, or the reason why there is none.
package typealias Measure<Value: Hashable & Sendable> = Result<Measured<Value>, MissingReason>

/// A number with everything it was computed from.
package struct Measured<Value: Hashable & Sendable>: Hashable, Sendable {
  package var value: Value
  package var formula: MeasureFormula
  /// The numbers that entered the formula besides the samples, by name.
  package var inputs: [MeasureInput]
  /// How much of the data that the formula asks for there was; nil if it needs none beyond its inputs.
  package var coverage: MeasureCoverage?

  package init(
    _ value: Value, _ formula: MeasureFormula, _ inputs: [MeasureInput] = [], coverage: MeasureCoverage? = nil
  ) {
    self.value = value
    self.formula = formula
    self.inputs = inputs
    self.coverage = coverage
  }

  /// With more of what it was computed from.
  package func adding(_ inputs: some Sequence<MeasureInput>) -> Self {
    Measured(value, formula, self.inputs + inputs, coverage: coverage)
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Measured<Other> {
    Measured<Other>(transform(value), formula, inputs, coverage: coverage)
  }
}

/// A number that enters a formula, with where it comes from.
package struct MeasureInput: Hashable, Sendable {
  /// `resting heart rate`
  package var name: String
  package var value: Double
  /// As HealthKit writes it: `count/min`; empty for a plain number.
  package var unit: String
  /// `median of 21 days`; empty if there is nothing to say.
  package var origin: String

  package init(_ name: String, _ value: Double, _ unit: String = "", origin: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
    self.origin = origin
  }
}

/// How much of what a measure asks for is known: 37 of 42 days.
package struct MeasureCoverage: Hashable, Sendable, CustomStringConvertible {
  package var known: Double
  package var whole: Double
  package var unit: MeasureUnit

  package init(_ known: Double, of whole: Double, _ unit: MeasureUnit) {
    self.known = known
    self.whole = whole
    self.unit = unit
  }

  package init(_ known: Int, of whole: Int, _ unit: MeasureUnit) {
    self.init(Double(known), of: Double(whole), unit)
  }

  /// From 0 to 1.
  package var part: Double { whole > 0 ? min(1, max(0, known / whole)) : 0 }

  package var description: String {
    "\(Int(counting: known.rounded(.down))) of \(unit.count(Int(counting: whole.rounded())))"
  }
}

extension Int {
  /// A count for a text; a stored duration may be any number.
  fileprivate init(counting count: Double) { self = count.isFinite ? Int(Swift.max(0, Swift.min(count, 1e15))) : 0 }
}

/// What coverage and minimums are counted in.
package enum MeasureUnit: String, Hashable, Sendable {
  case day, night, minute, value, beat, recording, workout, cycle, pair, week

  /// `1 day`, `14 days`
  package func count(_ count: Int) -> String { "\(count) \(rawValue)\(count == 1 ? "" : "s")" }
}

/// Why a measure has no value.
package enum MissingReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is less data than the formula needs.
  case tooFew(MeasureUnit, needed: Int, has: Int, of: String = "")
  /// A fact about the person is unknown.
  case unknown(Fact)
  /// The heart rate is known for too small a part of the time, in seconds.
  case uncovered(known: Double, whole: Double)
  /// There are formulas for women and for men, and the sex is set to neither.
  case bySex(men: Double, women: Double)
  /// The formula is not defined for this input.
  case undefined(String)

  package enum Fact: String, Hashable, Sendable {
    case age = "the date of birth"
    case sex = "the sex"
    case resting = "the resting heart rate"
    case maximum = "the maximum heart rate"
    case effort = "the effort of the workout"
    case rates = "the heart rate"
  }

  /// A part of a sentence: `needs 14 days, has 9`.
  package var description: String {
    switch self {
    case .tooFew(let unit, let needed, let has, let what):
      "needs \(unit.count(needed))\(what.isEmpty ? "" : " \(what)"), has \(has)"
    case .unknown(.sex): "there are formulas for women and for men, and the sex is set to neither"
    case .unknown(let fact): "\(fact.rawValue) is unknown"
    case .uncovered(let known, let whole):
      "the heart rate is known for \(MeasureCoverage(known / 60, of: whole / 60, .minute))"
    case .bySex(let men, let women):
      "\(Self.short(men)) by the formula for men, \(Self.short(women)) by that for women, and the sex is set to neither"
    case .undefined(let text): text
    }
  }
}

extension MissingReason {
  /// Whole from 10 on, otherwise with at most two decimals.
  static func short(_ value: Double) -> String {
    (abs(value) >= 10 ? value.rounded() : (value * 100).rounded() / 100).shortText
  }
}

/// The published formula, or the rule of this program, by which a measure is computed.
package enum MeasureFormula: String, Hashable, Sendable, CaseIterable {
  case restingMedian = "resting-rate.median-28-days"
  case restingChosen = "resting-rate.chosen"
  case maximumChosen = "maximum-rate.chosen"
  case maximumTanaka = "maximum-rate.tanaka-2001"
  case maximumObserved = "maximum-rate.observed"
  case banister = "load.banister"
  case banisterMean = "load.banister-of-mean"
  case edwards = "load.edwards"
  case sessionRPE = "load.session-rpe"
  case form = "training.fitness-fatigue-form"
  case band = "training.7-against-28-days"
  case monotony = "training.monotony-strain"
  case recovery = "heart-rate.recovery"
  case rMSSD = "variability.rmssd"
  case nightRMSSD = "variability.rmssd-of-night"
  case sdnn = "variability.sdnn"
  case variabilityBand = "variability.7-against-60-days"
  case nightVitals = "night.own-band"
  case regularityIndex = "sleep.regularity-index"
  case midsleep = "sleep.midsleep"
  case jetLag = "sleep.social-jet-lag"
  case debt = "sleep.debt"
  case efficiency = "sleep.efficiency"
  case longest = "record.longest"
  case fastest = "record.fastest-distance"
  case bestMean = "record.best-mean"
  case balance = "week.who-2020"
  case fitnessStored = "fitness.stored"
  case fitnessChange = "fitness.theil-sen"
  case fitnessPercentile = "fitness.friend-2015"
  case fitnessEstimate = "fitness.uth-2004"
  case correlation = "correlation.spearman"
  case cycles = "cycle.lengths"

  /// What was done, where a measure has several ways to its value.
  package var rule: String? {
    switch self {
    case .restingChosen, .maximumChosen: "Chosen in the configuration."
    case .maximumTanaka: "208 - 0.7 \u{D7} age, because no higher rate was measured on two days of a year."
    case .maximumObserved: "The second highest daily maximum of 365 days, which is higher than 208 - 0.7 \u{D7} age."
    case .fitnessStored: "The latest stored value of 90 days."
    case .fitnessEstimate: "15.3 \u{D7} maximum / resting heart rate, because no value of the last 90 days is stored."
    case .banisterMean:
      "Minutes \u{D7} fraction of the heart rate reserve \u{D7} a e^(b \u{D7} fraction), of the mean rate: no samples are stored."
    default: nil
    }
  }

  /// Where the formula was published; nil for a rule of this program.
  package var citation: String? {
    switch self {
    case .maximumTanaka: "Tanaka, Monahan, Seals: J Am Coll Cardiol 37 (2001) 153-156"
    case .banister, .banisterMean: "Morton, Fitz-Clarke, Banister: J Appl Physiol 69 (1990) 1171-1177"
    case .edwards: "Edwards: The Heart Rate Monitor Book (1993)"
    case .sessionRPE: "Foster et al.: J Strength Cond Res 15 (2001) 109-115"
    case .form: "Banister, Calvert: Can J Appl Sport Sci 5 (1980) 170-176"
    case .band: "Gabbett: Br J Sports Med 50 (2016) 273-280"
    case .monotony: "Foster: Med Sci Sports Exerc 30 (1998) 1164-1168"
    case .recovery: "Cole et al.: N Engl J Med 341 (1999) 1351-1357"
    case .rMSSD, .nightRMSSD, .sdnn: "Task Force of ESC and NASPE: Circulation 93 (1996) 1043-1065"
    case .variabilityBand: "Plews et al.: Eur J Appl Physiol 112 (2012) 3729-3741; Buchheit: Front Physiol 5 (2014) 73"
    case .regularityIndex: "Phillips et al.: Sci Rep 7 (2017) 3216"
    case .midsleep: "Roenneberg, Wirz-Justice, Merrow: J Biol Rhythms 18 (2003) 80-90"
    case .jetLag: "Wittmann et al.: Chronobiol Int 23 (2006) 497-509"
    case .efficiency: "Reed, Sacco: J Clin Sleep Med 12 (2016) 263-266"
    case .balance: "WHO guidelines on physical activity (2020); Garber et al.: Med Sci Sports Exerc 43 (2011) 1334-1359"
    case .fitnessChange: "Theil: Proc R Neth Acad Sci 53 (1950) 386-392; Sen: J Am Stat Assoc 63 (1968) 1379-1389"
    case .fitnessPercentile: "Kaminsky, Arena, Myers: Mayo Clin Proc 90 (2015) 1515-1523"
    case .fitnessEstimate: "Uth et al.: Eur J Appl Physiol 91 (2004) 111-115"
    case .correlation: "Spearman: Am J Psychol 15 (1904) 72-101"
    case .restingMedian, .restingChosen, .maximumChosen, .maximumObserved, .nightVitals, .debt, .longest, .fastest,
      .bestMean, .fitnessStored, .cycles:
      nil
    }
  }
}

import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Fitness, weeks, correlations and cycles")
struct PopulationMeasureTests {
  // MARK: - Cardio fitness

  @Test(
    "the registry's published medians are the 50th percentile",
    arguments: [
      (48.0, 25, BiologicalSex.male), (37.6, 25, .female), (24.4, 75, .male), (18.3, 75, .female),
    ])
  func medians(value: Double, age: Int, sex: BiologicalSex) throws {
    #expect(try CardioFitness.percentile(value, age: age, sex: sex).get().value == .at(50))
  }

  @Test("a percentile lies between those of the table, and beyond it is only named")
  func percentile() throws {
    // From 45.0 at the 75th to 46.7 at the 80th, for men from 40 to 49.
    #expect(try CardioFitness.percentile(45.85, age: 41, sex: .male).get().value == .at(77.5))
    #expect(try CardioFitness.percentile(60, age: 41, sex: .male).get().value == .above95)
    #expect(try CardioFitness.percentile(55.6, age: 41, sex: .male).get().value == .at(95))
    #expect(try CardioFitness.percentile(20, age: 41, sex: .male).get().value == .below5)
    #expect(CardioFitness.percentile(40, age: nil, sex: .male) == .failure(.unknown(.age)))
    #expect(CardioFitness.percentile(40, age: 40, sex: .unknown) == .failure(.unknown(.sex)))
    for age in [-1, 0, 19, 80] { #expect((try? CardioFitness.percentile(40, age: age, sex: .male).get()) == nil) }
    #expect((try? CardioFitness.percentile(.nan, age: 40, sex: .male).get()) == nil)
  }

  @Test(
    "the columns of the table fall from older to younger and from the top", arguments: [BiologicalSex.male, .female])
  func table(sex: BiologicalSex) throws {
    for age in stride(from: 25, through: 75, by: 10) {
      var last = 0.0
      for tenth in 130...700 {
        guard case .at(let now) = try CardioFitness.percentile(Double(tenth) / 10, age: age, sex: sex).get().value
        else { continue }
        #expect(now > last)
        last = now
      }
      #expect(last >= 94)
    }
  }

  @Test("VO2max is estimated only from a maximum that was measured or chosen")
  func estimate() throws {
    // 15.3 x 190 / 50.
    let found = try CardioFitness.estimate(HeartRateProfile(sex: .male, resting: 50, maximum: 190)).get().value
    #expect(abs(found - 58.14) < 1e-9)
    let byAge = HeartRateHistory(birth: Day(number: 5_000), chosen: HeartRateLimits(resting: 50))
    #expect((try? CardioFitness.estimate(byAge.profile(on: Day(number: 20_000))).get()) == nil)
  }

  @Test("the change per year is that of a line, whatever a single value is")
  func change() throws {
    var values = (0..<30).map { (index: Int) -> (day: Day, value: Double) in
      (day: Day(number: index * 20), value: 40 + Double(index * 20) / 365.25 * 2)
    }
    #expect(abs(try CardioFitness.change(values).get().value - 2) < 1e-9)
    values[7].value = 90
    #expect(abs(try CardioFitness.change(values).get().value - 2) < 1e-9)
    #expect(
      CardioFitness.change([(Day(number: 1), 40)])
        == .failure(.tooFew(.day, needed: 2, has: 1, of: "with VO2max in two years")))
  }

  // MARK: - Week

  private static func times(_ rates: [(Double, minutes: Int)]) -> HeartRateTimes {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let values = rates.flatMap { rate, minutes in [Double](repeating: rate, count: minutes) }
    return HeartRateTimes(
      values.enumerated().map { HeartRatePoint(time: start + Double($0) * 60, rate: $1) },
      in: WorkoutTime(start: start, end: start + Double(values.count) * 60, events: []))
  }

  @Test("a vigorous minute counts twice towards the 150 of a week")
  func week() throws {
    let profile = HeartRateProfile(sex: .unknown, resting: 60, maximum: 160)
    // Moderate from 100, vigorous from 120.
    let times = Self.times([(99, 20), (100, 30), (119, 30), (120, 40), (170, 5)])
    let found = try WeekBalance.week([(times, 7_500, profile)]).get().value
    #expect(found.moderate == 60 && found.vigorous == 45 && found.equivalent == 150 && found.isMet)
    #expect((try? WeekBalance.week([(times, 20_000, profile)]).get()) == nil)
    #expect((try? WeekBalance.week([(times, 7_500, HeartRateProfile())]).get()) == nil)
    #expect((try? WeekBalance.week([]).get()) == nil)
  }

  // MARK: - Correlation

  private static func days(_ values: [Double]) -> [Day: Double] {
    Dictionary(uniqueKeysWithValues: values.enumerated().map { (Day(number: 20_000 + $0), $1) })
  }

  @Test("the rank correlation of the usual example is -29/165")
  func spearman() throws {
    let (iq, hours) = ([106.0, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7.0, 27, 2, 50, 28, 29, 20, 12, 6, 17])
    let found = try DayCorrelation.spearman(Self.days(iq), Self.days(hours)).get().value
    #expect(abs(found.coefficient - -29.0 / 165) < 1e-12 && found.count == 10)
    #expect(found.warnings == [.fewDays, .smallEffect])
  }

  @Test("equal values share their rank, and a lag shifts the second", arguments: 1...20 as ClosedRange<UInt64>)
  func ties(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let count = Int.random(in: 12...80, using: &random)
    let x = (0..<count).map { _ in Double(Int.random(in: 0...9, using: &random)) }
    let y = (0..<count).map { _ in Double(Int.random(in: 0...9, using: &random)) }
    let lag = Int.random(in: -2...2, using: &random)
    let pairs = (0..<count).compactMap { index in
      y.indices.contains(index + lag) ? (x[index], y[index + lag]) : nil
    }
    // Ranks by counting, and Pearson's correlation of them.
    func ranks(_ values: [Double]) -> [Double] {
      values.map { value in Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2 }
    }
    let (a, b) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let covariance = zip(a, b).reduce(0) { $0 + ($1.0 - mean(a)) * ($1.1 - mean(b)) }
    func spread(_ values: [Double]) -> Double {
      values.reduce(0) { $0 + ($1 - mean(values)) * ($1 - mean(values)) }.squareRoot()
    }
    let found = try DayCorrelation.spearman(Self.days(x), Self.days(y), lag: lag).get().value
    #expect(abs(found.coefficient - covariance / spread(a) / spread(b)) < 1e-9 && found.count == pairs.count)
  }

  @Test("few days, or a quantity that never changes, have no correlation")
  func none() {
    let values = (0..<9).map(Double.init)
    #expect(
      DayCorrelation.spearman(Self.days(values), Self.days(values)) == .failure(.tooFew(.day, needed: 10, has: 9)))
    let same = Self.days(Array(repeating: 1, count: 40))
    #expect((try? DayCorrelation.spearman(same, Self.days((0..<40).map(Double.init))).get()) == nil)
    #expect((try? DayCorrelation.spearman(same, [:], lag: .max).get()) == nil)
  }

  // MARK: - Cycles

  @Test("cycles run from one first day to the next; a gap in the log is none")
  func cycles() throws {
    let first = Day(number: 20_000)
    let starts = [0, 28, 58, 84, 300, 329].map { first + $0 }
    let bleeding = Set(starts.flatMap { start in (0..<5).map { start + $0 } })
    let found = try CycleLengths.lengths(bleeding: bleeding).get()
    #expect(found.value.starts == starts && found.value.lengths == [28, 30, 26, 29])
    #expect(found.value.mean == 28.25 && found.value.shortest == 26 && found.value.longest == 30)
    #expect(found.coverage?.description == "4 of 5 cycles")
    // Marked starts count alone: one day of spotting between two cycles is no start.
    let marked = try CycleLengths.lengths(bleeding: bleeding.union([first + 42]), marked: Set(starts)).get().value
    #expect(marked == found.value)
    #expect(
      CycleLengths.lengths(bleeding: Set([0, 28, 56].map { first + $0 }))
        == .failure(.tooFew(.cycle, needed: 3, has: 2)))
    #expect((try? CycleLengths.lengths(bleeding: []).get()) == nil)
  }
}

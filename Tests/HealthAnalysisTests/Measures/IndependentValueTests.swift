import Foundation
import HealthAnalysis
import HealthModel
import Testing

/// Values that other programs compute from the same inputs: SciPy, NumPy and NeuroKit2, by
/// `Tests/Independent/measures.py`, and GoldenCheetah.
@Suite("Measures by other programs")
struct IndependentValueTests {
  /// The generator of the script.
  private struct Numbers {
    var state: UInt64

    mutating func next() -> Double {
      state = (1_103_515_245 * state + 12_345) % (1 << 31)
      return Double(state) / Double(1 << 31)
    }
  }

  private static func isClose(_ found: Double, _ expected: Double) -> Bool {
    abs(found - expected) < 1e-9 * max(1, abs(expected))
  }

  @Test("Spearman's correlation is SciPy's")
  func correlation() throws {
    var numbers = Numbers(state: 1)
    let x = (0..<80).map { _ in (numbers.next() * 12).rounded(.down) }
    let y = x.map { (numbers.next() * 12).rounded(.down) + $0 / 2 }
    func days(_ values: [Double]) -> [Day: Double] {
      Dictionary(uniqueKeysWithValues: values.enumerated().map { (Day(number: $0), $1) })
    }
    let found = try DayCorrelation.spearman(days(x), days(y)).get().value
    #expect(Self.isClose(found.coefficient, 0.468138219327))
  }

  @Test("rMSSD and SDNN are NeuroKit2's")
  func variability() throws {
    var numbers = Numbers(state: 2)
    var time = 0.0
    var beats = [Heartbeat(time: 0, followsGap: true)]
    for _ in 0..<150 {
      time += (850 + 120 * (numbers.next() - 0.5)).rounded(.down) / 1_000
      beats.append(Heartbeat(time: time, followsGap: false))
    }
    #expect(Self.isClose(try HeartRateVariability.rMSSD(beats).get().value, 45.7895682853))
    #expect(Self.isClose(try HeartRateVariability.sdnn(beats).get().value, 35.279552164))
  }

  @Test("the slope of a trend is SciPy's")
  func slope() throws {
    var numbers = Numbers(state: 3)
    let values = (0..<40).map { (index: Int) -> (day: Day, value: Double) in
      (Day(number: index * 7), 40 + Double(index * 7) / 365.25 * 1.5 + 3 * (numbers.next() - 0.5))
    }
    #expect(Self.isClose(try CardioFitness.change(values).get().value, 1.2231817824))
  }

  @Test("fitness and fatigue are those of SciPy's linear filter, monotony is NumPy's")
  func training() throws {
    var numbers = Numbers(state: 4)
    let loads = (0..<120).map { DailyLoad($0.isMultiple(of: 3) ? 0 : 100 * numbers.next()) }
    let last = try #require(TrainingForm.course(loads).last).get().value
    #expect(Self.isClose(last.fitness, 30.6639924758) && Self.isClose(last.fatigue, 32.0811839247))
    #expect(Self.isClose(try TrainingMonotony.week(Array(loads.suffix(7))).get().value.monotony, 1.09762512446))
  }

  @Test("the band of a vital is that of SciPy's median absolute deviation")
  func band() throws {
    var numbers = Numbers(state: 5)
    let nights = (0..<45).map { _ in [NightVital.heartRate: 52 + 12 * numbers.next()] }
    let measure = try #require(NightVitals(night: [.heartRate: 60], earlier: nights).bands[.heartRate])
    let band = try measure.get().value
    #expect(Self.isClose(band.usual, 58.8319287561))
    #expect(Self.isClose(band.band.upperBound - band.usual, 11.4529193496))
  }

  @Test("Banister's impulse and the best 20 minutes are NumPy's")
  func load() throws {
    var numbers = Numbers(state: 6)
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let points = (0..<600).map { index in
      HeartRatePoint(time: start + Double(index * 5), rate: (90 + 90 * numbers.next()).rounded(.down))
    }
    let times = HeartRateTimes(points, in: WorkoutTime(start: start, end: start + 3_000, events: []))
    for (sex, expected) in [(BiologicalSex.male, 75.5256110191), (.female, 84.6004238213)] {
      let profile = HeartRateProfile(sex: sex, resting: 52, maximum: 188)
      let load = try TrainingLoad.banister(times, duration: 3_000, profile).get().value
      #expect(Self.isClose(load.lowerBound, expected))
    }
    // Without the minute for which the last rate is held.
    let best = try WorkoutRecords.bestMean(Array(points.dropLast(11)), over: 1_200).get().value
    #expect(Self.isClose(best, 137.220833333))
  }

  @Test("the Sleep Regularity Index is NumPy's by epochs of a minute")
  func regularity() throws {
    var numbers = Numbers(state: 7)
    let asleep = (0..<14).map { (day: Int) -> Range<Double> in
      let start = Double(day * 1_440 + 600) + (180 * numbers.next()).rounded(.down)
      return start * 60..<(start + 360 + (180 * numbers.next()).rounded(.down)) * 60
    }
    let found = try SleepRegularityIndex.index(asleep: asleep, known: [0..<14 * 86_400]).get().value
    #expect(Self.isClose(found, 74.4764957265))
  }

  @Test("load, fitness, fatigue and form are GoldenCheetah's, by Tests/Independent/goldencheetah.py")
  func goldenCheetah() throws {
    var numbers = Numbers(state: 8)
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let profile = HeartRateProfile(sex: .male, resting: 52, maximum: 188)
    var loads: [DailyLoad] = []
    var last = 0.0
    for _ in 0..<50 {
      let minutes = 20 + (40 * numbers.next()).rounded(.down)
      let rate = 110 + (50 * numbers.next()).rounded(.down)
      let points = stride(from: 0, to: minutes * 60, by: 10).map { HeartRatePoint(time: start + $0, rate: rate) }
      let times = HeartRateTimes(points, in: WorkoutTime(start: start, end: start + minutes * 60, events: []))
      last = try TrainingLoad.banister(times, duration: minutes * 60, profile).get().value.lowerBound
      loads += [DailyLoad(last), DailyLoad()]
    }
    let form = try #require(TrainingForm.course(loads.dropLast()).last).get().value
    let found = [last, form.fitness, form.fatigue, form.form]
    for (own, theirs) in zip(found, [77.54323, 20.77637, 27.17644, -0.0333]) { #expect(abs(own - theirs) < 6e-6) }
  }
}

import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Recovery, variability and vitals")
struct HeartMeasureTests {
  private static let end = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static func normal(_ random: inout SplitMix) -> Double {
    let (u, v) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }

  // MARK: - Recovery

  @Test("the recovery is the rate at the end minus that one and two minutes later, between measurements")
  func recovery() throws {
    let rates = [(-6, 172.0), (4, 170), (56, 142), (66, 137), (118, 121), (124, 120)].map { second, rate in
      HeartRatePoint(time: Self.end + Double(second), rate: rate)
    }
    // At the end 172 - 2 x 6/10; after a minute 142 - 5 x 4/10; after two 121 - 1 x 2/6.
    #expect(abs(try HeartRateRecovery.drop(rates, end: Self.end, minutes: 1).get().value - (170.8 - 140)) < 1e-9)
    #expect(
      abs(try HeartRateRecovery.drop(rates, end: Self.end, minutes: 2).get().value - (170.8 - 121 + 1.0 / 3)) < 1e-9)
    // Nothing near two minutes after, nothing near the end, nothing at all.
    for points in [Array(rates.prefix(4)), Array(rates.dropFirst(2)), []] {
      #expect((try? HeartRateRecovery.drop(points, end: Self.end, minutes: 2).get()) == nil)
    }
  }

  // MARK: - Variability

  private static func beats(_ intervals: [Double], gaps: Set<Int> = []) -> [Heartbeat] {
    var time = 0.0
    return [Heartbeat(time: 0, followsGap: true)]
      + intervals.enumerated().map { index, interval in
        time += interval
        return Heartbeat(time: time, followsGap: gaps.contains(index))
      }
  }

  @Test("rMSSD and SDNN of alternating intervals are those of the formulas")
  func variability() throws {
    // 800 and 840 ms in turn: every difference is 40 ms; the deviation is 20 ms x sqrt(n / (n - 1)).
    let beats = Self.beats((0..<60).map { $0.isMultiple(of: 2) ? 0.8 : 0.84 })
    #expect(abs(try HeartRateVariability.rMSSD(beats).get().value - 40) < 1e-6)
    #expect(abs(try HeartRateVariability.sdnn(beats).get().value - 20 * (60.0 / 59).squareRoot()) < 1e-6)
  }

  @Test(
    "no difference is taken across a gap, and a wrong beat does not count", arguments: 1...20 as ClosedRange<UInt64>)
  func gaps(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var intervals = (0..<200).map { _ in 0.9 + 0.02 * Self.normal(&random) }
    var gaps: Set<Int> = []
    for _ in 0..<5 { gaps.insert(Int.random(in: 20..<180, using: &random)) }
    for gap in gaps { intervals[gap] = 7 }
    var sum = 0.0
    var count = 0
    for index in 1..<200 where !gaps.contains(index) && !gaps.contains(index - 1) {
      sum += (intervals[index] - intervals[index - 1]) * (intervals[index] - intervals[index - 1])
      count += 1
    }
    let found = try HeartRateVariability.rMSSD(Self.beats(intervals, gaps: gaps)).get()
    #expect(abs(found.value - 1_000 * (sum / Double(count)).squareRoot()) < 1e-6)
    // A beat too early: two wrong intervals, whose sum is right.
    var wrong = Array(repeating: 0.9, count: 100)
    wrong[50] = 0.5
    wrong[51] = 1.3
    let clean = try HeartRateVariability.rMSSD(Self.beats(wrong)).get()
    #expect(clean.value < 1e-6 && clean.coverage?.known == 98)
    #expect(try HeartRateVariability.sdnn(Self.beats(wrong)).get().value < 1e-6)
  }

  @Test("too few beats, or too many wrong ones, have no variability")
  func fewBeats() {
    #expect(
      HeartRateVariability.rMSSD(Self.beats(Array(repeating: 0.9, count: 30)))
        == .failure(.tooFew(.beat, needed: 30, has: 29, of: "in a row")))
    #expect((try? HeartRateVariability.rMSSD([]).get()) == nil)
    let half = (0..<200).map { $0 / 4 % 2 == 0 ? 0.9 : 2.5 }
    #expect((try? HeartRateVariability.rMSSD(Self.beats(half)).get()) == nil)
    #expect((try? HeartRateVariability.sdnn(Self.beats([.nan, .infinity, -1])).get()) == nil)
  }

  @Test("a night has the mean of its recordings, and says how many of them are usable")
  func nightlyVariability() throws {
    let steps = [20.0, 40, 60].map { step in
      HeartRateVariability.rMSSD(Self.beats((0..<60).map { 0.9 + ($0.isMultiple(of: 2) ? 0 : step / 1_000) }))
    }
    let short = HeartRateVariability.rMSSD(Self.beats([0.9, 0.9]))
    let found = try HeartRateVariability.night(steps + [short]).get()
    #expect(abs(found.value - 40) < 1e-6 && found.coverage?.description == "3 of 4 recordings")
    #expect(HeartRateVariability.night([short, short]) == short)
    #expect(HeartRateVariability.night([]) == .failure(.undefined("no beats were recorded in this night")))
  }

  @Test("a week's mean is compared with half a deviation around that of 60 days")
  func band() throws {
    let days: [Double?] = (0..<60).map { $0.isMultiple(of: 2) ? exp(3.9) : exp(4.1) }
    let found = try VariabilityBand.band(days).get().value
    let half = 0.1 * (60.0 / 59).squareRoot() / 2
    #expect(abs(found.band.lowerBound - (4 - half)) < 1e-9 && abs(found.band.upperBound - (4 + half)) < 1e-9)
    #expect(!found.isBelow && !found.isAbove)
    #expect(try VariabilityBand.band(days.dropLast(7) + Array(repeating: exp(3.7), count: 7)).get().value.isBelow)
    #expect(VariabilityBand.band(Array(days.prefix(13))) == .failure(.tooFew(.day, needed: 14, has: 13)))
    #expect((try? VariabilityBand.band(days + Array(repeating: nil, count: 5)).get()) == nil)
    #expect((try? VariabilityBand.band(days + Array(repeating: nil, count: 4)).get()) != nil)
  }

  // MARK: - Vitals

  private static func night(_ random: inout SplitMix, shift: Double = 0) -> [NightVital: Double] {
    [
      .heartRate: 55 + (shift + normal(&random)) * 3, .respiratoryRate: 14 + (shift + normal(&random)) * 0.6,
      .wristTemperature: 35.6 + (shift + normal(&random)) * 0.25, .oxygen: 0.96 + normal(&random) * 0.01,
      .asleep: 25_200 + normal(&random) * 3_000,
    ]
  }

  /// Nil if fewer than two vitals have a band.
  private static func isUnusual(_ night: [NightVital: Double], _ earlier: [[NightVital: Double]]) -> Bool? {
    let bands = NightVitals(night: night, earlier: earlier).bands
    let measures = zip(NightVital.allCases, MeasureName.ofNight).compactMap { vital, name in
      bands[vital].map { found in
        NamedMeasure(name, found.map { $0.map(\.value) }, band: (try? found.get())?.value.band)
      }
    }
    return NightState(measures)?.isUnusual
  }

  @Test("of ordinary nights, fewer than one in 30 has two vitals outside their bands", arguments: [28, 40, 60])
  func falseAlarms(earlier: Int) {
    var random = SplitMix(seed: UInt64(earlier))
    var alarms = 0
    let runs = 1_500
    for _ in 0..<runs {
      let nights = (0..<earlier).map { _ in Self.night(&random) }
      if Self.isUnusual(Self.night(&random), nights) == true { alarms += 1 }
    }
    #expect(alarms * 30 < runs, "\(alarms) of \(runs)")
  }

  @Test("a night with three shifted vitals is found, and the night before and the one after are not")
  func shift() {
    var random = SplitMix(seed: 4)
    var found = 0
    var around = 0
    for _ in 0..<200 {
      var nights = (0..<45).map { _ in Self.night(&random) }
      // A fever two weeks ago hardly moves the bands.
      nights[30] = Self.night(&random, shift: 6)
      let run = nights + [Self.night(&random), Self.night(&random, shift: 4.5), Self.night(&random)]
      func isUnusual(_ index: Int) -> Bool {
        Self.isUnusual(run[index], Array(run[..<index])) ?? false
      }
      if isUnusual(46) { found += 1 }
      if isUnusual(45) || isUnusual(47) { around += 1 }
    }
    #expect(found >= 190 && around <= 12, "\(found) found, \(around) around")
  }

  @Test("what was not measured, or not often enough, is named")
  func missing() {
    var random = SplitMix(seed: 9)
    let nights = (0..<27).map { _ in Self.night(&random) }
    let night = Self.night(&random)
    let few = NightVitals(night: night, earlier: nights)
    #expect(Self.isUnusual(night, nights) == nil)
    #expect(few.bands[.heartRate] == .failure(.tooFew(.night, needed: 28, has: 27)))
    let phone = NightVitals(night: [.asleep: 20_000], earlier: nights + nights)
    #expect(Self.isUnusual([.asleep: 20_000], nights + nights) == nil)
    #expect((try? phone.bands[.asleep]?.get()) != nil)
    #expect(phone.bands[.oxygen].map { (try? $0.get()) == nil } == true)
    #expect((try? NightVitals(night: [.heartRate: .nan], earlier: []).bands[.heartRate]?.get()) == nil)
    // Values that never changed have a band of what measurements differ by.
    let same = [[NightVital.heartRate: 55, .oxygen: 0.96]]
    let usual = NightVitals(night: [.heartRate: 57, .oxygen: 0.96], earlier: Array(repeating: same[0], count: 30))
    #expect(usual.bands.values.allSatisfy { (try? $0.get().value.isOutside) != true })
    #expect(Self.isUnusual([.heartRate: 57, .oxygen: 0.96], Array(repeating: same[0], count: 30)) == false)
  }
}

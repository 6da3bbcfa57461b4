import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Measures of sleep")
struct SleepMeasureTests {
  private static let monday = Day(year: 2026, month: 11, day: 16) ?? Day(number: 0)

  /// Sleeps from 23:00 to 7:00 on each of the days, from the noon before.
  private static func sleeps(_ days: Int, _ shift: (Int) -> Double = { _ in 0 }) -> [Range<Double>] {
    (0..<days).map { day in
      let start = Double(day) * 86_400 + 39_600 + shift(day)
      return start..<start + 28_800
    }
  }

  @Test("the same times every day have an index of 100, opposite ones -100")
  func extremes() throws {
    let known = [0.0..<20 * 86_400]
    #expect(try SleepRegularityIndex.index(asleep: Self.sleeps(20), known: known).get().value == 100)
    // Asleep for one whole day, awake for the next.
    let opposite = (0..<10).map { (index: Int) -> Range<Double> in
      let start = Double(index * 2) * 86_400
      return start..<(start + 86_400)
    }
    #expect(try SleepRegularityIndex.index(asleep: opposite, known: known).get().value == -100)
    // Waking up an hour later on every second day: an hour of 24 differs.
    let hour = Self.sleeps(20).enumerated().map { (index: Int, span: Range<Double>) -> Range<Double> in
      span.lowerBound..<(span.upperBound + (index.isMultiple(of: 2) ? 3_600.0 : 0.0))
    }
    let found = try SleepRegularityIndex.index(asleep: hour, known: known).get().value
    #expect(abs(found - (-100 + 200 * 23.0 / 24)) < 1e-9)
  }

  @Test("the index is that of a model which compares minutes", arguments: 1...20 as ClosedRange<UInt64>)
  func minutes(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let days = Int.random(in: 8...20, using: &random)
    func minute(_ low: Int, _ high: Int) -> Int { Int.random(in: low...high, using: &random) }
    var asleep: [Range<Int>] = []
    var known: [Range<Int>] = []
    for day in 0..<days {
      if minute(0, 9) > 0 { known.append(day * 1_440..<(day + 1) * 1_440) }
      for _ in 0..<minute(0, 3) {
        let start = day * 1_440 + minute(0, 1_439)
        asleep.append(start..<start + minute(1, 600))
      }
    }
    var (isAsleep, isKnown) = (Set<Int>(), Set<Int>())
    for span in asleep { isAsleep.formUnion(span) }
    for span in known { isKnown.formUnion(span) }
    var (same, whole) = (0, 0)
    for minute in isKnown where isKnown.contains(minute + 1_440) {
      whole += 1
      if isAsleep.contains(minute) == isAsleep.contains(minute + 1_440) { same += 1 }
    }
    func seconds(_ spans: [Range<Int>]) -> [Range<Double>] {
      spans.map { Double($0.lowerBound * 60)..<Double($0.upperBound * 60) }
    }
    let found = SleepRegularityIndex.index(asleep: seconds(asleep).shuffled(using: &random), known: seconds(known))
    switch found {
    case .success(let value): #expect(abs(value.value - (-100 + 200 * Double(same) / Double(whole))) < 1e-9)
    case .failure: #expect(whole / 1_440 < SleepRegularityIndex.fewestPairs)
    }
  }

  @Test("less than seven pairs of days have no index")
  func fewPairs() {
    let asleep = Self.sleeps(8)
    #expect(
      SleepRegularityIndex.index(asleep: asleep, known: [0..<7 * 86_400])
        == .failure(.tooFew(.pair, needed: 7, has: 6, of: "of consecutive days")))
    #expect((try? SleepRegularityIndex.index(asleep: asleep, known: [0..<8 * 86_400]).get()) != nil)
    #expect((try? SleepRegularityIndex.index(asleep: [], known: []).get()) == nil)
  }

  /// Nights that end on consecutive days: from 23:00 to 6:00 before work, an hour and a half later before free days.
  private static func nights(_ count: Int, until last: Day = monday) -> [TimedNight] {
    (0..<count).map { index in
      let day = last - (count - 1 - index)
      let shift = day.isoWeekday >= 6 ? 90.0 : 0
      return TimedNight(day: day, midsleep: 150 + shift, asleep: 24_000 + shift * 40)
    }
  }

  @Test("social jet lag is the middle of sleep on free days minus that on work days")
  func jetLag() throws {
    let found = try SleepTiming.socialJetLag(Self.nights(28)).get()
    #expect(abs(found.value - 90) < 1e-9)
    #expect(found.inputs.filter { $0.name.hasPrefix("midsleep on") }.map(\.value) == [240, 150])
    #expect(
      SleepTiming.socialJetLag(Self.nights(8))
        == .failure(.tooFew(.night, needed: 4, has: 2, of: "before free days")))
    let middle = try SleepTiming.midsleep(Self.nights(28)).get().value
    #expect(abs(middle.mean - (150 + 90 * 8.0 / 28)) < 1e-9 && middle.deviation > 40)
    #expect(SleepTiming.midsleep(Self.nights(6)) == .failure(.tooFew(.night, needed: 7, has: 6)))
  }

  @Test("the debt is need minus sleep of two weeks, the own need that of free days")
  func debt() throws {
    // Ten nights before work, an hour (3,600 s) shorter than those before free days.
    let own = try SleepTiming.debt(Self.nights(60), on: Self.monday).get()
    #expect(abs(own.value - 10 * 3_600) < 1e-6 && own.coverage?.description == "14 of 14 nights")
    let chosen = try SleepTiming.debt(Self.nights(60), on: Self.monday, need: 28_800).get()
    #expect(abs(chosen.value - (10 * 4_800 + 4 * 1_200)) < 1e-6)
    #expect((try? SleepTiming.debt(Self.nights(60), on: Self.monday + 5).get()) == nil)
    #expect((try? SleepTiming.debt(Self.nights(60), on: Self.monday, need: 1).get()) == nil)
    #expect((try? SleepTiming.debt([], on: Self.monday).get()) == nil)
  }

  @Test("efficiency is asleep over in bed; being awake before, after and between sleep differs")
  func efficiency() throws {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    func span(_ from: Int, _ to: Int, _ stage: SleepStage) -> SleepSpan {
      SleepSpan(start: start + Double(from * 60), end: start + Double(to * 60), stage: stage, source: "Watch")
    }
    let night = try #require(
      SleepNight(
        day: Self.monday,
        spans: [
          span(0, 480, .inBed), span(0, 20, .awake), span(20, 200, .core), span(200, 215, .awake), span(215, 400, .rem),
          span(400, 405, .awake), span(405, 470, .deep), span(470, 480, .awake),
        ]))
    let found = try night.efficiency.get().value
    #expect(abs(found.efficiency - 430.0 / 480) < 1e-9 && found.interruptions == 2 && found.awake == 1_200)
    let bed = try #require(SleepNight(day: Self.monday, spans: [span(0, 400, .inBed)]))
    #expect((try? bed.efficiency.get()) == nil)
  }
}

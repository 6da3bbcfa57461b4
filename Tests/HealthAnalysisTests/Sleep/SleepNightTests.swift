import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

/// Compares nights with a model that evaluates each minute separately.
@Suite("Nights")
struct SleepNightTests {
  private static let day = Day(number: 20_776)
  /// 18:00 the day before.
  private static let evening = Date(timeIntervalSince1970: Double(day.number) * 86_400 - 21_600)

  private static func span(_ from: Int, _ to: Int, _ stage: SleepStage, _ source: String = "Watch") -> SleepSpan {
    SleepSpan(start: evening + Double(from * 60), end: evening + Double(to * 60), stage: stage, source: source)
  }

  @Test(
    "each minute counts once, for the span of the best source that starts later",
    arguments: 1...60 as ClosedRange<UInt64>)
  func minutes(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var spans: [SleepSpan] = []
    for source in ["Watch", "Phone", "App"].prefix(Int.random(in: 1...3, using: &random)) {
      let stages: [SleepStage] = source == "Watch" ? SleepStage.allCases : [.inBed, .asleep, .awake]
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        let from = Int.random(in: 200...700, using: &random)
        spans.append(
          Self.span(
            from, from + Int.random(in: 0...90, using: &random), stages.randomElement(using: &random) ?? .core, source))
      }
    }
    guard let night = SleepNight(day: Self.day, spans: spans.shuffled(using: &random)) else {
      #expect(spans.allSatisfy { $0.start == $0.end })
      return
    }
    // The best source, straight from the definition of the rule.
    func length(_ source: String, _ isCounted: (SleepStage) -> Bool) -> Double {
      spans.filter { $0.source == source && isCounted($0.stage) }.reduce(0) { $0 + $1.end.timeIntervalSince($1.start) }
    }
    let sources = Set(spans.filter { $0.stage != .inBed && $0.end > $0.start }.map(\.source))
    let best = sources.max {
      (length($0, \.isStaged), length($0, \.isAsleep)) < (length($1, \.isStaged), length($1, \.isAsleep))
    }
    let own = best.map { best in spans.filter { $0.source == best && $0.stage != .inBed } } ?? spans
    var naive: [SleepStage: Double] = [:]
    var naps = 0.0
    for minute in 0..<1_440 {
      let at = Self.evening + Double(minute * 60)
      let top = own.filter { $0.start <= at && $0.end > at }
        .max { ($0.start, $0.stage.rawValue) < ($1.start, $1.stage.rawValue) }
      if let top, at >= night.bedtime, at < night.wakeUp { naive[top.stage, default: 0] += 60 }
      if let top, top.stage.isAsleep, at < night.bedtime || at >= night.wakeUp { naps += 60 }
    }
    #expect(night.naps == naps)
    for stage in SleepStage.allCases {
      #expect(night.duration(stage) == naive[stage] ?? 0, "seed \(seed), \(stage)")
    }
    #expect(zip(night.spans, night.spans.dropFirst()).allSatisfy { $0.end <= $1.start })
    #expect(night.bedtime <= night.wakeUp)
  }

  @Test("a sleep belongs to the night that contains its midpoint, and a nap does not set the bedtime")
  func nights() throws {
    let days = (0..<3).map { index in
      (
        day: Self.day + index,
        span: (Self.evening + Double(index) * 86_400)..<(Self.evening + Double(index + 1) * 86_400)
      )
    }
    let spans = [
      // 23:00 to 6:30 with an hour and a half at 14:00; the second night from 17:30, before its evening, to 2:00.
      Self.span(300, 500, .core), Self.span(500, 750, .deep), Self.span(1_200, 1_290, .core),
      Self.span(1_410, 1_920, .rem),
    ]
    let nights = SleepNight.nights(of: spans, days: days)
    #expect(nights.map(\.day) == [Self.day, Self.day + 1])
    let first = try #require(nights.first)
    #expect(first.bedtime == Self.evening + 300 * 60 && first.wakeUp == Self.evening + 750 * 60)
    #expect(first.asleep == 450 * 60 && first.naps == 90 * 60)
    #expect(first.duration(.core) == 200 * 60 && first.duration(.deep) == 250 * 60)
    #expect(nights[1].naps == 0)
    #expect(nights[1].asleep == 30_600.0)
  }

  @Test("time in bed extends the night, and a phone alongside a watch adds no sleep")
  func inBed() throws {
    let night = try #require(
      SleepNight(
        day: Self.day,
        spans: [
          Self.span(290, 800, .inBed, "Phone"), Self.span(300, 700, .asleep, "Phone"), Self.span(310, 600, .core),
          Self.span(600, 640, .awake), Self.span(640, 760, .rem),
        ]))
    #expect(night.asleep == Double((290 + 120) * 60))
    #expect(night.inBed == Double(510 * 60))
    #expect(SleepNight(day: Self.day, spans: []) == nil)
  }

  @Test("regularity is the mean and deviation, given at least three nights")
  func regularity() throws {
    let nights: [(bedtime: Double, wakeUp: Double, asleep: Double)] = [
      (-60, 400, 25_000), (-30, 420, 26_000), (-90, 440, 27_000),
    ]
    #expect(SleepRegularity(Array(nights.prefix(2))) == nil)
    let found = try #require(SleepRegularity(nights))
    #expect(found.bedtime.mean == -60 && abs(found.bedtime.deviation - 600.0.squareRoot()) < 1e-9)
    #expect(found.wakeUp.mean == 420 && found.asleep == 26_000 && found.nights == 3)
  }
}

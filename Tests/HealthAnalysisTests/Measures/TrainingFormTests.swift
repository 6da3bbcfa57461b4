import Foundation
import TestSupport
import Testing

@testable import HealthAnalysis

@Suite("Fitness, fatigue and form")
struct TrainingFormTests {
  @Test("fitness and fatigue are exponentially weighted sums of all days", arguments: 1...10 as ClosedRange<UInt64>)
  func course(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let days = (0..<Int.random(in: 43...400, using: &random)).map { _ in
      DailyLoad(Bool.random(using: &random) ? Double.random(in: 0...300, using: &random) : 0)
    }
    let course = TrainingForm.course(days)
    #expect(course.count == days.count)
    func model(_ day: Int, _ time: Double) -> Double {
      (0...day).reduce(0) { $0 + days[$1].load * (1 - exp(-1 / time)) * exp(-Double(day - $1) / time) }
    }
    for day in [41, 42, days.count - 1] {
      let found = try course[day].get().value
      #expect(abs(found.fitness - model(day, 42)) < 1e-6 && abs(found.fatigue - model(day, 7)) < 1e-6)
      #expect(abs(found.form - (model(day - 1, 42) - model(day - 1, 7))) < 1e-6)
    }
    #expect(course[40] == .failure(.tooFew(.day, needed: 42, has: 41)))
  }

  @Test("the same load every day becomes fitness and fatigue, and no form")
  func steady() throws {
    let last = try #require(TrainingForm.course(Array(repeating: DailyLoad(70), count: 600)).last).get().value
    #expect(abs(last.fitness - 70) < 1e-3 && abs(last.fatigue - 70) < 1e-9 && abs(last.form) < 1e-3)
  }

  @Test("too many workouts with an unknown load leave no number")
  func unknown() {
    var days = Array(repeating: DailyLoad(50), count: 60)
    for day in 50..<60 { days[day] = DailyLoad(unknown: 1) }
    let course = TrainingForm.course(days)
    #expect((try? course[59].get()) != nil)
    days[49].unknown = 1
    #expect((try? TrainingForm.course(days)[59].get()) == nil)
    days += Array(repeating: DailyLoad(50), count: 42)
    #expect((try? TrainingForm.course(days)[101].get()) != nil)
  }

  @Test(
    "a week is compared with the four weeks that it ends",
    arguments: [
      (0.0, TrainingBand.Band.wellBelow), (60, .below), (100, .steady), (160, .above), (400, .wellAbove),
    ])
  func band(load: Double, expected: TrainingBand.Band) throws {
    let days = Array(repeating: DailyLoad(100), count: 21) + Array(repeating: DailyLoad(load), count: 7)
    let found = try TrainingBand.band(days).get().value
    #expect(abs(found.ratio - load / ((2_100 + 7 * load) / 28)) < 1e-9 && found.band == expected)
    #expect(TrainingBand.band(Array(days.dropFirst())) == .failure(.tooFew(.day, needed: 28, has: 27)))
    #expect((try? TrainingBand.band(Array(repeating: DailyLoad(), count: 28)).get()) == nil)
  }

  @Test("monotony is the mean of the days over their deviation, strain the week's load times it")
  func monotony() throws {
    // Mean 300, deviation of the sample 173.2: 300 / 173.2 = 1.732.
    let week = [100.0, 500, 300, 200, 400, 500, 100].map { DailyLoad($0) }
    let found = try TrainingMonotony.week(week).get().value
    #expect(found.load == 2_100 && abs(found.monotony - 300 / 173.205_08) < 1e-6)
    #expect(abs(found.strain - 2_100 * found.monotony) < 1e-9)
    #expect((try? TrainingMonotony.week(Array(repeating: DailyLoad(50), count: 7)).get()) == nil)
    #expect((try? TrainingMonotony.week(Array(repeating: DailyLoad(), count: 7)).get()) == nil)
    #expect(TrainingMonotony.week([]) == .failure(.tooFew(.day, needed: 7, has: 0)))
    #expect((try? TrainingMonotony.week(week.dropLast() + [DailyLoad(unknown: 1)]).get()) == nil)
  }

  @Test("results of the formulas for men and for women that look the same are a value")
  func agreement() {
    func both(_ men: Double, _ women: Double) -> NamedMeasure {
      func one(_ value: Double) -> NamedMeasure {
        NamedMeasure(.form, .success(Measured(value, MeasureFormula.allCases[0])))
      }
      return NamedMeasure(men: one(men), women: one(women))
    }
    #expect((try? both(0.2312, 0.2345).measure.get().value) == 0.2312)
    #expect((try? both(80.4, 79.6).measure.get().value) == 80.4)
    #expect(both(0.23, 0.24).measure == .failure(.bySex(men: 0.23, women: 0.24)))
  }
}

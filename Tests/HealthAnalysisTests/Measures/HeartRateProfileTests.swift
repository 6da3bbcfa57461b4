import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Heart rate limits")
struct HeartRateProfileTests {
  private static let day = Day(number: 20_400)
  private static let birth = Day(year: 1985, month: 6, day: 30)

  @Test("the resting rate is the median of the 28 days up to the day, and unknown without any")
  func resting() throws {
    var history = HeartRateHistory(resting: [Self.day: 52, Self.day - 3: 80, Self.day - 27: 50, Self.day - 28: 20])
    let found = try history.profile(on: Self.day).resting.get()
    #expect(found.value == 52 && found.coverage?.description == "3 of 28 days")
    #expect(history.profile(on: Self.day - 60).resting == .failure(.unknown(.resting)))
    history.chosen.resting = 48
    #expect(try history.profile(on: Self.day - 60).resting.get().value == 48)
  }

  @Test("the maximum rate is that of the age, or the second highest of a year if that is higher")
  func maximum() throws {
    let birth = try #require(Self.birth)
    // 40 years: 208 - 0.7 x 40 = 180.
    var history = HeartRateHistory(birth: birth, highest: [Self.day: 199, Self.day - 10: 230])
    #expect(history.age(on: Self.day) == 40)
    #expect(try history.profile(on: Self.day).maximum.get().value == 180)
    history.highest[Self.day - 364] = 190
    let observed = try history.profile(on: Self.day).maximum.get()
    #expect(observed.value == 190 && observed.formula == .maximumObserved)
    #expect(try history.profile(on: Self.day + 1).maximum.get().value == 180)
    history.birth = nil
    #expect(history.profile(on: Self.day).maximum == .failure(.unknown(.age)))
    history.birth = Self.day
    #expect(history.profile(on: Self.day).maximum == .failure(.unknown(.age)))
  }

  @Test("rates thousands of years apart are those of their own years")
  func farApart() throws {
    let birth = try #require(Self.birth)
    let history = HeartRateHistory(
      birth: birth, highest: [.distantPast: 200, Self.day - 9: 195, Self.day: 190, .distantFuture: 210])
    #expect(try history.profile(on: Self.day).maximum.get().value == 190)
  }

  @Test("an age has a birthday", arguments: [(-1, 39), (0, 40), (1, 40)])
  func age(offset: Int, expected: Int) throws {
    let birthday = try #require(Day(year: 2025, month: 6, day: 30))
    #expect(HeartRateHistory(birth: Self.birth).age(on: birthday + offset) == expected)
  }

  @Test("a year's second highest rate is that of a sorted year", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var highest: [Day: Double] = [:]
    for _ in 0..<Int.random(in: 2...500, using: &random) {
      highest[Self.day - Int.random(in: 0...400, using: &random)] = Double.random(in: 150...240, using: &random)
    }
    let sorted = highest.filter { $0.key > Self.day - 365 && $0.value <= 220 }.values.sorted(by: >)
    let found = try HeartRateHistory(birth: Self.birth, highest: highest).profile(on: Self.day).maximum.get().value
    #expect(found == max(180, sorted.count > 1 ? sorted[1] : 0))
  }

  @Test("zones are the user's own, else those of the reserve, else unknown")
  func zones() throws {
    var history = HeartRateHistory(chosen: HeartRateLimits(resting: 60, maximum: 160))
    #expect(try history.profile(on: Self.day).zones.get().lowerBounds == [120, 130, 140, 150])
    history.chosen.zones = [115, 125, 135, 145]
    #expect(try history.profile(on: Self.day).zones.get().lowerBounds == [115, 125, 135, 145])
    // Limits that do not ascend are none.
    history.chosen.zones = [115, 125, 125, 145]
    #expect(try history.profile(on: Self.day).zones.get().lowerBounds == [120, 130, 140, 150])
    #expect(HeartRateHistory().profile(on: Self.day).zones == .failure(.unknown(.resting)))
    #expect((try? HeartRateProfile(sex: .male, resting: 60, maximum: 79).zones.get()) == nil)
  }
}

import HealthModel
import TestSupport
import Testing

@testable import Presentation

@Suite("Rings in words")
struct RingWordsTests {
  @Test(
    "An open ring never looks closed",
    arguments: [
      (599.7, 600, "599", "600", 99, "1 kcal left"), (600, 600, "600", "600", 100, "closed"),
      (599.999_999_999_9, 600, "600", "600", 100, "closed"), (603, 600, "603", "600", 100, "closed"),
      (852, 600, "852", "600", 142, "closed, +42%"), (0, 600, "0", "600", 0, "600 kcal left"),
      (29, 100, "29", "100", 29, "71 kcal left"), (1200, 600, "1,200", "600", 200, "closed 2 times"),
      (1199, 600, "1,199", "600", 199, "closed, +99%"),
      (12_345, 1000, "12,345", "1,000", 1234, "closed 12 times, +34%"),
      (0.4, 600, "0", "600", 0, "600 kcal left"),
    ] as [(Double, Double, String, String, Int, String)])
  func open(value: Double, goal: Double, shown: String, shownGoal: String, percent: Int, remainder: String) {
    let words = words(RingValue(value: value, goal: goal))
    #expect(words.value == shown)
    #expect(words.goal == shownGoal)
    #expect(words.percent == percent)
    #expect(words.remainder == remainder)
  }

  @Test("A past day is short of its goal")
  func past() {
    var summary = SampleDays.summary(SampleDays.today, 0, 0, 0)
    summary.exercise = RingValue(value: 19, goal: 30)
    summary.stand = RingValue(value: 12, goal: 12)
    let exercise = RingWords(.exercise, of: summary, isOver: true)
    #expect(exercise.remainder == "11 min short")
    #expect(exercise.shortRemainder == "11 short")
    #expect(RingWords(.exercise, of: summary, isOver: false).remainder == "11 min left")
    #expect(RingWords(.stand, of: summary, isOver: true).remainder == "closed")
  }

  @Test("Kilojoules are rounded in the same way, and a default goal is marked")
  func kilojoules() {
    var formatting = Formatting.english
    formatting.energy = .kilojoules
    formatting.setSeparators(".", ",")
    var summary = SampleDays.summary(SampleDays.today, 0, 0, 0)
    summary.move = RingValue(value: 300, goal: 500, goalIsDefault: true)
    let words = RingWords(.move, of: summary, formatting: formatting)
    #expect(words.amount() == "1.255/2.092* kJ")
    #expect(words.remainder == "837 kJ left")
    #expect(words.percent == 60)
  }

  @Test("Missing values are named")
  func missing() {
    #expect(words(RingValue(value: 5, goal: nil)).remainder == "no goal")
    #expect(words(RingValue(value: 5, goal: 0)).goal == nil)
    #expect(words(RingValue(value: nil, goal: 600)).remainder == "not recorded")
    #expect(words(RingValue(value: nil, goal: 600), isKnown: false).remainder == "")
    #expect(words(RingValue(value: nil, goal: 600)).percent == nil)
  }

  @Test("Impossible numbers do no harm", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, -5])
  func wild(number: Double) {
    for value in [
      RingValue(value: number, goal: 600), RingValue(value: 5, goal: number), RingValue(value: number, goal: number),
    ] {
      #expect((words(value).percent ?? 0) >= 0)
      #expect((words(value).value ?? "").count < 30)
    }
  }

  private func words(_ value: RingValue, isKnown: Bool = true) -> RingWords {
    var summary = SampleDays.summary(SampleDays.today, 0, 0, 0)
    summary.move = value
    return RingWords(.move, of: summary, isKnown: isKnown, formatting: .english)
  }
}

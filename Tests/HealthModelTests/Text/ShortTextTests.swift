import HealthModel
import Testing

@Suite("The text of a number")
struct ShortTextTests {
  @Test(
    "is the shortest that restores it, also for the lowest integer",
    arguments: [
      (0, "0"), (-0.0, "0"), (8_000, "8000"), (7.5, "7.5"), (-62, "-62"), (0.1, "0.1"), (1e15, "1000000000000000"),
      (9_007_199_254_740_991, "9007199254740991"), (1e16, "1e+16"),
      (-9_223_372_036_854_775_808, "-9.223372036854776e+18"),
      (.infinity, "inf"),
    ])
  func shortest(number: Double, text: String) {
    #expect(number.shortText == text)
    #expect(Double(number.shortText) == number)
  }
}

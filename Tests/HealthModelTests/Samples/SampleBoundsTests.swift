import FoundationEssentials
import HealthModel
import Testing

@Suite("Sample bounds")
struct SampleBoundsTests {
  private static let day: TimeInterval = 86_400
  private static let steps = TypeIdentifier.stepCount
  private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

  private func noon(_ text: String) throws -> Date {
    Date(timeIntervalSince1970: Double(try #require(Day(text)).number) * Self.day + 43_200)
  }

  private func violation(
    _ start: Date, _ end: Date, _ kind: SampleKind = .quantity, type: String = steps
  ) -> SampleBounds.Violation? {
    SampleBounds.violation(start: start, end: end, kind: kind, type: type)
  }

  @Test("the years 1900 to 2099 are allowed in every time zone, and the years around them are not")
  func dates() throws {
    for text in ["1900-01-01", "1969-12-31", "2026-11-22", "2099-12-31"] {
      let date = try noon(text)
      for hours in [-12.0, 0, 14] {
        #expect(SampleBounds.allows(date - 43_200 + hours * 3_600))
        #expect(violation(date, date) == nil)
      }
      #expect(SampleBounds.allows(try #require(Day(text))))
    }
    for text in ["0001-01-01", "1899-12-29", "2100-01-03", "2126-11-22", "9999-12-31"] {
      let date = try noon(text)
      #expect(!SampleBounds.allows(date))
      #expect(violation(date, date) == .dateOutOfRange)
      #expect(!SampleBounds.allows(try #require(Day(text))))
    }
  }

  @Test(
    "numbers that are not finite or too large are refused", arguments: [Double.nan, .infinity, -.infinity, 1e25, -1e25])
  func numbers(seconds: Double) throws {
    let now = try noon("2026-11-22")
    let far = Date(timeIntervalSince1970: seconds)
    #expect(!SampleBounds.allows(far))
    #expect(violation(far, now) == .dateOutOfRange)
    #expect(violation(now, far) == .dateOutOfRange)
    #expect(!SampleBounds.allows(seconds))
  }

  @Test("values are allowed in the range in which whole numbers are exact")
  func values() {
    for value in [0, -0.5, 1e15, -1e15] { #expect(SampleBounds.allows(value)) }
    for value in [1.1e15, -1.1e15, 1e308] { #expect(!SampleBounds.allows(value)) }
  }

  @Test("a measurement may last one year and a state twenty, and a stand hour is a measurement")
  func durations() throws {
    let start = try noon("2001-03-04")
    for kind in [SampleKind.quantity, .correlation, .workout] {
      #expect(violation(start, start + 366 * Self.day, kind) == nil)
      #expect(violation(start, start + 366 * Self.day + 1, kind) == .tooLong)
    }
    for kind in [SampleKind.category, .other] {
      #expect(violation(start, start + 20 * 366 * Self.day, kind, type: Self.sleep) == nil)
      #expect(violation(start, start + 20 * 366 * Self.day + 1, kind, type: Self.sleep) == .tooLong)
    }
    #expect(violation(start, start + 367 * Self.day, .category, type: TypeIdentifier.appleStandHour) == .tooLong)
  }

  @Test("an ongoing state has no end, but a measurement must have one")
  func undeterminedDuration() throws {
    let start = try noon("2024-02-29")
    #expect(violation(start, .distantFuture, .category, type: Self.sleep) == nil)
    #expect(violation(start, .distantFuture, .category, type: TypeIdentifier.appleStandHour) == .dateOutOfRange)
    #expect(violation(start, .distantFuture) == .dateOutOfRange)
    #expect(violation(.distantFuture, .distantFuture, .category, type: Self.sleep) == .dateOutOfRange)
  }
}

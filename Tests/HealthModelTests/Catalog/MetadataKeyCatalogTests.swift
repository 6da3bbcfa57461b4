import FoundationEssentials
import HealthModel
import Testing

@Suite("Metadata keys")
struct MetadataKeyCatalogTests {
  @Test(
    "printed text becomes a typed value",
    arguments: [
      ("HKWasUserEntered", "1", MetadataValue.flag(true)), ("HKIndoorWorkout", "0", .flag(false)),
      ("HKElevationAscended", "418 cm", .quantity(418, unit: "cm")),
      ("HKWeatherHumidity", "8000 %", .quantity(8000, unit: "%")),
      ("HKWeatherTemperature", "61.9694 degF", .quantity(61.9694, unit: "degF")),
      ("HKAverageMETs", "4.5 kcal/hr·kg", .quantity(4.5, unit: "kcal/hr·kg")),
      ("HKAverageMETs", "9.1945 kcal/hr-kg", .text("9.1945 kcal/hr-kg")),
      ("HKMetadataKeyBarometricPressure", "100.719 kPa", .quantity(100.719, unit: "kPa")),
      ("HKTimeZone", "Europe/Berlin", .text("Europe/Berlin")),
      ("HKMetadataKeySyncVersion", "3", .number(3)), ("HKMetadataKeySyncIdentifier", "3", .text("3")),
      ("HKMetadataKeyHeartRateMotionContext", "1", .number(1)), ("HKAlgorithmVersion", "2.1", .number(2.1)),
      ("HKDateOfEarliestDataUsedForEstimate", "1970-01-02 01:00:00 +0100", .date(Date(timeIntervalSince1970: 86_400))),
      ("HKDateOfEarliestDataUsedForEstimate", "yesterday", .text("yesterday")),
      ("HKWasUserEntered", "perhaps", .text("perhaps")), ("HKMetadataKeySyncVersion", "nan", .text("nan")),
      ("HKElevationAscended", "418", .text("418")), ("HKElevationAscended", "high cm", .text("high cm")),
      ("HKElevationAscended", "0x10 cm", .text("0x10 cm")), ("com.example.anything", "1", .text("1")),
      ("HKElevationAscended", "", .text("")),
      ("HKMetadataKeySyncVersion", "1763772345123456789", .integer(1_763_772_345_123_456_789)),
      ("HKMetadataKeySyncVersion", "9007199254740992", .number(9_007_199_254_740_992)),
      ("HKMetadataKeySyncVersion", "9007199254740993", .integer(9_007_199_254_740_993)),
      ("HKDateOfEarliestDataUsedForEstimate", "9999-12-31 01:00:00 +0100", .text("9999-12-31 01:00:00 +0100")),
    ])
  func values(key: String, printed: String, value: MetadataValue) {
    #expect(MetadataKeyCatalog.value(forKey: key, printed: printed) == value)
  }

  @Test("there are 71 distinct keys, including those of the store")
  func keys() {
    #expect(MetadataKeyCatalog.all.count == 71)
    #expect(Set(MetadataKeyCatalog.all.map(\.key)).count == 71)
    for key in [MetadataKey.wasUserEntered, MetadataKey.timeZone, MetadataKey.syncIdentifier, MetadataKey.syncVersion] {
      #expect(MetadataKeyCatalog.entry(for: key) != nil)
    }
  }

  @Test("a printed date is parsed as an instant, whatever its offset")
  func dates() {
    let instant = Date(timeIntervalSince1970: 1_547_173_109)
    #expect(PrintedDate.date(from: "2019-01-11 03:18:29 +0100") == instant)
    #expect(PrintedDate.date(from: "2019-01-10 21:48:29 -0430") == instant)
  }

  @Test(
    "text in another format is not a date",
    arguments: [
      "2019-01-11T03:18:29 +0100", "2019-02-30 03:18:29 +0100", "2019-01-11 25:18:29 +0100", "2019-01-11 03:18:29",
      "2019-01-11 03:18:29 0100 ", "2019-01-11 03:18:2x +0100", "", "2019-01-11 03:18:29 +01:0",
    ])
  func notDates(text: String) {
    #expect(PrintedDate.date(from: text) == nil)
  }

  @Test("whole numbers are compared exactly, with numbers of either kind")
  func wholeNumbers() {
    let limit: Int64 = 1 << 53
    let numbers: [Int64] = [.min, .min + 1, -limit - 1, -limit, -1, 0, 1, limit, limit + 1, limit + 2, .max - 1, .max]
    for mine in numbers {
      for theirs in numbers {
        for comparison in Comparison.allCases {
          #expect(
            MetadataValue.whole(mine).compares(comparison, with: .whole(theirs)) == comparison(mine, theirs),
            "\(mine) \(comparison) \(theirs)")
        }
      }
    }
    #expect(MetadataValue.whole(.max).compares(.lessThan, with: .number(0x1p63)))
    #expect(MetadataValue.whole(limit + 1).compares(.greaterThan, with: .flag(true)))
  }
}

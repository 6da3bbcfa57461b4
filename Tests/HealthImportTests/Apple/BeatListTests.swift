import FoundationEssentials
import HealthModel
import Testing

@testable import HealthImport

@Suite("The beats of a heart rate variability sample")
struct BeatListTests {
  /// 20:47:54 UTC.
  private let start = Date(timeIntervalSince1970: 1_700_858_874)

  private func beats(_ printed: [(bpm: String, time: String)]) -> [Heartbeat] {
    var list = BeatList()
    for (bpm, time) in printed {
      let fits = Array(bpm.utf8).withUnsafeBytes { bpm in
        Array(time.utf8).withUnsafeBytes { time in list.append(bpm: bpm, time: time) }
      }
      #expect(fits)
    }
    return list.series(from: start)
  }

  @Test(
    "Clock times in any language and time zone become seconds from the start",
    arguments: [
      ("8:47:54.52 PM", 0.52), ("20:47:55,52", 1.52), ("20.47.54,5", 0.5), ("8:47:54 PM", 0),
      ("08:47:55.123 nachm.", 1.123),
      ("٨:٤٧:٥٥٫٥٢ م", 1.52), ("下午8:48:00.25", 6.25), ("2:17:54.52 AM", 0.52), ("20:47:53.9", 0),
      ("20:48:54.000000001", 60),
    ])
  func times(text: String, seconds: Double) {
    #expect(beats([("70", text)]) == [Heartbeat(time: seconds, followsGap: false)])
  }

  @Test(
    "What is not a clock time is passed over",
    arguments: ["", "8:47", "8:60:00", "8:47:61", "1:2:3:4:5", "8:47:54.1234567891", "٨:٤٧", "8:47:0000000054"])
  func others(text: String) {
    #expect(beats([("70", text), ("70", "8:47:56 PM")]) == [Heartbeat(time: 2, followsGap: false)])
  }

  @Test("A beat that the printed rate does not explain follows a gap")
  func gaps() {
    let printed = [
      ("60", "8:47:54.00 PM"), ("60", "8:47:55.00 PM"), ("60", "8:47:57.00 PM"), ("", "8:47:59.00 PM"),
      ("x", "8:48:00.00 PM"),
    ]
    #expect(beats(printed).map(\.time) == [0, 1, 3, 5, 6])
    #expect(beats(printed).map(\.followsGap) == [false, false, true, false, false])
  }

  @Test("The time of the first beat is read as before from every printed thousandth of a second", arguments: 0..<5)
  func fractions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let thousandths = Int.random(in: 0..<300_000, using: &random)
      let clock = 47 * 60_000 + 54_000 + thousandths
      func padded(_ value: Int, _ length: Int) -> String {
        String(repeating: "0", count: max(0, length - String(value).count)) + String(value)
      }
      let text = "20:\(padded(clock / 60_000 % 60, 2)):\(padded(clock / 1_000 % 60, 2)).\(padded(clock % 1_000, 3))"
      #expect(beats([("70", text)]).first?.time == Double(thousandths) / 1_000, "\(text)")
    }
  }
}

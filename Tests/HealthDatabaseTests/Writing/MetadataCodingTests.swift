import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Metadata as text")
struct MetadataCodingTests {
  @Test("the scanner returns the same result as the decoder, or defers to it", arguments: 0..<200 as Range<UInt64>)
  func agrees(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let texts = ["", "plain", "a/b", "with \"quotes\"", "back\\slash", "Mira\u{A0}’s 🫀", "line\nbreak", "key"]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func number() -> Double {
      [0, -0.0, 1, 0.1, -1e-300, 1e300, 123_456.789, .infinity, .nan, Double.random(in: -9...9, using: &random)]
        .randomElement(using: &random) ?? 0
    }
    let entries = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let value: MetadataValue =
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .text(text())
        case 1: .number(number())
        case 2: .flag(Bool.random(using: &random))
        case 3: .whole(Int64.random(in: Int64.min...Int64.max, using: &random))
        case 4: .whole(unsigned: UInt64.random(in: 0...UInt64.max, using: &random))
        case 5: .date(Date(timeIntervalSinceReferenceDate: number()))
        default: .quantity(number(), unit: text())
        }
      return Metadata.Entry(key: text(), value: value)
    }
    let encoded = MetadataCoding.encode(Metadata(entries))
    // As text again, since NaN is not equal to itself.
    #expect(try MetadataCoding.encode(MetadataCoding.decode(encoded)) == encoded, "seed \(seed)")
    if let scanned = MetadataScanner.entries(encoded) {
      #expect(MetadataCoding.encode(Metadata(scanned)) == encoded, "seed \(seed)")
      #expect(try MetadataCoding.encode(MetadataCoding.decodeAny(encoded)) == encoded, "seed \(seed)")
    }
  }

  @Test("plain text is scanned, and text that is cut off or has trailing characters is not")
  func plain() throws {
    let entries = [
      Metadata.Entry(key: "a", value: .text("one")), .init(key: "b", value: .number(2.5)),
      .init(key: "c", value: .flag(true)), .init(key: "d", value: .quantity(3, unit: "kcal")),
      .init(key: "e", value: .date(Date(timeIntervalSinceReferenceDate: 7))),
    ]
    let text = MetadataCoding.encode(Metadata(entries))
    #expect(MetadataScanner.entries(text) == entries)
    for length in 0..<text.utf8.count {
      #expect(MetadataScanner.entries(String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil)
    }
    #expect(MetadataScanner.entries(text + " ") == nil)
    #expect(MetadataScanner.entries(#"[{"key":"a","other":1}]"#) == nil)
    // A decoder skips an entry without a value, and so does a reader of the text.
    #expect(try MetadataCoding.decode(#"[{"key":"a"}]"#).isEmpty)
  }

  @Test("the text is the same as earlier versions wrote, so that their sets match")
  func spelling() {
    let entries = [
      Metadata.Entry(key: "a/b \"q\" \\ \u{1}\n\t\u{1F}", value: .text("ä\u{8}\u{C}\r")),
      .init(key: "b", value: .number(2.0)), .init(key: "c", value: .flag(false)),
      .init(key: "d", value: .quantity(1e21, unit: "m/s")),
      .init(key: "e", value: .date(Date(timeIntervalSinceReferenceDate: -7.25))),
      .init(key: "f", value: .number(-.infinity)), .init(key: "g", value: .quantity(.nan, unit: "")),
    ]
    let expected =
      #"[{"key":"a/b \"q\" \\ \u0001\n\t\u001f","text":"ä\b\f\r"},{"key":"b","number":2},{"flag":false,"key":"c"},"#
      + #"{"key":"d","quantity":1e+21,"unit":"m/s"},{"date":-7.25,"key":"e"},{"key":"f","number":"-inf"},"#
      + #"{"key":"g","quantity":"nan","unit":""}]"#
    #expect(MetadataCoding.encode(Metadata(entries)) == expected)
    #expect(MetadataCoding.encode(Metadata()) == "[]")
  }
}

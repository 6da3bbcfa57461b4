import Foundation
import Testing

@testable import HealthImport

@Suite("A JSON reader")
struct JSONReaderTests {
  /// A value as Foundation represents it.
  private func value(_ reader: inout JSONReader) throws -> Any {
    switch try reader.kind() {
    case .object:
      var object: [String: Any] = [:]
      try reader.object { reader, key in object[key] = try value(&reader) }
      return object
    case .array:
      var array: [Any] = []
      try reader.array { reader, _ in array.append(try value(&reader)) }
      return array
    case .text: return try reader.text()
    case .number: return try reader.number()
    case .boolean: return try reader.boolean()
    case .null:
      try reader.null()
      return NSNull()
    }
  }

  private func parse(_ bytes: [UInt8], bufferSize: Int = 1 << 16) throws -> Any {
    var reader = JSONReader(JSONInput(bytes: bytes), bufferSize: bufferSize)
    let result = try value(&reader)
    try reader.end()
    return result
  }

  private func isSame(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? String, let second = second as? String { return first == second }
    if let first = first as? Bool, let second = second as? Bool { return first == second }
    if let first = first as? Double, let second = second as? Double { return first == second }
    if let first = first as? [Any], let second = second as? [Any] {
      return first.count == second.count && zip(first, second).allSatisfy(isSame)
    }
    if let first = first as? [String: Any], let second = second as? [String: Any] {
      return first.count == second.count
        && first.allSatisfy { key, value in second[key].map { isSame(value, $0) } ?? false }
    }
    return first is NSNull && second is NSNull
  }

  private func randomJSON(_ generator: inout SeededGenerator, depth: Int) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return NSNull()
    case 1: return Bool.random(using: &generator)
    case 2: return Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 64
    case 3: return Double(bitPattern: UInt64.random(in: 0..<(0x7FF0 << 48), using: &generator))
    case 4, 5:
      let scalars: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "é", "🏃‍♀️", "\u{2028}", "/", "𝄞", "\u{FFFF}"]
      return String(
        (0..<Int.random(in: 0...9, using: &generator)).compactMap { _ in scalars.randomElement(using: &generator) })
    case 6: return (0..<Int.random(in: 0...4, using: &generator)).map { _ in randomJSON(&generator, depth: depth - 1) }
    default:
      var object: [String: Any] = [:]
      for index in 0..<Int.random(in: 0...4, using: &generator) {
        object["k\(index)"] = randomJSON(&generator, depth: depth - 1)
      }
      return object
    }
  }

  @Test("reads what Foundation writes, with a buffer of any size")
  func random() throws {
    var generator = SeededGenerator(seed: 0x150)
    for _ in 0..<400 {
      let json = randomJSON(&generator, depth: 4)
      let options: JSONSerialization.WritingOptions =
        Bool.random(using: &generator) ? [.fragmentsAllowed, .prettyPrinted] : [.fragmentsAllowed]
      let data = try JSONSerialization.data(withJSONObject: json, options: options)
      let parsed = try parse(Array(data), bufferSize: Int.random(in: 16...80, using: &generator))
      #expect(isSame(parsed, json), "\(String(decoding: data, as: UTF8.self)) read as \(parsed)")
    }
  }

  @Test(
    "refuses text that is not JSON",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1 2]", "01", "+1", "1.", ".5", "-", "1e", "nul",
      "tru",
      "\"", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\n\"", "[1]]", "NaN", "Infinity", "'a'", "[1] //",
      "1e999", "\u{FEFF}[]",
    ])
  func refusals(text: String) {
    #expect(throws: JSONError.self) { try parse(Array(text.utf8)) }
  }

  @Test("reads what programs print that check neither numbers nor strings, if the caller forgives it")
  func forgiving() throws {
    let text =
      "\u{FEFF}[NaN, -Infinity, 1e999, \"a\\ud800b\", \"\\ud800\\ud83d\\ude00\", \"\\udc00\\n\", \"\\ud800\\n\", 5]"
    for size in [16, 1_024] {
      var reader = JSONReader(JSONInput(bytes: Array(text.utf8)), bufferSize: size, isForgiving: true)
      var (numbers, texts): ([Double?], [String]) = ([], [])
      var skipped = reader
      try reader.array { reader, _ in
        if try reader.kind() == .text {
          texts.append(try reader.text())
        } else {
          numbers.append(try reader.numberOrNil())
        }
      }
      try reader.end()
      #expect(numbers == [nil, nil, nil, 5] && texts == ["a\u{FFFD}b", "\u{FFFD}😀", "\u{FFFD}\n", "\u{FFFD}\n"])
      try skipped.skip()
      try skipped.end()
    }
    for text in ["Nan", "[Inf]", "-", "[1,]", "+Infinity"] {
      var reader = JSONReader(JSONInput(bytes: Array(text.utf8)), isForgiving: true)
      #expect(throws: JSONError.self, "\(text)") {
        try reader.skip()
        try reader.end()
      }
    }
  }

  @Test("a text that is cut off is said to end, wherever that is", arguments: ["{", "{\"a\":1,", "[1,", "[", "{\"a\""])
  func endings(text: String) {
    var reader = JSONReader(JSONInput(bytes: Array(text.utf8)))
    let error = #expect(throws: JSONError.self) { try reader.skip() }
    #expect(error?.reason.hasPrefix("ends") == true, "\(String(describing: error))")
  }

  @Test("refuses bytes that are not UTF-8, and every incomplete prefix of a text")
  func truncation() throws {
    #expect(throws: JSONError.self) { try parse(Array("\"a".utf8) + [0xFF] + Array("\"".utf8)) }
    let text = Array(
      #"{"data":{"metrics":[{"name":"é\n\u00e9","data":[{"qty":1.5e-3,"x":null,"y":[true,false]}]}]}}"#.utf8)
    for end in 0..<text.count {
      #expect(throws: JSONError.self) { try parse(Array(text[..<end]), bufferSize: 16) }
    }
    _ = try parse(text, bufferSize: 16)
  }

  @Test("reports the place of an error, and nests no deeper than its stated limit")
  func places() throws {
    var reader = JSONReader(JSONInput(bytes: Array(#"{"data":{"metrics":[{},{"data":[1,2,"x"]}]}}"#.utf8)))
    let error = #expect(throws: JSONError.self) {
      try reader.object { reader, _ in
        try reader.object { reader, _ in
          try reader.array { reader, _ in
            try reader.object { reader, _ in try reader.array { reader, _ in _ = try reader.number() } }
          }
        }
      }
    }
    #expect(error?.place == "data.metrics[1].data[2]")
    #expect(error?.reason == "is not a number")
    for count in [31, 32, 33, 100_000] {
      let bytes =
        [UInt8](repeating: UInt8(ascii: "["), count: count) + [UInt8](repeating: UInt8(ascii: "]"), count: count)
      let isRead = (try? parse(bytes)) != nil
      #expect(isRead == (count <= 32))
    }
  }
}

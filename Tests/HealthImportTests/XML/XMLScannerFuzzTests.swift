import Foundation
import HealthImport
import Testing

@Suite("XMLScanner under random damage")
struct XMLScannerFuzzTests {
  private let sound = Array(ExportText.mixture.utf8)

  @Test("Every truncation gives a prefix of the whole document's tags")
  func truncations() {
    let whole = ElementLog.scan(sound)
    for length in 0...sound.count {
      var part = ElementLog.scan(Array(sound.prefix(length)))
      // Only a damaged or truncated tag at the end may differ.
      if case .truncated = part.last { part.removeLast() }
      guard part.elementsEqual(whole.prefix(part.count)) else {
        Issue.record("cut at \(length): \(part.suffix(2))")
        return
      }
    }
  }

  @Test("With random damage, the result never depends on how the bytes are split", arguments: 0..<400)
  func mutations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Mutation.random(sound, count: Int.random(in: 1...12, using: &random), using: &random)
    let whole = ElementLog.scan(bytes)
    for _ in 0..<3 {
      let pieces = Int.random(in: 1...200, using: &random)
      #expect(ElementLog.scan(bytes, pieces: pieces) == whole, "seed \(seed), pieces of \(pieces)")
    }
  }

  @Test("With random markup characters, the result never depends on how the bytes are split", arguments: 0..<200)
  func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("<>/=\"'!?-[] \n\tabHealthData&;#".utf8)
    let bytes =
      Array("<HealthData>".utf8) + (0..<2_000).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
    let pieces = Int.random(in: 1...64, using: &random)
    #expect(ElementLog.scan(bytes, pieces: pieces) == ElementLog.scan(bytes), "seed \(seed), pieces of \(pieces)")
  }

  @Test("One damaged byte loses at most its own tag and the one after it", arguments: 0..<400)
  func singleDamage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let head = "<HealthData>\n"
    let body = (0..<40).map { " <Record n=\"\($0)\" device=\"&lt;a&gt;, b\" unit=\"c/d\"/>\n" }.joined()
    var bytes = Array((head + body + "</HealthData>").utf8)
    let place = Int.random(in: head.utf8.count..<bytes.count - 14, using: &random)
    bytes[place] = Mutation.bytes[Int.random(in: Mutation.bytes.indices, using: &random)]
    let found = ElementLog.scan(bytes).count { entry in
      if case .start("Record", let attributes, _, _) = entry { attributes["n"] != nil } else { false }
    }
    #expect(found >= 38, "seed \(seed): byte \(bytes[place]) at \(place) left \(found) of 40")
  }
}

/// Damage as caused by disks, editors and old systems.
enum Mutation {
  /// The given number of seeds, or the number in `RINGTOP_MUTATIONS` for a longer run.
  static func seeds(_ count: UInt64) -> Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["RINGTOP_MUTATIONS"].flatMap(UInt64.init) ?? count)
  }

  static let bytes = Array("<>/=\"'& \n!?-[]".utf8) + [0x00, 0x0B, 0xFF, 0xC3, 0x41]

  static func random(_ original: [UInt8], count: Int, using random: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<count where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      let byte = Self.bytes[Int.random(in: Self.bytes.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...300, using: &random)))
      case 4:
        let from = Int.random(in: bytes.indices, using: &random)
        bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 40)]), at: place)
      default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
      }
    }
    return bytes
  }
}

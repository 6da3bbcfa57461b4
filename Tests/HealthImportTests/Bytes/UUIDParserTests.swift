import Foundation
import Testing

@testable import HealthImport

@Suite("UUIDs in files")
struct UUIDParserTests {
  @Test("a UUID in upper or lower case has the value that Foundation reads, and no other text is one")
  func comparison() throws {
    let form = try Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
    var generator = SystemRandomNumberGenerator()
    let letters = Array("0123456789abcdefABCDEFgG-{} +x\u{E9}")
    for _ in 0..<2_000 {
      let uuid = UUID()
      var text = Array(Bool.random() ? uuid.uuidString : uuid.uuidString.lowercased())
      #expect(UUIDParser.uuid(String(text)) == uuid)
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text[place] = letters.randomElement() ?? "-"
      case 1: text.remove(at: place)
      default: text.insert(letters.randomElement() ?? "-", at: place)
      }
      let isUUID = try form.wholeMatch(in: String(text)) != nil
      #expect(UUIDParser.uuid(String(text)) == (isUUID ? UUID(uuidString: String(text)) : nil), "\(String(text))")
    }
  }
}

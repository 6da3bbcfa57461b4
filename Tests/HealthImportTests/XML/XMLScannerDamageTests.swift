import HealthImport
import Testing

@Suite("XMLScanner survives damage and loses no more than the damaged tag")
struct XMLScannerDamageTests {
  typealias Start = ElementLog.Start

  /// The start tags of a document with this text between two intact tags.
  private func around(_ damage: String) -> [Start] {
    ElementLog.starts("<HealthData>\n <a n=\"1\"/>\n \(damage)\n <z n=\"2\"/>\n</HealthData>")
  }

  private let first = [Start(name: "HealthData"), Start(name: "a", attributes: ["n": "1"])]
  private let last = [Start(name: "z", attributes: ["n": "2"])]

  @Test("A name with spaces, as iOS 8.3 wrote for Withings")
  func blanksInNames() {
    let tag = Start(name: "b", attributes: ["Health Mate App": "1", "type": "x"])
    #expect(around("<b Health Mate App=\"1\" type=\"x\"/>") == first + [tag] + last)
  }

  @Test("Values in single quotes, without quotes, and with raw < and >")
  func values() {
    let tag = Start(name: "b", attributes: ["p": "\"", "q": "5", "r": "<<HKDevice: 0x1>, n>"])
    #expect(around("<b p='\"' q=5 r=\"<<HKDevice: 0x1>, n>\"/>") == first + [tag] + last)
    #expect(around("<b q=a/b/>") == first + [Start(name: "b", attributes: ["q": "a/b"])] + last)
  }

  @Test("Control characters and invalid UTF-8 affect only their own value")
  func controlCharacters() {
    let bytes = Array("<HealthData><a v=\"x".utf8) + [0x0B, 0x01, 0x00, 0xFF, 0xC3] + Array("y\"/><b/>".utf8)
    let log = ElementLog.scan(bytes)
    #expect(log.count == 3)
    guard case .start("a", let attributes, _, _) = log[1] else {
      Issue.record("\(log)")
      return
    }
    #expect(attributes["v"] == "x\u{0B}\u{01}\u{FFFD}\u{FFFD}\u{FFFD}y")
  }

  @Test(
    "The tag after a damaged one is found",
    arguments: [
      "<b x=\"1 y=\"2\"/>", "<b x=\"1/>", "<b x=1\" y=\"2\"/>", "<b x", "<b", "<b x=", "<b x=\"a\"b\" y=\"2\"/>",
      "<b <b",
      "<b x=\"1\"", "<b\"", "<b x='1\"/>",
    ])
  func damagedTag(damage: String) {
    #expect(around(damage) == first + last)
    // The same, with only a > to indicate where a tag may begin.
    let log = ElementLog.starts("<HealthData><a n=\"1\"/>\(damage)><z n=\"2\"/></HealthData>")
    #expect(log.last?.name == "z")
  }

  @Test("A value without its end is detected by the tag on the next line, even if a raw > would hide it")
  func unclosedValue() {
    let tags = ElementLog.starts("<HealthData>\n <b x=\"1/>\n <c n=\"2 > 1\"/>\n <z n=\"2\"/>\n</HealthData>")
    #expect(tags == [first[0], Start(name: "c", attributes: ["n": "2 > 1"])] + last)
  }

  @Test("A tag that begins inside another is read")
  func tagInsideTag() {
    #expect(around("<b x=\"1\" <c n=\"1\"/>") == first + [Start(name: "c", attributes: ["n": "1"])] + last)
  }

  @Test(
    "An unterminated construct swallows nothing",
    arguments: ["<!-- ", "<![CDATA[", "<?pi", "<!", "</", "</b", "<", "<!ELEMENT", "<!DOCTYPE HealthData ["])
  func unterminated(damage: String) {
    #expect(around(damage) == first + last)
  }

  @Test("A file full of unterminated openings takes linear time")
  func manyOpenings() {
    for opening in ["<!-- ", "<![CDATA[", "<?", "<a x='", "<a x=\"", "<a ", "</", "<!", "<a x=\"\n<"] {
      let text = "<HealthData>" + String(repeating: opening, count: 300_000)
      _ = ElementLog.scan(Array(text.utf8))
    }
  }

  @Test("A tag longer than the limit is discarded")
  func tooLong() {
    let long = String(repeating: "x", count: XMLScanner.longestConstruct + 10)
    #expect(around("<b x=\"\(long)\"/>").last == last.first)
    #expect(around("<b x=\"\(long)").last == last.first)
    #expect(around("<!-- \(long) -->").last == last.first)
    // One that just fits is read.
    let fits = String(repeating: "x", count: XMLScanner.longestConstruct - 100)
    #expect(around("<b x=\"\(fits)\"/>").count == 4)
  }

  @Test("Attributes beyond the limit per tag are left out")
  func tooManyAttributes() {
    let attributes = (0..<1_000).map { "a\($0)=\"\($0)\"" }.joined(separator: " ")
    #expect(around("<b \(attributes)/>").map(\.attributes.count) == [0, 1, 256, 1])
  }
}

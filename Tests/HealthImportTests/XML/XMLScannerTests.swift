import HealthImport
import Testing

@Suite("XMLScanner finds tags in well-formed documents")
struct XMLScannerTests {
  typealias Start = ElementLog.Start

  @Test("Names, attributes, empty elements and places")
  func tags() {
    let log = ElementLog.scan(Array("<r>\n <a x=\"1\" y='two'/>\n\n  <b>t</b ></r>".utf8), root: "r")
    #expect(
      log == [
        .start("r", [:], isEmpty: false, XMLPosition(line: 1, column: 0, startsLine: true)),
        .start("a", ["x": "1", "y": "two"], isEmpty: true, XMLPosition(line: 2, column: 1, startsLine: true)),
        .start("b", [:], isEmpty: false, XMLPosition(line: 4, column: 2, startsLine: true)),
        .end("b"),
        .end("r"),
      ])
  }

  @Test("Entities, numeric character references and whitespace in values")
  func entities() {
    let tags = ElementLog.starts("<a x=\"&lt;&#x41;&#66;&amp;lt;&gt;&quot;&apos;&nbsp;&#0;&bad\" y=\"1\n\t2\"/>")
    #expect(tags == [Start(name: "a", attributes: ["x": "<AB&lt;>\"'&nbsp;\u{FFFD}&bad", "y": "1  2"])])
  }

  @Test("Comments, instructions, CDATA and declarations contain no tags")
  func otherMarkup() {
    let text = """
      <?xml version="1.0"?><!-- <no a="1"/> -- > --><HealthData><?p <no/> ?><![CDATA[ <no/> ]] > ]]><a/><!-- -->\
      <!thing><b/></HealthData>
      """
    #expect(ElementLog.starts(text).map(\.name) == ["HealthData", "a", "b"])
  }

  @Test("The DOCTYPE is skipped, intact or broken")
  func doctype() {
    for doctype in [ExportText.doctype, ExportText.brokenDoctype, "<!DOCTYPE HealthData [ <!ENTITY a \"]>\" ' <!-- "] {
      let tags = ElementLog.starts("<?xml version=\"1.0\"?>\n" + doctype + "<HealthData a=\"1\"><b/></HealthData>")
      #expect(tags == [Start(name: "HealthData", attributes: ["a": "1"]), Start(name: "b")])
    }
  }

  @Test("Lines are also counted in everything that is skipped")
  func lines() {
    let text =
      "<?xml?>\n" + ExportText.doctype + "<HealthData>\n<!-- a\nb\n-->\n\n <a x=\"1\n2\"\n y=\"\"/>\n text\n <b/>"
    let line = ExportText.doctype.count { $0 == "\n" } + 2
    let places = ElementLog.scan(Array(text.utf8)).compactMap { entry -> Int? in
      if case .start(_, _, _, let position) = entry { position.line } else { nil }
    }
    #expect(places == [line, line + 5, line + 9])
  }

  @Test("A byte order mark and text before the root do no harm")
  func preamble() {
    #expect(ElementLog.starts("\u{FEFF}junk > & <1 < ><HealthData><a/>").map(\.name) == ["HealthData", "a"])
  }

  @Test("A document on one line takes no more time than one on many lines", arguments: [1, 7, 64, 1 << 16])
  func oneLine(pieces: Int) {
    let text = "<HealthData>" + String(repeating: "<a x=\"1\"/>", count: 2_000) + "</HealthData>"
    let log = ElementLog.scan(Array(text.utf8), pieces: pieces)
    #expect(log.count == 2_002)
  }

  @Test("The tags are the same however the bytes are split", arguments: 1...64)
  func chunks(pieces: Int) {
    let bytes = Array(ExportText.mixture.utf8)
    #expect(ElementLog.scan(bytes, pieces: pieces) == ElementLog.scan(bytes))
  }
}

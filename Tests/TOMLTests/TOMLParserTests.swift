import TOML
import Testing

@Suite("TOML")
struct TOMLParserTests {
  private func parse(_ text: String) throws -> [String: String] {
    var flat: [String: String] = [:]
    Self.flatten(TOMLValue(content: .table(try TOMLTable.parse(text)), line: 0), "", into: &flat)
    return flat
  }

  /// Every value by its path, with the kind of value and its line.
  private static func flatten(_ value: TOMLValue, _ path: String, into flat: inout [String: String]) {
    let text: String
    switch value.content {
    case .string(let string): text = "string \(string)"
    case .integer(let number): text = "integer \(number)"
    case .float(let number): text = "float \(number)"
    case .boolean(let flag): text = "\(flag)"
    case .date(let date): text = "date \(date)"
    case .array(let values):
      for (index, value) in values.enumerated() { flatten(value, "\(path)/\(index)", into: &flat) }
      text = "array"
    case .table(let table):
      for key in table.keys { if let value = table[key] { flatten(value, "\(path)/\(key)", into: &flat) } }
      text = "table"
    }
    flat[path] = "\(text) @\(value.line)"
  }

  @Test(
    "every form of a value is read",
    arguments: [
      ("\"a\\tb\\u00e9\\U0001F600\\\\\\\"\"", "string a\tbé😀\\\""), ("'C:\\x'", "string C:\\x"),
      ("\"\"\"\none\\\n   two\"\" \"\"\"\"", "string onetwo\"\" \""), ("'''\r\na''b'''", "string a''b"),
      ("\"\"", "string "),
      ("+1_000", "integer 1000"), ("-0", "integer 0"), ("0xDEAD_beef", "integer 3735928559"), ("0o17", "integer 15"),
      ("0b101", "integer 5"), ("-9223372036854775808", "integer -9223372036854775808"), ("1.5", "float 1.5"),
      ("-1e3", "float -1000.0"), ("6.626e-34", "float 6.626e-34"), ("1_0.0_1", "float 10.01"), ("-inf", "float -inf"),
      ("nan", "float nan"), ("true", "true"), ("false", "false"), ("1979-05-27T07:32:00Z", "date 1979-05-27T07:32:00Z"),
      ("2024-02-29 00:32:00.999-07:00", "date 2024-02-29 00:32:00.999-07:00"), ("1979-05-27", "date 1979-05-27"),
      ("07:32:00.5", "date 07:32:00.5"), ("[]", "array"), ("{}", "table"),
    ])
  func values(text: String, expected: String) throws {
    #expect(try parse("x = \(text) # comment")["/x"] == expected + " @1")
  }

  @Test("tables, arrays and dotted keys of every form are read, with the lines of their keys")
  func document() throws {
    let flat = try parse(
      """
      # a = 1
      a = "x # y = 1" # b = 1
      "quoted.key" = '''
      c = 1
      '''
      list = [
        1, # d = 1
        "]", [ 2 ],
      ]
      dotted.key . more = { e = 1, f.g = [2] }
      dotted.key.other = 3
      [table]
      g = 1
      [[array]]
      i = 'a\\'
      [array.sub]
      j = 1
      [[array]]
      [ "other" . sub ]
      k = 1
      [other]
      """)
    let expected = [
      "": "table @0", "/a": "string x # y = 1 @2", "/quoted.key": "string c = 1\n @3", "/list": "array @6",
      "/list/0": "integer 1 @7", "/list/1": "string ] @8", "/list/2": "array @8", "/list/2/0": "integer 2 @8",
      "/dotted": "table @10", "/dotted/key": "table @10", "/dotted/key/more": "table @10",
      "/dotted/key/more/e": "integer 1 @10", "/dotted/key/more/f": "table @10", "/dotted/key/more/f/g": "array @10",
      "/dotted/key/more/f/g/0": "integer 2 @10", "/dotted/key/other": "integer 3 @11", "/table": "table @12",
      "/table/g": "integer 1 @13", "/array": "array @14", "/array/0": "table @14", "/array/0/i": "string a\\ @15",
      "/array/0/sub": "table @16", "/array/0/sub/j": "integer 1 @17", "/array/1": "table @18", "/other": "table @19",
      "/other/sub": "table @19", "/other/sub/k": "integer 1 @20",
    ]
    #expect(flat == expected)
  }

  @Test(
    "what TOML forbids is an error with its line",
    arguments: [
      "x = 1979-05-27T:", "x = 1979-05-27T", "x = 2023-02-29", "x = 25:00:00", "x = 07:32",
      "x = 1979-05-27T07:32:00+25:00",
      "x = 01", "x = 1__0", "x = _1", "x = +0x1", "x = 0x", "x = 1.", "x = .5", "x = 1e", "x = 1.e3",
      "x = 9223372036854775808",
      "x = True", "x = yes", "x =", "x", "= 1", "x = 1 y = 2", "x.y", ".x = 1", "x..y = 1", "x = \"a", "x = 'a",
      "x = \"\\q\"",
      "x = \"\\uD800\"", "x = \"\\u12\"", "x = \"a\u{7}\"", "x = 1 # a\u{0}", "x = [1", "x = [1 2]", "x = [,]",
      "x = {a = 1,}",
      "x = {a = 1", "x = {a = 1, a = 2}", "x = 1\rx = 2", "\"\"\"x\"\"\" = 1", "[", "[]", "[{", "[[.a", "[ [a]]", "[a",
      "[a] b",
      "[a]]", "[[a]", "é = 1", "x = 1\u{FEFF}", "x = \"\"\"a",
    ])
  func mistakes(text: String) {
    #expect(throws: TOMLError.self) { try TOMLTable.parse(text) }
    #expect { try TOMLTable.parse("a1 = 1\r\n\n" + text) } throws: { ($0 as? TOMLError)?.line ?? 0 >= 3 }
  }

  @Test(
    "a name cannot be used for two things",
    arguments: [
      "a = 1\na = 2", "a = 1\n\"a\" = 2", "[a]\n[a]", "a.b = 1\n[a]", "a = 1\na.b = 2", "a = {}\na.b = 1",
      "a = {}\n[a.b]",
      "a = []\n[[a]]", "[a]\n[[a]]", "[[a]]\n[a]", "[a.b.c]\nz = 1\n[a]\nb.c.d = 1", "[a.b.c.d]\n[a]\nb.x = 1",
      "a = [{}]\n[[a.b]]",
      "[[a]]\na.b = 1\n[a.a]", "x = {a.b = 1, a = 2}",
    ])
  func duplicates(text: String) {
    #expect(throws: TOMLError.self) { try TOMLTable.parse(text) }
  }

  @Test("no text is too deep or too long")
  func hostile() throws {
    let count = 50_000
    #expect(throws: TOMLError.self) { try TOMLTable.parse("x = " + String(repeating: "[", count: count)) }
    #expect(throws: TOMLError.self) { try TOMLTable.parse("x = " + String(repeating: "{a=", count: count)) }
    #expect(throws: TOMLError.self) { try TOMLTable.parse("[a" + String(repeating: ".a", count: count) + "]") }
    #expect(
      try TOMLTable.parse((0..<count).map { "a.b.c\($0) = 1\n" }.joined())["a"]?.table?["b"]?.table?.keys.count == count
    )
    #expect(try TOMLTable.parse(String(repeating: "[[a]]\n", count: count))["a"]?.array?.count == count)
  }
}

import TOML

/// A configuration file: every value has a line of the text.
@Sendable func fuzzTOML(_ bytes: UnsafeRawBufferPointer) {
  let text = bytes.text
  let lines = text.utf8.count { $0 == 0x0A } + 1
  do {
    checkLines(TOMLValue(content: .table(try TOMLTable.parse(text)), line: 1), lines)
  } catch {
    check((1...lines).contains(error.line) && !error.reason.isEmpty, "a mistake without its line")
  }
}

private func checkLines(_ value: TOMLValue, _ lines: Int) {
  check((1...lines).contains(value.line), "a value without its line")
  for element in value.array ?? [] { checkLines(element, lines) }
  guard let table = value.table else { return }
  for key in table.keys {
    guard let element = table[key] else { fail("a key without a value") }
    checkLines(element, lines)
  }
}

/// A tag and its position, pointing into the scanner's window.
///
/// Valid only during the handler's call; copy what is needed longer.
package struct XMLTag {
  package let name: UnsafeRawBufferPointer
  /// In the order of the file. A repeated name is listed twice.
  package let attributes: UnsafeBufferPointer<XMLAttribute>
  /// True for `<a/>`, which has no end tag.
  package let isEmpty: Bool
  package let position: XMLPosition

  /// The raw value of the first attribute with that name, entities unresolved.
  package subscript(name: StaticString) -> UnsafeRawBufferPointer? {
    for attribute in attributes where attribute.name.equals(name) { return attribute.value }
    return nil
  }
}

/// An attribute in the file: the name without surrounding white space, the value without its quotes.
package struct XMLAttribute {
  package let name: UnsafeRawBufferPointer
  package let value: UnsafeRawBufferPointer
}

package struct XMLPosition: Hashable, Sendable {
  /// From 1.
  package var line: Int
  /// The number of bytes before it on its line.
  package var column: Int
  /// Whether only a line break and white space separate it from the previous tag.
  package var startsLine: Bool

  package init(line: Int, column: Int, startsLine: Bool) {
    self.line = line
    self.column = column
    self.startsLine = startsLine
  }
}

/// Receives the contents of a document, in order.
package protocol XMLTagHandler {
  mutating func start(_ tag: XMLTag)
  mutating func end(_ name: UnsafeRawBufferPointer)
  /// Text after a tag, from a scanner that reports it. A comment splits it into parts.
  mutating func text(_ raw: UnsafeRawBufferPointer)
  /// A malformed start tag; scanning continues after it.
  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition)
  /// A start tag that is truncated at the end of the document.
  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition)
}

extension XMLTagHandler {
  package mutating func text(_ raw: UnsafeRawBufferPointer) {}
}

/// A tag and where it stands, pointing into the scanner's window.
///
/// Valid only during the handler's call; copy out what has to live longer.
package struct XMLTag {
  package let name: UnsafeRawBufferPointer
  /// In the order of the file. A name that the file repeats is listed twice.
  package let attributes: UnsafeBufferPointer<XMLAttribute>
  /// True for `<a/>`, which has no end tag.
  package let isEmpty: Bool
  package let position: XMLPosition

  /// The raw value of the first attribute of that name, entities unresolved.
  package subscript(name: StaticString) -> UnsafeRawBufferPointer? {
    for attribute in attributes where attribute.name.equals(name) { return attribute.value }
    return nil
  }
}

/// An attribute as the file holds it: the name without surrounding blanks, the value without its quotes.
package struct XMLAttribute {
  package let name: UnsafeRawBufferPointer
  package let value: UnsafeRawBufferPointer
}

/// Where a tag begins.
package struct XMLPosition: Hashable, Sendable {
  /// From 1.
  package var line: Int
  /// Bytes before it on its line.
  package var column: Int
  /// A line break and blanks are all that stands between it and the tag before it.
  package var startsLine: Bool

  package init(line: Int, column: Int, startsLine: Bool) {
    self.line = line
    self.column = column
    self.startsLine = startsLine
  }
}

/// What a scanner tells about a document, in the document's order.
package protocol XMLTagHandler {
  mutating func start(_ tag: XMLTag)
  mutating func end(_ name: UnsafeRawBufferPointer)
  /// Text behind a tag, of a scanner that reports it. A comment cuts it into parts.
  mutating func text(_ raw: UnsafeRawBufferPointer)
  /// A start tag that cannot be read; scanning goes on behind it.
  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition)
  /// A start tag that the end of the document cuts off.
  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition)
}

extension XMLTagHandler {
  package mutating func text(_ raw: UnsafeRawBufferPointer) {}
}

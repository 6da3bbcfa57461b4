/// A list that grows at its end and is cheap to copy meanwhile: all copies share the full chunks.
///
/// An array is copied as a whole when it grows after a copy was made. A file with hundreds of thousands of different
/// sources would copy all of them for every batch.
package struct ChunkedArray<Element> {
  @usableFromInline static var chunkSize: Int { 256 }

  @usableFromInline var chunks: [[Element]] = []
  /// The index of the first remaining element.
  @usableFromInline package private(set) var startIndex = 0
  @usableFromInline package internal(set) var endIndex = 0

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// O(1), except that the first append after a copy copies one chunk.
  @inlinable package mutating func append(_ element: Element) {
    if (endIndex - startIndex).isMultiple(of: Self.chunkSize) {
      chunks.append([])
      // Most lists are short, but one that has filled a chunk will fill the next one too.
      if chunks.count > 1 { chunks[chunks.count - 1].reserveCapacity(Self.chunkSize) }
    }
    chunks[chunks.count - 1].append(element)
    endIndex += 1
  }

  /// Removes all elements. Their indexes are not reused.
  package mutating func forgetAll() {
    chunks.removeAll()
    startIndex = endIndex
  }
}

extension ChunkedArray: RandomAccessCollection {
  @inlinable package subscript(index: Int) -> Element {
    let place = index - startIndex
    return chunks[place / Self.chunkSize][place % Self.chunkSize]
  }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

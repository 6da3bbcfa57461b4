/// A list that grows at its end and is cheap to copy while it does: chunks that are full are shared by all copies.
///
/// An array is copied whole when it grows after a copy was handed on. A file with hundreds of thousands of different
/// sources would copy all of them for every batch.
package struct ChunkedArray<Element> {
  private static var chunkSize: Int { 256 }

  private var chunks: [[Element]] = []
  /// The index of the first element that is left.
  package private(set) var startIndex = 0
  package private(set) var endIndex = 0

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// O(1), but for the first after a copy, which copies one chunk.
  package mutating func append(_ element: Element) {
    if count.isMultiple(of: Self.chunkSize) { chunks.append([]) }
    chunks[chunks.count - 1].append(element)
    endIndex += 1
  }

  /// Lets go of all elements. Their indexes are not given again.
  package mutating func forgetAll() {
    chunks.removeAll()
    startIndex = endIndex
  }
}

extension ChunkedArray: RandomAccessCollection {
  package subscript(index: Int) -> Element {
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

/// A list that grows at its end and is cheap to copy while it does: chunks that are full are shared by all copies.
///
/// An array is copied whole when it grows after a copy was handed on. A file with hundreds of thousands of different
/// sources would copy all of them for every batch.
package struct ChunkedArray<Element> {
  private static var chunkSize: Int { 256 }

  private var chunks: [[Element]] = []
  package private(set) var count = 0

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// O(1), but for the first after a copy, which copies one chunk.
  package mutating func append(_ element: Element) {
    if count.isMultiple(of: Self.chunkSize) { chunks.append([]) }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// Puts one element in the place of all, which then take next to no memory. Indexes keep their meaning.
  package mutating func replaceAll(with element: Element) {
    let chunk = Array(repeating: element, count: Self.chunkSize)
    let rest = count % Self.chunkSize
    chunks = Array(repeating: chunk, count: count / Self.chunkSize)
    if rest > 0 { chunks.append(Array(repeating: element, count: rest)) }
  }
}

extension ChunkedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    chunks[index / Self.chunkSize][index % Self.chunkSize]
  }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

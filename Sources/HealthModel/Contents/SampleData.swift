/// The bytes of a sample that are too long for its metadata, or of a file attached to it.
///
/// Long ones stay in the file that contains them until they are stored, so that they take no memory.
package struct SampleData: Sendable, ExpressibleByArrayLiteral {
  /// Passes the bytes to the body, in order and in pieces of some kilobytes. May be called more than once.
  package typealias Reader = @Sendable (_ body: ([UInt8]) throws -> Void) throws -> Void

  /// In bytes.
  package let count: Int
  private let read: Reader

  package init(_ pieces: [[UInt8]]) {
    self.init(count: pieces.reduce(0) { $0 + $1.count }) { body in try pieces.forEach(body) }
  }

  package init(count: Int, read: @escaping Reader) {
    self.count = count
    self.read = read
  }

  package init(arrayLiteral pieces: [UInt8]...) { self.init(pieces) }

  package var isEmpty: Bool { count == 0 }

  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws { try read(body) }

  /// How many bytes may be kept in memory.
  package static let longestInMemory = 1 << 20
  /// The maximum number of bytes of a piece.
  package static let longestPiece = 1 << 15

  /// Splits bytes into pieces.
  package static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: longestPiece).map {
      Array(bytes[$0..<min($0 + longestPiece, bytes.count)])
    }
  }
}

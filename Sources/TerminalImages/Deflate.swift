import CZlib

/// Data compressed by zlib, as RFC 1950 has it.
package enum Deflate {
  /// - Returns: nil where memory is short.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&result, &count, bytes, uLong(bytes.count), 6) == Z_OK else { return nil }
    result.removeLast(result.count - Int(count))
    return result
  }
}

import CZlib

/// The zlib compressed data format (RFC 1950).
package enum Deflate {
  /// - Returns: the compressed bytes; nil if memory is exhausted.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&result, &count, bytes, uLong(bytes.count), 6) == Z_OK else { return nil }
    result.removeLast(result.count - Int(count))
    return result
  }
}

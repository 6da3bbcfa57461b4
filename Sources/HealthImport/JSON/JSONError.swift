/// An error in a JSON text and its position, for example `data.metrics[3].data[17].qty`; empty for the whole text.
package struct JSONError: Error, Hashable, Sendable {
  package var place: String
  /// The problem, as the end of a sentence: `is not a number`.
  package var reason: String
  /// The offset of the error in bytes.
  package var offset: Int

  package init(place: String, reason: String, offset: Int = 0) {
    self.place = place
    self.reason = reason
    self.offset = offset
  }
}

/// The limits of a JSON text.
enum JSONLimits {
  /// Levels of nested arrays and objects.
  static let deepest = 32
  /// Bytes of one string.
  static let longestText = 1 << 17
  /// Bytes of one key.
  static let longestKey = 256
  /// Bytes of one number.
  static let longestNumber = 512
}

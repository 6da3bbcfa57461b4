/// What is wrong with a JSON text, and where: a place such as `data.metrics[3].data[17].qty`, empty for the whole.
package struct JSONError: Error, Hashable, Sendable {
  package var place: String
  /// What is wrong, as the end of a sentence: `is no number`.
  package var reason: String
  /// Bytes before the fault.
  package var offset: Int

  package init(place: String, reason: String, offset: Int = 0) {
    self.place = place
    self.reason = reason
    self.offset = offset
  }
}

/// How much of a JSON text is believed.
enum JSONLimits {
  /// Arrays and objects inside each other.
  static let deepest = 32
  /// Bytes of one string.
  static let longestText = 1 << 17
  /// Bytes of one key.
  static let longestKey = 256
  /// Bytes of one number.
  static let longestNumber = 512
}

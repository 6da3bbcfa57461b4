import HealthModel

/// An error in a JSON text and its position, for example `data.metrics[3].data[17].qty`; empty for the whole text.
package struct JSONError: Error, Hashable, Sendable {
  package var place: String
  /// The problem, as the end of a sentence: `is not a number`.
  package var reason: String
  /// The offset of the error in bytes.
  package var offset: Int
  /// The reason for skipping a sample that is larger than a store's samples may be; nil for a mistake.
  package var limit: SkipReason?

  package init(place: String, reason: String, offset: Int = 0, limit: SkipReason? = nil) {
    self.limit = limit
    self.place = place
    self.reason = reason
    self.offset = offset
  }
}

package enum JSONLimits {
  /// Levels of nested arrays and objects.
  package static let deepest = 32
  /// Bytes of one string or key.
  package static let longestText = SampleLimits.mostMetadataBytes
  /// Bytes of one number.
  package static let longestNumber = 512

  /// Programs may write it before a text in UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

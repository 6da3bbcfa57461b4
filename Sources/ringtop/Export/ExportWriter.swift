import HealthModel

/// Makes the text of a file out of samples, piece by piece.
protocol ExportWriter {
  mutating func head(_ excerpt: StoreExcerpt) -> String
  /// - Parameters:
  ///   - own: rows whose UUIDs are their own.
  ///   - details: what the samples are made of beyond that.
  ///   - write: takes the text, part by part, so that a long route is never a text of its own.
  mutating func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void) throws
  mutating func end() -> String
}

import HealthModel

/// Makes the text of a file out of samples, piece by piece.
protocol ExportWriter {
  mutating func head(_ excerpt: StoreExcerpt) -> String
  /// - Parameter own: rows whose UUIDs are their own.
  mutating func piece(_ samples: StoredSamples, own: Set<Int64>) -> String
  mutating func end() -> String
}

package import HealthModel

/// Imports one of Apple's exports: `export.zip`, its folder, or the XML file itself.
///
/// The file is read and parsed on a second thread while the sink works on the caller's, with a few batches in
/// between. Memory does not grow with the file.
package struct AppleExportImporter: Sendable {
  private let name: String
  private let input: ImportInput
  private let batchSize: Int

  /// Finds the export at the path without reading it.
  ///
  /// - Parameters:
  ///   - path: a zip archive, a folder or an XML file.
  ///   - name: what lists of imports call it; by default the path.
  ///   - force: accept an archive that unpacks to more than 200 times its size.
  ///   - batchSize: the approximate number of samples in a batch.
  /// - Throws: the problem with the input, before any of its records are read.
  package init(path: String, name: String? = nil, force: Bool = false, batchSize: Int = 16_384) throws(ImportError) {
    self.name = name ?? path
    self.batchSize = max(batchSize, 1)
    input = try ImportInput(path: path, force: force)
  }

  /// Reads everything into the sink.
  ///
  /// From a truncated file all that can be read is imported, and the report is marked incomplete. After a
  /// cancellation the sink's `finish` is not called; whole batches remain stored.
  ///
  /// - Parameters:
  ///   - progress: called after each batch, on the caller's thread.
  /// - Throws: the sink's error, an `ImportError` with the code `readFailed`, or `WorkerThread.Unavailable` before
  ///   anything is read.
  package func run(
    into sink: any SampleSink, cancellation: ImportCancellation = ImportCancellation(),
    progress: (ImportProgress) -> Void = { _ in }
  ) throws -> ImportReport {
    let channel = BoundedChannel<ParsedPiece>(capacity: 3)
    let producer = ExportProducer(path: name, input: input, batchSize: batchSize, cancellation: cancellation)
    try WorkerThread.start {
      producer.run(into: channel)
      channel.end()
    }
    defer { channel.close() }

    var report = ImportReport()
    // Loops until the end has been received.
    report.isCancelled = true
    while let piece = channel.receive() {
      if cancellation.isCancelled { break }
      switch piece {
      case .header(let header):
        report.exportDate = header.exportDate
        try sink.begin(header)
        report.add(header)
      case .batch(let batch, let skips, let position):
        report.read = position.records
        for skip in skips { report.add(skip) }
        guard !batch.isEmpty else { break }
        let counts = try sink.receive(batch)
        if !batch.isDocument {
          report.add(counts)
        } else if counts.skips.isEmpty {
          report.others.append(.clinicalDocument)
        }
        progress(position)
      case .end(let ending):
        if let failure = ending.failure { throw failure }
        report.isCancelled = false
        report.isComplete = ending.isComplete && ending.damage == nil
        report.damage = ending.damage
        report.droppedParts = ending.droppedParts
        report.readPoints = ending.points.read
        report.droppedPoints = ending.points.dropped
        try sink.finish(complete: report.isComplete)
      }
    }
    report.skips.sort { $0.line < $1.line }
    return report
  }
}

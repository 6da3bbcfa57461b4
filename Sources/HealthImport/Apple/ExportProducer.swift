import HealthModel

/// The messages of the parsing thread.
enum ParsedPiece: Sendable {
  /// Sent first, once.
  case header(ImportHeader)
  /// `skips` are those of the parser; the position is the one after the batch.
  case batch(SampleBatch, skips: [ImportSkip], ImportProgress)
  /// Sent last, unless the import is cancelled.
  case end(Ending)

  struct Ending: Sendable {
    var isComplete = false
    var droppedParts: [DroppedPart] = []
    var points = PointCounts()
    /// The input is damaged from some position on; everything before it is valid.
    var damage: ImportError?
    /// The input could not be read further.
    var failure: ImportError?
  }
}

/// The work of the parsing thread: bytes in, batches out.
struct ExportProducer: Sendable {
  let path: String
  let input: ImportInput
  let batchSize: Int
  let cancellation: ImportCancellation

  func run(into channel: BoundedChannel<ParsedPiece>) {
    switch input.content {
    case .file(let file): run(FileByteSource(file), into: channel)
    case .entry(let file, let entry):
      do throws(ImportError) {
        run(try ZipEntrySource(file, entry), into: channel)
      } catch {
        _ = channel.send(.end(ParsedPiece.Ending(failure: error)))
      }
    }
  }

  private func run(_ source: some ByteSource, into channel: BoundedChannel<ParsedPiece>) {
    var source = source
    var scanner = XMLScanner(root: "HealthData")
    var parser = AppleExportParser(path: path, batchSize: batchSize, files: ExportFiles(input.files))
    parser.isStopped = { cancellation.isCancelled || channel.isAbandoned }
    var ending = ParsedPiece.Ending()
    var sentHeader = false

    /// - Returns: false if the receiver has stopped.
    func send(isEnd: Bool) -> Bool {
      if parser.isHeaderComplete, !sentHeader {
        sentHeader = true
        guard channel.send(.header(parser.header)) else { return false }
      }
      for piece in parser.takeReady(isEnd: isEnd) {
        let position = ImportProgress(bytesDone: source.bytesDone, bytesTotal: source.bytesTotal, records: piece.read)
        guard channel.send(.batch(piece.batch, skips: piece.skips, position)) else { return false }
      }
      return true
    }

    reading: while !cancellation.isCancelled, !channel.isAbandoned {
      do throws(ImportError) {
        let count = try scanner.fill { buffer throws(ImportError) in try source.read(into: buffer) }
        if count == 0 { break reading }
      } catch {
        // A damaged archive is handled like a truncated file; a read error is not.
        if error.code == .corruptZip { ending.damage = error } else { ending.failure = error }
        break reading
      }
      scanner.scan(into: &parser)
      // Checked before anything is sent: a partially read route must not be taken for a complete one.
      ending.failure = parser.failure
      if ending.failure != nil { break }
      guard send(isEnd: false) else { return }
    }
    guard !cancellation.isCancelled, !channel.isAbandoned else { return }
    if ending.failure == nil {
      scanner.finish(into: &parser)
      parser.finish()
      parser.readElectrocardiograms()
      parser.readUnnamedFiles()
      parser.readDocument()
      ending.failure = parser.failure
    }
    if parser.failure == nil, !send(isEnd: true) { return }
    ending.isComplete = parser.isComplete
    ending.droppedParts = parser.drops.all
    ending.points = parser.points
    _ = channel.send(.end(ending))
  }
}

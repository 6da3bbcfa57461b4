import HealthModel

/// What the parsing thread hands over.
enum ParsedPiece: Sendable {
  /// Comes first, once.
  case header(ImportHeader)
  /// `skips` are those of the parser; the position is that behind the batch.
  case batch(SampleBatch, skips: [ImportSkip], ImportProgress)
  /// Comes last, unless the import is stopped.
  case end(Ending)

  struct Ending: Sendable {
    var isComplete = false
    var droppedParts: [String: Int] = [:]
    /// The input is damaged from some place on; what came before is good.
    var damage: ImportError?
    /// The input could not be read on.
    var failure: ImportError?
  }
}

/// The parsing thread's work: bytes in, batches out.
struct ExportProducer: Sendable {
  let path: String
  let input: ImportInput
  let batchSize: Int
  let cancellation: ImportCancellation

  func run(into handoff: Handoff<ParsedPiece>) {
    switch input.content {
    case .file(let file): run(FileByteSource(file), into: handoff)
    case .entry(let file, let entry):
      do throws(ImportError) {
        run(try ZipEntrySource(file, entry), into: handoff)
      } catch {
        _ = handoff.send(.end(ParsedPiece.Ending(failure: error)))
      }
    }
  }

  private func run(_ source: some ByteSource, into handoff: Handoff<ParsedPiece>) {
    var source = source
    var scanner = XMLScanner(root: "HealthData")
    var parser = AppleExportParser(path: path)
    var ending = ParsedPiece.Ending()
    var sentHeader = false

    /// - Returns: false when nobody wants any more.
    func send(evenIfSmall: Bool) -> Bool {
      if parser.isHeaderComplete, !sentHeader {
        sentHeader = true
        guard handoff.send(.header(parser.header)) else { return false }
      }
      guard parser.pending >= batchSize || (evenIfSmall && parser.read > 0) else { return true }
      let (batch, skips) = parser.takeBatch()
      let position = ImportProgress(bytesDone: source.bytesDone, bytesTotal: source.bytesTotal, records: parser.read)
      return handoff.send(.batch(batch, skips: skips, position))
    }

    reading: while !cancellation.isCancelled, !handoff.isAbandoned {
      do throws(ImportError) {
        let count = try scanner.fill { buffer throws(ImportError) in try source.read(into: buffer) }
        if count == 0 { break reading }
      } catch {
        // A damaged archive is like a file that ends early; a disk that fails is not.
        if error.code == .corruptZip { ending.damage = error } else { ending.failure = error }
        break reading
      }
      scanner.scan(into: &parser)
      guard send(evenIfSmall: false) else { return }
    }
    guard !cancellation.isCancelled, !handoff.isAbandoned else { return }
    if ending.failure == nil {
      scanner.finish(into: &parser)
      parser.finish()
    }
    guard send(evenIfSmall: true) else { return }
    ending.isComplete = parser.isComplete
    ending.droppedParts = parser.droppedParts
    _ = handoff.send(.end(ending))
  }
}

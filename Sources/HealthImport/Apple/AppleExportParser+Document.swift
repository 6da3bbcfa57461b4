import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// Reads the clinical document beside the XML: a copy of a part of the export in a clinical format. It counts as an
  /// element of its own, since the XML does not refer to it.
  mutating func readDocument() {
    guard failure == nil, !isStopped() else { return }
    do throws(ImportError) {
      switch try files?.bytes(of: ExportFilePath.document, ending: ".xml", most: DataRecord.mostBytes) {
      case .success(let bytes):
        cutIfFull()
        read += 1
        add(document: bytes)
      case .failure(let fault) where fault.reason != .missingFile:
        read += 1
        skip(fault.reason, line: 0)
      case .failure, nil: return
      }
    } catch {
      read += 1
      skip(fileDamage(error), line: 0)
    }
  }

  private mutating func add(document bytes: [UInt8]) {
    guard DocumentHead.isDocument(bytes) else { return skip(.damaged, line: 0) }
    let head = DocumentHead(bytes)
    let written = head.effectiveTime.flatMap { text in
      Array(text.utf8).withUnsafeBytes { dates.instant($0)?.date }
    }
    guard let date = written ?? header.exportDate, SampleBounds.allows(date) else {
      return skip(.missingStartDate, line: 0)
    }
    sample.reset()
    let record = SampleRecord(
      type: tables.type(TypeIdentifier.clinicalDocument).index,
      // The app that creates exports.
      provenance: tables.provenance(Provenance(source: Source(name: "Health"))),
      metadata: tables.metadata(Metadata([head.entry])), start: date, end: date, value: .nan)
    batch.withData.append(DataRecord(sample: record, data: DataRecord.pieces(bytes)))
    weight += 8 + bytes.count / 256
  }
}

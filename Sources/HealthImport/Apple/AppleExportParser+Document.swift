import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// Reads the clinical document beside the XML: a copy of a part of the export in a clinical format. It is not one of
  /// the export's records, so it has a batch of its own, and is listed as left out if it cannot be stored.
  mutating func readDocument() {
    guard failure == nil, !isStopped() else { return }
    do throws(ImportError) {
      switch try files?.bytes(of: ExportFilePath.document, ending: ".xml", most: DataRecord.mostBytes) {
      case .success(let bytes):
        cut()
        add(document: bytes)
        cut(isDocument: true)
      case .failure(let fault) where fault.reason != .missingFile:
        leaveOut(fault.reason)
      case .failure, nil: return
      }
    } catch {
      leaveOut(fileDamage(error))
    }
  }

  private mutating func leaveOut(_ reason: SkipReason) {
    sample.reset()
    drop(reason, "ClinicalDocument", line: 0)
  }

  private mutating func add(document bytes: [UInt8]) {
    guard DocumentHead.isDocument(bytes) else { return leaveOut(.damaged) }
    let head = DocumentHead(bytes)
    let written = head.effectiveTime.flatMap { text in
      Array(text.utf8).withUnsafeBytes { dates.instant($0)?.date }
    }
    guard let date = written ?? header.exportDate, SampleBounds.allows(date) else {
      return leaveOut(.missingStartDate)
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

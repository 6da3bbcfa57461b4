import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// Reads the electrocardiograms beside the XML. The XML does not refer to them, so each file is an element of its
  /// own.
  mutating func readElectrocardiograms() {
    for path in files?.paths(in: "electrocardiograms", ending: ".csv") ?? [] {
      guard failure == nil, !isStopped() else { return }
      cutIfFull()
      read += 1
      do throws(ImportError) {
        switch try files?.data(of: path, ending: ".csv") {
        case .success(let file):
          // Half a minute of voltages has about 150,000 bytes.
          let isWhole = file.head.count == file.data.count
          if let reason = isWhole ? add(electrocardiogram: file.head) : .tooLarge { skip(reason, file: path) }
        case .failure(let fault): skip(fault.reason, file: path)
        case nil: return
        }
      } catch {
        skip(fileDamage(error), file: path)
      }
    }
  }

  /// - Returns: the reason why it cannot be stored, nil if it can.
  private mutating func add(electrocardiogram bytes: [UInt8]) -> SkipReason? {
    let csv: ElectrocardiogramCSV
    do throws(ElectrocardiogramCSV.Fault) {
      csv = try ElectrocardiogramCSV(bytes)
    } catch {
      return error.reason
    }
    sample.reset()
    for _ in 0..<csv.droppedLines { drop(.badValue, "electrocardiogram", line: 0) }
    let provenance = Provenance(
      // Apple's app has this name in every language; the file contains no other name.
      source: Source(name: "ECG"), version: csv.version,
      device: csv.device.map { Device(name: "Apple Watch", manufacturer: "Apple Inc.", hardwareVersion: $0) })
    let record = SampleRecord(
      type: tables.type(TypeIdentifier.electrocardiogram).index, provenance: tables.provenance(provenance),
      metadata: tables.metadata(Metadata([csv.content.entry])), start: csv.start, end: csv.start + csv.duration,
      value: .nan)
    batch.withData.append(DataRecord(sample: record, data: ElectrocardiogramContent.data(csv.voltages)))
    weight += 8 + csv.voltages.count / 32
    return nil
  }
}

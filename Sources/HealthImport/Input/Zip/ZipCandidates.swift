/// The largest files of an archive; those named `.xml` are kept separately.
///
/// An export's XML is among the largest files of its archive. Only this many are considered, so that an archive with
/// millions of files takes no more memory than one with a thousand.
struct ZipCandidates {
  private var xml: [ZipEntry] = []
  private var others: [ZipEntry] = []

  private static let most = 1_024

  mutating func add(_ entry: ZipEntry) {
    if entry.isXML { Self.add(entry, to: &xml) } else { Self.add(entry, to: &others) }
  }

  /// By size, largest first; equal ones in the order of the archive.
  var sorted: [ZipEntry] {
    (xml + others).sorted { $0.unpackedSize > $1.unpackedSize }
  }

  /// Twice as many as needed may accumulate before the smaller half is removed, so that adding takes O(log n) on
  /// average.
  private static func add(_ entry: ZipEntry, to list: inout [ZipEntry]) {
    list.append(entry)
    guard list.count >= most * 2 else { return }
    list.sort { $0.unpackedSize > $1.unpackedSize }
    list.removeSubrange(most...)
  }
}

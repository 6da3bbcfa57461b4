/// The largest files of an archive, those that are named like xml apart from the others.
///
/// An export's xml is among the largest of its archive. More than these are never looked into, so that an archive of
/// millions of files takes no more memory than one of a thousand.
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

  /// Twice as many as wanted may gather before the smaller half goes, which makes one addition O(log n) on average.
  private static func add(_ entry: ZipEntry, to list: inout [ZipEntry]) {
    list.append(entry)
    guard list.count >= most * 2 else { return }
    list.sort { $0.unpackedSize > $1.unpackedSize }
    list.removeSubrange(most...)
  }
}

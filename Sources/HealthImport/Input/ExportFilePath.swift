/// The path of a file beside an export's XML, as printed in the XML, relative to the export's folder.
enum ExportFilePath {
  private static let longest = 512
  private static let mostParts = 8

  /// The path without its leading slash; nil for one that may lead out of the folder, or to a file of another kind.
  static func relative(_ path: String, ending: String) -> String? {
    let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.count <= mostParts, path.utf8.count <= longest, ends(path.utf8, with: ending),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
      // Some programs separate folders with backslashes, and a path ends at NUL.
      path.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return String(path)
  }

  /// The clinical document beside the XML, which has this name in every language.
  static let document = "export_cda.xml"

  /// Whether a path relative to an export's folder is that of a part of the export.
  static func isPart(_ path: Substring) -> Bool {
    path == document
      || ["workout-routes/", "electrocardiograms/", "clinical-records/", "attachments/"].contains(where: path.hasPrefix)
  }

  /// Whether a name has the extension of a route, electrocardiogram, clinical record or the document.
  static func isKnown(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    [".gpx", ".csv", ".json", document].contains { ends(name, with: $0) }
  }

  private static func ends(_ name: some BidirectionalCollection<UInt8>, with ending: String) -> Bool {
    name.suffix(ending.utf8.count).map { $0 | 0x20 }.elementsEqual(ending.utf8.map { $0 | 0x20 })
  }
}

import Dashboard
import Foundation
import HealthModel
import Processes

/// Searches the usual folders for exports of the Health app.
///
/// The archive's name depends on the phone's language, so archives are recognized by the folder inside them.
package struct ExportFinder {
  let home: String
  let currentFolder: String
  /// The user's download folder, if the desktop environment defines one.
  let downloads: String?
  /// The local day of an instant.
  let day: (Date) -> Day

  /// The maximum numbers of files per folder, and of exports.
  private static let (mostFiles, mostExports) = (400, 20)

  /// The newest first.
  func exports() -> [ExportFile] {
    let folders =
      [currentFolder, home, downloads].compactMap(\.self)
      + ["Downloads", "Desktop", "Documents"].map { home + "/" + $0 }
    let files = folders.map { ($0 as NSString).standardizingPath }.uniqued(on: \.self)
      .flatMap(exports(in:))
    return Array(files.sorted { $0.1 > $1.1 }.map(\.0).prefix(Self.mostExports))
  }

  private func exports(in folder: String) -> [(ExportFile, Date)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted().prefix(Self.mostFiles) ?? []
    return names.compactMap { name in
      // A name that cannot be typed on a command line is omitted.
      guard !name.contains(where: { "\"\\\n".contains($0) }), !name.hasPrefix(".") else { return nil }
      let path = folder + "/" + name
      if name == "apple_health_export", let file = file(path, measuring: path + "/export.xml") { return file }
      switch (name as NSString).pathExtension.lowercased() {
      case "zip": return isArchive(path) ? file(path, measuring: path) : nil
      case "xml": return isDocument(path) ? file(path, measuring: path) : nil
      default: return nil
      }
    }
  }

  private func file(_ path: String, measuring measured: String) -> (ExportFile, Date)? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: measured),
      attributes[.type] as? FileAttributeType == .typeRegular, let modified = attributes[.modificationDate] as? Date
    else { return nil }
    let bytes = (attributes[.size] as? UInt64).map { Int64(clamping: $0) } ?? 0
    let shown = path.hasPrefix(home + "/") ? "~/" + path.dropFirst(home.count + 1) : path
    return (ExportFile(path: path, shownPath: shown, bytes: bytes, modified: day(modified)), modified)
  }

  /// Whether an archive's directory, at its end, contains the folder that Apple uses.
  private func isArchive(_ path: String) -> Bool { part(of: path, fromEnd: true, contains: "apple_health_export/") }

  private func isDocument(_ path: String) -> Bool { part(of: path, fromEnd: false, contains: "<!DOCTYPE HealthData") }

  private static let partSize: UInt64 = 65_536

  private func part(of path: String, fromEnd: Bool, contains text: String) -> Bool {
    // A pipe or a device would block the dashboard.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular, let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    if let end = try? file.seekToEnd() {
      try? file.seek(toOffset: fromEnd && end > Self.partSize ? end - Self.partSize : 0)
    }
    let data = try? file.read(upToCount: Int(Self.partSize))
    return data?.range(of: Data(text.utf8)) != nil
  }
}

extension ExportFinder {
  /// Foundation's own function uses the user database, ignoring `HOME`.
  package static func home(_ variables: [String: String] = ProcessInfo.processInfo.environment) -> String {
    UserFolder.path("HOME", variables) ?? NSHomeDirectory()
  }

  /// - Parameter day: returns the local day of an instant.
  init(day: @escaping (Date) -> Day) {
    let variables = ProcessInfo.processInfo.environment
    self.init(
      home: Self.home(variables), currentFolder: FileManager.default.currentDirectoryPath,
      downloads: UserFolder.path("XDG_DOWNLOAD_DIR", variables), day: day)
  }
}

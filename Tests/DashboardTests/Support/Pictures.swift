import Foundation
import Testing

/// Frames stored as text beside the tests. `RECORD=1 swift test` records them again.
enum Pictures {
  static func check(_ picture: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data((picture + "\n").utf8).write(to: file)
      return
    }
    let stored = try? String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard let stored else {
      Issue.record("There is no picture \(name).txt. RECORD=1 writes it.", sourceLocation: sourceLocation)
      return
    }
    if stored != picture + "\n" {
      Issue.record("\(name).txt differs. Now it is:\n\(picture)", sourceLocation: sourceLocation)
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Text files with expected results.
enum Fixtures {
  /// Whether to record the files instead: `RECORD=1 swift test`.
  static let isRecording = getenv("RECORD").map { String(cString: $0) } == "1"

  private static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/Fixtures/"
  }()

  static func read(_ name: String) -> String? {
    guard let file = fopen(folder + name, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, _ name: String) -> Bool {
    mkdir(folder, 0o755)
    guard let file = fopen(folder + name, "w") else { return false }
    let bytes = Array(text.utf8)
    return fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0
  }
}

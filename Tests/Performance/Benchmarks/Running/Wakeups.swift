#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of times the threads of a process have voluntarily gone to sleep, which follows each wake-up.
enum Wakeups {
  /// The count of each thread by its number; nil if the system does not provide it, as everywhere except on Linux.
  static func counts(of process: pid_t) -> [String: Int]? {
    guard let folder = opendir("/proc/\(process)/task") else { return nil }
    defer { closedir(folder) }
    var counts: [String: Int] = [:]
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard !name.hasPrefix(".") else { continue }
      for line in text(of: "/proc/\(process)/task/\(name)/status").split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        counts[name] = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { Int($0) } ?? 0
      }
    }
    return counts
  }

  /// The difference between two counts. A thread that has ended in between is not included.
  static func between(_ before: [String: Int], _ after: [String: Int]) -> Int {
    after.reduce(0) { $0 + $1.value - before[$1.key, default: 0] }
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

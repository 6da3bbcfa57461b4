#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How often the threads of a process have gone to sleep by themselves, each of which follows on being woken.
enum Wakeups {
  /// nil where the system does not tell, which is everywhere but on Linux.
  static func count(of process: pid_t) -> Int? {
    guard let folder = opendir("/proc/\(process)/task") else { return nil }
    defer { closedir(folder) }
    var sum = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard !name.hasPrefix(".") else { continue }
      for line in text(of: "/proc/\(process)/task/\(name)/status").split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        sum += line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { Int($0) } ?? 0
      }
    }
    return sum
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

import Curses
import Foundation

/// The file in which answers of terminals are kept: `$XDG_CACHE_HOME/ringtop/terminals`, in `~/.cache` without the
/// variable.
///
/// It is a convenience. Where it cannot be read, is damaged or not ours, nothing is remembered, and where it cannot be
/// written, nothing will be; neither is worth a word to somebody who wants to see rings.
struct TerminalMemoryFile {
  /// Nil where there is neither the variable nor a home.
  let path: String?

  /// No memory is longer, so something else has taken the name.
  private static let longest = 65_536

  init(_ environment: [String: String]) {
    func folder(_ name: String) -> String? {
      // A relative XDG path is invalid by its specification and is passed over.
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    path = (folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }).map { $0 + "/ringtop/terminals" }
  }

  /// What is remembered; nothing where that cannot be told.
  func load() -> TerminalMemory {
    guard let path else { return TerminalMemory() }
    // Never waits, whatever stands there under the name.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return TerminalMemory() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_size <= Self.longest, let data = try? file.read(upToCount: Self.longest)
    else { return TerminalMemory() }
    return TerminalMemory(text: String(decoding: data, as: UTF8.self))
  }

  /// Puts an answer beside what is remembered. Another process that does so at the same time may win; then the terminal
  /// is asked once more.
  func remember(_ entry: TerminalMemory.Entry) {
    var memory = load()
    memory.remember(entry)
    save(memory)
  }

  /// Takes the place of the file in one step, so that nobody reads half of one.
  private func save(_ memory: TerminalMemory) {
    guard let path else { return }
    let folder = String(path.dropLast("/terminals".count))
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let temporary = "\(path).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(memory.text.utf8))
      if rename(temporary, path) != 0 { unlink(temporary) }
    } catch {
      unlink(temporary)
    }
  }

  /// Removes the file.
  ///
  /// - Returns: whether there was one.
  /// - Throws: a failure where it is there and stays.
  func forget() throws -> Bool {
    guard let path else { return false }
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw Failure(.cannotCreate, "\(path) cannot be removed: \(String(cString: strerror(errno)).lowercased()).")
    }
    return false
  }
}

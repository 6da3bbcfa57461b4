package import Curses
import Foundation
import HealthModel
import Processes

/// The cache file for terminal replies: `$XDG_CACHE_HOME/ringtop/terminals`, in `~/.cache` if the variable is unset.
///
/// The cache is optional. If it cannot be read, is damaged or owned by another user, it counts as empty, and write
/// errors are ignored; neither is reported.
package struct TerminalMemoryFile {
  /// Nil if neither the variable nor the home folder is set.
  let path: String?

  /// Longer than any cache: a larger file is something else.
  private static let longest = 65_536

  package init(_ environment: [String: String]) {
    path = UserFolder.path("XDG_CACHE_HOME", orInHome: ".cache", environment).map { $0 + "/ringtop/terminals" }
  }

  /// The cached replies; empty on any error.
  package func load() -> TerminalMemory {
    guard let path else { return TerminalMemory() }
    guard let (descriptor, status) = RegularFile.open(path, O_RDONLY | O_NOFOLLOW) else { return TerminalMemory() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard status.st_uid == geteuid(), status.st_size <= Self.longest,
      let data = try? file.read(upToCount: Self.longest)
    else { return TerminalMemory() }
    return TerminalMemory(text: String(decoding: data, as: UTF8.self))
  }

  /// Adds an entry. If another process does so at the same time, one entry may be lost; the terminal is then queried
  /// again.
  package func remember(_ entry: TerminalMemory.Entry) {
    var memory = load()
    memory.remember(entry)
    if let path { _ = PrivateFile.replace(path, with: memory.text) }
  }

  /// Removes the file.
  ///
  /// - Returns: whether it existed.
  /// - Throws: a failure if it cannot be removed.
  package func forget() throws -> Bool {
    guard let path else { return false }
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw Failure(.cannotCreate, "\(path) cannot be removed: \(SystemError.text(errno)).")
    }
    return false
  }
}

import Foundation
import HealthModel
import StoreFiles

/// The commands that may run for deliveries of a store, because a program or the user on this machine registered or
/// allowed them.
///
/// They are kept outside of the store: its registrations are rows, so a store that was copied, restored or downloaded
/// brings commands along that nobody here has seen. An approval is for one command, word for word, and one store.
package struct CommandApprovals: Sendable {
  /// Nil if neither `XDG_STATE_HOME` nor `HOME` is set.
  package let path: String?

  /// - Parameter environment: determines the file, `$XDG_STATE_HOME/ringtop/commands`, by default in `~/.local/state`.
  package init(environment: [String: String]) {
    path = UserFolder.path("XDG_STATE_HOME", orInHome: ".local/state", environment).map { $0 + "/ringtop/commands" }
  }

  /// The approved commands of a store; none if they cannot be read.
  package func commands(store: String) -> Set<[String]> {
    let place = StorePath.resolved(store)
    return Set(entries().filter { $0.first == place }.map { Array($0.dropFirst()) })
  }

  /// Approves a command for a store.
  ///
  /// - Throws: `StoreError` if that cannot be noted.
  package func approve(_ command: [String], store: String) throws {
    let entry = [StorePath.resolved(store)] + command
    guard !entries().contains(entry) else { return }
    guard let path else {
      throw StoreError(.cannotCreate, path: store, reason: "has no place for approved commands: HOME is not set")
    }
    try? FileManager.default.createDirectory(
      atPath: StorePath.directory(of: path), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.cannotCreate, path: path, reason: "cannot be written (\(SystemError.text(errno)))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      // In one write, so that two processes do not mix their lines.
      try file.write(contentsOf: JSONEncoder().encode(entry) + Data("\n".utf8))
    } catch {
      let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? (error as NSError).code
      throw StoreError(
        .cannotCreate, path: path, reason: "cannot be written (\(SystemError.text(Int32(clamping: code))))")
    }
  }

  /// One line each: a JSON array of the store's path and the words of the command. A file that another user could have
  /// written approves nothing.
  private func entries() -> [[String]] {
    guard let path, let (descriptor, status) = RegularFile.open(path, O_RDONLY | O_NOFOLLOW) else { return [] }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0, let data = try? file.readToEnd() else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDecoder().decode([String].self, from: $0) }
  }
}

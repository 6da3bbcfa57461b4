import Foundation

/// Reports possible changes of the configuration file, without polling.
///
/// It watches the folder of the file and, if the file is a symbolic link, the folder of its target, because editors
/// replace files. If the folder does not exist, its nearest existing ancestor is watched.
package final class ConfigurationWatcher {
  /// Becomes readable for `poll` when there are changes to `drain`.
  package let descriptor: Int32
  private let path: String
  private var watched: [String: Int32] = [:]

  /// Nil if the system provides no watch.
  package init?(path: String) {
    self.path = path
    #if canImport(Darwin)
      descriptor = kqueue()
    #else
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    #endif
    guard descriptor >= 0 else { return nil }
    follow()
  }

  deinit {
    #if canImport(Darwin)
      for file in watched.values { close(file) }
    #endif
    if descriptor >= 0 { close(descriptor) }
  }

  /// Consumes the changes. The file must be read again, and may be unchanged.
  package func drain() {
    #if canImport(Darwin)
      var event = kevent()
      var atOnce = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &atOnce) == 1 {}
    #else
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    #endif
    follow()
  }

  /// Watches the folders that currently lead to the file.
  private func follow() {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let target = URL(filePath: path).resolvingSymlinksInPath()
    var wanted = Set([folder, target.deletingLastPathComponent()].map(Self.nearest))
    #if canImport(Darwin)
      // A folder reports created and deleted files, but not writes to a file.
      if FileManager.default.fileExists(atPath: target.path) { wanted.insert(target.path) }
    #endif
    for (name, watch) in watched where !wanted.contains(name) || isGone(watch, name) {
      #if canImport(Darwin)
        close(watch)
      #else
        inotify_rm_watch(descriptor, watch)
      #endif
      watched[name] = nil
    }
    // On Linux, watching a folder again keeps its watch, and a recreated folder gets a new one.
    for name in wanted { watched[name] = watched[name].flatMap { Self.keepsFile ? $0 : nil } ?? watch(name) }
  }

  #if canImport(Darwin)
    private static let keepsFile = true
  #else
    private static let keepsFile = false
  #endif

  private func watch(_ name: String) -> Int32? {
    #if canImport(Darwin)
      let file = open(name, O_EVTONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
      guard kevent(descriptor, &change, 1, nil, 0, nil) == 0 else {
        close(file)
        return nil
      }
      return file
    #else
      let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
      let watch = inotify_add_watch(descriptor, name, UInt32(events))
      return watch >= 0 ? watch : nil
    #endif
  }

  /// Whether the watched object is no longer the one at the path.
  private func isGone(_ watch: Int32, _ name: String) -> Bool {
    #if canImport(Darwin)
      var (opened, there) = (stat(), stat())
      return fstat(watch, &opened) != 0 || stat(name, &there) != 0 || opened.st_ino != there.st_ino
    #else
      return false
    #endif
  }

  /// The folder, or its nearest existing ancestor.
  private static func nearest(_ folder: URL) -> String {
    var folder = folder
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) { folder.deleteLastPathComponent() }
    return folder.path
  }
}

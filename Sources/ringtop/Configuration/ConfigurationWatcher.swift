import Foundation

/// Tells when the configuration file may have changed, without a timer.
///
/// Watched are the folder of the file and, where the file is a link, the folder that it leads to: editors replace
/// files. Where the folder is missing, the nearest one above it is watched.
final class ConfigurationWatcher {
  /// Readable for `poll` when there is something to `drain`.
  let descriptor: Int32
  private let path: String
  private var watched: [String: Int32] = [:]

  /// nil where the system gives no watch.
  init?(path: String) {
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

  /// Takes what has happened. The file is to be read again, and may be the same as before.
  func drain() {
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

  /// Watches the folders that now lead to the file.
  private func follow() {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let target = URL(filePath: path).resolvingSymlinksInPath()
    var wanted = Set([folder, target.deletingLastPathComponent()].map(Self.nearest))
    #if canImport(Darwin)
      // A folder tells of files that come and go, not of what is written to them.
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
    // On Linux a folder that is watched already keeps its watch, and one that has been made anew gets its own.
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

  /// Whether what is watched is no longer what lies at the path.
  private func isGone(_ watch: Int32, _ name: String) -> Bool {
    #if canImport(Darwin)
      var (opened, there) = (stat(), stat())
      return fstat(watch, &opened) != 0 || stat(name, &there) != 0 || opened.st_ino != there.st_ino
    #else
      return false
    #endif
  }

  /// The folder, or the nearest one above it that is there.
  private static func nearest(_ folder: URL) -> String {
    var folder = folder
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) { folder.deleteLastPathComponent() }
    return folder.path
  }
}

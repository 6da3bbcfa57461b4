#if canImport(Glibc)
  import Glibc

  /// The files of a store that an inotify descriptor watches, kept in step with what lies at their paths.
  ///
  /// A file that is replaced while someone has it open sends no event of its deletion, only of its attributes, so what
  /// an event means is found out by looking at the paths.
  struct WatchedStore {
    private let descriptor: Int32
    private let path: String
    private var store: WatchedFile?
    private var signal: WatchedFile?
    /// The nearest directory there is, while the store is not.
    private var directory: WatchedFile?
    /// The kernel numbers watches upwards, so the same number is the same file.
    private var storeAtLastLook: Int32?

    private struct WatchedFile {
      var watch: Int32
      var device: dev_t
      var node: ino_t
    }

    init(descriptor: Int32, path: String) {
      self.descriptor = descriptor
      self.path = path
    }

    /// Notes that the kernel has given up a watch, because its file is gone. A new one may have the same number.
    mutating func lose(_ watch: Int32) {
      if store?.watch == watch { store = nil }
      if signal?.watch == watch { signal = nil }
      if directory?.watch == watch { directory = nil }
    }

    /// Whether the store is another file than the one that was seen before, or has appeared or gone.
    mutating func follow() -> Bool {
      let before = storeAtLastLook
      while true {
        Self.replace(&store, at: path, IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
        if store != nil {
          let signalPath = ChangeSignal(storePath: path).path
          // The signal must exist to be watched; making it empty is not a change.
          let made = open(signalPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
          if made >= 0 { close(made) }
          Self.replace(&signal, at: signalPath, IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
          Self.forget(&directory, descriptor)
          break
        }
        Self.forget(&signal, descriptor)
        let nearest = nearestDirectory()
        Self.replace(&directory, at: nearest, IN_CREATE | IN_MOVED_TO, descriptor)
        // What came before the watch began would never be heard of.
        if access(path, F_OK) != 0, nearest == nearestDirectory() { break }
      }
      storeAtLastLook = store?.watch
      return before != storeAtLastLook
    }

    private static func replace(
      _ file: inout WatchedFile?, at path: String, _ events: Int32, _ descriptor: Int32
    ) {
      var status = stat()
      guard stat(path, &status) == 0 else { return forget(&file, descriptor) }
      if let file, file.node == status.st_ino, file.device == status.st_dev { return }
      forget(&file, descriptor)
      let watch = inotify_add_watch(descriptor, path, UInt32(events))
      if watch >= 0 { file = WatchedFile(watch: watch, device: status.st_dev, node: status.st_ino) }
    }

    private static func forget(_ file: inout WatchedFile?, _ descriptor: Int32) {
      if let file { inotify_rm_watch(descriptor, file.watch) }
      file = nil
    }

    private func nearestDirectory() -> String {
      var directory = Self.parent(of: path)
      while access(directory, F_OK) != 0, directory != "/", directory != "." {
        directory = Self.parent(of: directory)
      }
      return directory
    }

    private static func parent(of path: String) -> String {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }
#endif

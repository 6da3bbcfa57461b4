#if canImport(Glibc)
  import Glibc

  /// The files of a store, watched by an inotify descriptor and updated when the files at these paths change.
  ///
  /// A file that is replaced while a process has it open causes no deletion event, only an attribute event, so the
  /// paths are checked after every event.
  struct WatchedStore: ~Copyable {
    /// Readable for `poll` while an event is pending.
    let descriptor: Int32
    private let path: String
    private var store: WatchedFile?
    private var signal: WatchedFile?
    /// The nearest existing parent directory while the store does not exist.
    private var directory: WatchedFile?
    /// The kernel assigns increasing numbers to watches, so the same number means the same file.
    private var storeAtLastCheck: Int32?

    private struct WatchedFile {
      var watch: Int32
      var identity: StoreFile.Identity
    }

    /// nil if the system provides no watch.
    init?(path: String) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      self.path = path
      if descriptor < 0 { return nil }
    }

    deinit {
      // Removes its watches as well.
      if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the pending events without blocking.
    ///
    /// - Returns: whether one of them was for the signal.
    mutating func takeEvents() -> Bool {
      var hasChanged = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        guard let base = buffer.baseAddress else { return }
        while true {
          let count = read(descriptor, base, buffer.count)
          guard count > 0 else { break }
          var offset = 0
          while offset < count {
            let event = base.load(fromByteOffset: offset, as: inotify_event.self)
            if event.mask & UInt32(IN_MODIFY | IN_Q_OVERFLOW) != 0 { hasChanged = true }
            if event.mask & UInt32(IN_IGNORED) != 0 { lose(event.wd) }
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
          }
        }
      }
      return hasChanged
    }

    /// Records that the kernel has removed a watch, because its file is gone. A new one may have the same number.
    private mutating func lose(_ watch: Int32) {
      if store?.watch == watch { store = nil }
      if signal?.watch == watch { signal = nil }
      if directory?.watch == watch { directory = nil }
    }

    /// Whether the store is a different file than before, or has appeared or disappeared.
    mutating func follow() -> Bool {
      let before = storeAtLastCheck
      while true {
        let isRefused = !Self.replace(&store, at: path, IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
        if store != nil {
          let signal = ChangeSignal(storePath: path)
          // The signal must exist to be watched; creating it empty is not a change.
          if self.signal.map({ $0.identity != StoreFile.Identity(path: signal.path) }) ?? true { signal.make() }
          Self.replace(&self.signal, at: signal.path, IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
          Self.forget(&directory, descriptor)
          break
        }
        Self.forget(&signal, descriptor)
        let nearest = StorePath.nearestDirectory(to: path)
        Self.replace(&directory, at: nearest, IN_CREATE | IN_MOVED_TO, descriptor)
        // Changes before the watch was added cause no event. A file that may not be watched may not be read either.
        if nearest == StorePath.nearestDirectory(to: path), access(path, F_OK) != 0 || isRefused { break }
      }
      storeAtLastCheck = store?.watch
      return before != storeAtLastCheck
    }

    /// - Returns: false if the file exists and the kernel refuses to watch it.
    @discardableResult
    private static func replace(
      _ file: inout WatchedFile?, at path: String, _ events: Int32, _ descriptor: Int32
    ) -> Bool {
      guard let identity = StoreFile.Identity(path: path) else {
        forget(&file, descriptor)
        return true
      }
      if let file, file.identity == identity { return true }
      forget(&file, descriptor)
      let watch = inotify_add_watch(descriptor, path, UInt32(events))
      // It was removed after the check, which is not a refusal.
      guard watch >= 0 else { return errno == ENOENT }
      file = WatchedFile(watch: watch, identity: identity)
      return true
    }

    private static func forget(_ file: inout WatchedFile?, _ descriptor: Int32) {
      if let file { inotify_rm_watch(descriptor, file.watch) }
      file = nil
    }
  }
#endif

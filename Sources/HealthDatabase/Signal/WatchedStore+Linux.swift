#if canImport(Glibc)
  import Glibc

  /// The files of a store that an inotify descriptor watches, kept in step with what lies at their paths.
  ///
  /// A file that is replaced while someone has it open sends no event of its deletion, only of its attributes, so what
  /// an event means is found out by looking at the paths.
  struct WatchedStore: ~Copyable {
    /// Readable for `poll` while an event is pending.
    let descriptor: Int32
    private let path: String
    private var store: WatchedFile?
    private var signal: WatchedFile?
    /// The nearest directory there is, while the store is not.
    private var directory: WatchedFile?
    /// The kernel numbers watches upwards, so the same number is the same file.
    private var storeAtLastLook: Int32?

    private struct WatchedFile {
      var watch: Int32
      var identity: StoreFile.Identity
    }

    /// Nil where the system gives no watch.
    init?(path: String) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      self.path = path
      if descriptor < 0 { return nil }
    }

    deinit {
      // The watches go with it.
      if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the pending events, without waiting.
    ///
    /// - Returns: whether the signal was among them.
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

    /// Notes that the kernel has given up a watch, because its file is gone. A new one may have the same number.
    private mutating func lose(_ watch: Int32) {
      if store?.watch == watch { store = nil }
      if signal?.watch == watch { signal = nil }
      if directory?.watch == watch { directory = nil }
    }

    /// Whether the store is another file than the one that was seen before, or has appeared or gone.
    mutating func follow() -> Bool {
      let before = storeAtLastLook
      while true {
        let isRefused = !Self.replace(&store, at: path, IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
        if store != nil {
          let signal = ChangeSignal(storePath: path)
          // The signal must exist to be watched; making it empty is not a change.
          signal.make()
          Self.replace(&self.signal, at: signal.path, IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF, descriptor)
          Self.forget(&directory, descriptor)
          break
        }
        Self.forget(&signal, descriptor)
        let nearest = StorePath.nearestDirectory(to: path)
        Self.replace(&directory, at: nearest, IN_CREATE | IN_MOVED_TO, descriptor)
        // What came before the watch began would never be heard of. One that may not be watched may not be read either.
        if nearest == StorePath.nearestDirectory(to: path), access(path, F_OK) != 0 || isRefused { break }
      }
      storeAtLastLook = store?.watch
      return before != storeAtLastLook
    }

    /// - Returns: false where a file is there and the kernel does not let it be watched.
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
      // Gone since it was looked at: that is no refusal.
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

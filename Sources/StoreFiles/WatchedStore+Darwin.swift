#if canImport(Darwin)
  import Darwin

  /// The signal file of a store and the store's directory, watched by a kqueue and updated when the files at these
  /// paths change.
  ///
  /// The store itself is not watched: that would require a descriptor, and closing any descriptor of a SQLite file
  /// releases the locks that this process holds on it. Events of the directory show when the store appears, is
  /// removed or is replaced.
  struct WatchedStore: ~Copyable {
    /// Readable for `poll` while an event is pending.
    let descriptor: Int32
    private let path: String
    private var signal: WatchedFile?
    /// The store's directory, or the nearest existing parent while the store does not exist.
    private var directory: WatchedFile?
    private var storeAtLastCheck: StoreFile.Identity?

    private struct WatchedFile {
      var descriptor: Int32
      var identity: StoreFile.Identity
    }

    /// nil if the system provides no watch.
    init?(path: String) {
      descriptor = kqueue()
      self.path = path
      if descriptor < 0 { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
      if let signal { close(signal.descriptor) }
      if let directory { close(directory.descriptor) }
      if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the pending events without blocking.
    ///
    /// - Returns: whether one of them was for the signal.
    mutating func takeEvents() -> Bool {
      var hasChanged = false
      var event = kevent()
      var atOnce = timespec()
      while kevent(descriptor, nil, 0, &event, 1, &atOnce) == 1 {
        if let signal, event.ident == UInt(signal.descriptor), event.fflags & UInt32(NOTE_WRITE) != 0 {
          hasChanged = true
        }
      }
      return hasChanged
    }

    /// Whether the store is a different file than before, or has appeared or disappeared.
    mutating func follow() -> Bool {
      let before = storeAtLastCheck
      while true {
        let nearest = StorePath.nearestDirectory(to: path)
        Self.replace(&directory, at: nearest, descriptor)
        storeAtLastCheck = StoreFile.Identity(path: path)
        // Changes before the watch was added cause no event.
        guard nearest == StorePath.nearestDirectory(to: path) else { continue }
        guard storeAtLastCheck != nil else {
          Self.forget(&signal)
          break
        }
        let signal = ChangeSignal(storePath: path)
        // The signal must exist to be watched; creating it empty is not a change.
        signal.make()
        Self.replace(&self.signal, at: signal.path, descriptor)
        break
      }
      return before != storeAtLastCheck
    }

    private static func replace(_ file: inout WatchedFile?, at path: String, _ descriptor: Int32) {
      guard let identity = StoreFile.Identity(path: path) else { return forget(&file) }
      if let file, file.identity == identity { return }
      forget(&file)
      // A descriptor for events only does not prevent a volume from being ejected.
      let opened = open(path, O_EVTONLY | O_CLOEXEC)
      guard opened >= 0 else { return }
      var change = kevent(
        ident: UInt(opened), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
      guard kevent(descriptor, &change, 1, nil, 0, nil) == 0 else {
        close(opened)
        return
      }
      file = WatchedFile(descriptor: opened, identity: identity)
    }

    /// Closing a descriptor removes its events from the queue.
    private static func forget(_ file: inout WatchedFile?) {
      if let file { close(file.descriptor) }
      file = nil
    }
  }
#endif

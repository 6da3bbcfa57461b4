import HealthModel

#if canImport(Glibc)
  import Glibc

  /// Hears of commits by any process, without a timer.
  ///
  /// The descriptor becomes readable when a writer has sent the signal, or when the store appears or was replaced by
  /// another file. Wait for it with `poll`, then call `drain` before reading the store: a change that comes while you
  /// read makes it readable again.
  package final class StoreWatcher: Sendable {
    /// For `poll`. Owned by the watcher.
    package let descriptor: Int32
    private let storePath: String

    /// The store need not be there yet.
    ///
    /// - Throws: `StoreError` where the system gives no watch, for example because too many are in use.
    package init(storePath: String) throws {
      self.storePath = storePath
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else {
        throw StoreError(.inputOutput, path: storePath, reason: "cannot be watched")
      }
      addWatches()
    }

    deinit {
      close(descriptor)
    }

    private func addWatches() {
      let signal = ChangeSignal(storePath: storePath).path
      if access(storePath, F_OK) == 0 {
        // The signal must exist to be watched; making it empty is not a change.
        let made = open(signal, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if made >= 0 { close(made) }
        _ = inotify_add_watch(descriptor, storePath, UInt32(IN_DELETE_SELF | IN_MOVE_SELF))
        if inotify_add_watch(descriptor, signal, UInt32(IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)) >= 0 { return }
      }
      // Nothing to watch yet: wait for it to appear, by the nearest directory that is there.
      var directory = Self.parent(of: storePath)
      while access(directory, F_OK) != 0, directory != "/", directory != "." {
        directory = Self.parent(of: directory)
      }
      _ = inotify_add_watch(descriptor, directory, UInt32(IN_CREATE | IN_MOVED_TO))
    }

    private static func parent(of path: String) -> String {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What has happened since the last call.
    package struct Events: Sendable, Hashable {
      package var hasChanged = false
      /// The store appeared, or it or its signal is another file now: open the store again.
      package var wasReplaced = false
    }

    /// Takes all pending events, without waiting.
    package func drain() -> Events {
      var events = Events()
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        guard let base = buffer.baseAddress else { return }
        while true {
          let count = Glibc.read(descriptor, base, buffer.count)
          guard count > 0 else { break }
          var offset = 0
          while offset < count {
            let event = base.load(fromByteOffset: offset, as: inotify_event.self)
            let mask = event.mask
            if mask & UInt32(IN_MODIFY | IN_Q_OVERFLOW) != 0 { events.hasChanged = true }
            if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_CREATE | IN_MOVED_TO) != 0 {
              events.wasReplaced = true
            }
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
          }
        }
      }
      if events.wasReplaced { addWatches() }
      return events
    }
  }
#endif

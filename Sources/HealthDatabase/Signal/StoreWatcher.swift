import HealthModel

#if canImport(Glibc)
  import Glibc
  import Synchronization

  /// Hears of commits by any process, without a timer.
  ///
  /// The descriptor becomes readable when a writer has sent the signal, or when the store appears, goes, or is replaced
  /// by another file. Wait for it with `poll`, then call `drain` before reading the store: a change that comes while you
  /// read makes it readable again.
  package final class StoreWatcher: Sendable {
    /// For `poll`. Owned by the watcher.
    package let descriptor: Int32
    private let watched: Lock<WatchedStore>

    /// The store need not be there yet.
    ///
    /// - Throws: `StoreError` where the system gives no watch, for example because too many are in use.
    package init(storePath: String) throws {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else {
        throw StoreError(.inputOutput, path: storePath, reason: "cannot be watched")
      }
      watched = Lock(WatchedStore(descriptor: descriptor, path: storePath))
      _ = watched.withLock { $0.follow() }
    }

    deinit {
      close(descriptor)
    }

    /// What has happened since the last call.
    package struct Events: Sendable, Hashable {
      package var hasChanged = false
      /// The store appeared, went, or is another file now: open the store again.
      package var wasReplaced = false
    }

    /// Takes all pending events, without waiting. There may have been none that matter.
    package func drain() -> Events {
      watched.withLock { watched in
        var events = Events()
        repeat {
          if readEvents(&watched) { events.hasChanged = true }
          if watched.follow() { events.wasReplaced = true }
        } while hasPending
        return events
      }
    }

    private var hasPending: Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) == 1
    }

    /// - Returns: whether the signal was among them.
    private func readEvents(_ watched: inout WatchedStore) -> Bool {
      var hasChanged = false
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        guard let base = buffer.baseAddress else { return }
        while true {
          let count = Glibc.read(descriptor, base, buffer.count)
          guard count > 0 else { break }
          var offset = 0
          while offset < count {
            let event = base.load(fromByteOffset: offset, as: inotify_event.self)
            if event.mask & UInt32(IN_MODIFY | IN_Q_OVERFLOW) != 0 { hasChanged = true }
            if event.mask & UInt32(IN_IGNORED) != 0 { watched.lose(event.wd) }
            offset += MemoryLayout<inotify_event>.size + Int(event.len)
          }
        }
      }
      return hasChanged
    }
  }
#endif

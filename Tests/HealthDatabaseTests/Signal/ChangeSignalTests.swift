#if canImport(Glibc)
  import Foundation
  import Glibc
  import HealthModel
  import Testing

  @testable import HealthDatabase
  @testable import HealthQueries
  @testable import StoreFiles

  @Suite("Signals between processes", .serialized)
  struct ChangeSignalTests {
    /// Whether the watcher reports a change; waits only if it should and has not yet.
    private func isReadable(_ watcher: StoreWatcher, within milliseconds: Int32 = 10_000) -> Bool {
      var descriptor = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, milliseconds) == 1
    }

    private func sample(_ number: Int) -> FakeSample {
      .energy(1, at: date("2026-11-19 00:00") + Double(number) * 60)
    }

    private func batch(_ samples: [FakeSample]) -> SampleBatch {
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = samples.map { tables.record($0) }
      batch.tables = tables.tables
      return batch
    }

    @Test("every commit wakes watchers once, when its changes can already be read")
    func oneWakeForEachCommit() throws {
      let test = try TestStore()
      let watcher = try StoreWatcher(storePath: test.path)
      let reader = try Store(path: test.path, access: .read)
      #expect(!isReadable(watcher, within: 0))
      let writer = Thread {
        for number in 0..<50 {
          let store = try? Store(path: test.path, access: .write)
          _ = try? store?.save(batch([sample(number)]))
        }
      }
      writer.start()
      var wakes = 0
      while try reader.sampleCount() < 50, isReadable(watcher) {
        let events = watcher.drain()
        #expect(events == StoreWatcher.Events(hasChanged: true, wasReplaced: false))
        wakes += 1
      }
      #expect(try reader.sampleCount() == 50)
      #expect((1...50).contains(wakes))
      // Committed one by one, each wakes once, and nothing wakes without a commit.
      while isReadable(watcher, within: 0) { _ = watcher.drain() }
      for number in 50..<60 {
        try test.store.save(batch([sample(number)]))
        #expect(isReadable(watcher))
        #expect(watcher.drain().hasChanged)
        #expect(!isReadable(watcher, within: 0))
      }
    }

    @Test("ten thousand samples in one transaction wake watchers once")
    func oneTransaction() throws {
      let test = try TestStore()
      let watcher = try StoreWatcher(storePath: test.path)
      try test.store.save(batch((0..<10_000).map(sample)))
      let size = MemoryLayout<inotify_event>.size
      var bytes = [UInt8](repeating: 0, count: 4_096)
      #expect(read(watcher.descriptor, &bytes, bytes.count) == size)
    }

    @Test("reading, opening, settling and writes without changes do not wake watchers")
    func silence() throws {
      let test = try TestStore()
      let export = FakeExport(date: date("2026-11-20 00:00"), [sample(0), sample(1)])
      try export.run(into: test.store)
      let watcher = try StoreWatcher(storePath: test.path)
      _ = try Store(path: test.path, access: .read).summary("2026-11-19")
      _ = try Store(path: test.path, access: .write).summary("2026-11-19")
      _ = try StoreWatcher(storePath: test.path)
      try export.run(into: test.store)
      try test.store.materialize()
      try test.store.checkpoint()
      #expect(!isReadable(watcher, within: 0))
    }

    @Test("goals, pauses, source orders and undone imports also wake watchers")
    func otherChanges() throws {
      let test = try TestStore()
      let result = try FakeExport(date: date("2026-11-20 00:00"), [sample(0), sample(1)]).run(into: test.store)
      let watcher = try StoreWatcher(storePath: test.path)
      let today = day("2026-11-19")
      let changes: [() throws -> Void] = [
        { _ = try test.store.change(.setGoals([.move: 700], on: today), title: "") },
        { try test.store.setGoal(700, for: .move, from: today) },
        { _ = try test.store.change(.pause(today...today), title: "") },
        { _ = try test.store.change(.resume(today...today), title: "") }, { _ = try test.store.undo() },
        { try test.store.setSourceOrder(["Strides"], forType: RingType.activeEnergy) },
        { try test.store.undoImport(result.outcome.importID ?? 0) },
      ]
      for (index, change) in changes.enumerated() {
        try change()
        #expect(isReadable(watcher, within: 0), "\(index)")
        _ = watcher.drain()
      }
    }

    @Test(
      "the changes of a writer that died between commit and signal are announced by the next writer to open the store")
    func lateAnnouncement() throws {
      let test = try TestStore()
      try test.store.save(batch([sample(0)]))
      let signal = ChangeSignal(storePath: test.path)
      let latest = try test.store.latestChange()
      #expect(signal.latest() == latest)
      signal.send(change: latest - 1)
      let watcher = try StoreWatcher(storePath: test.path)
      _ = try Store(path: test.path, access: .write)
      #expect(isReadable(watcher, within: 0))
      #expect(signal.latest() == latest)
    }

    @Test("another program that touches the signal wakes watchers")
    func otherProcess() throws {
      let test = try TestStore()
      let watcher = try StoreWatcher(storePath: test.path)
      var child = pid_t()
      let script = "printf x >> '\(test.path)-signal'"
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
      defer { arguments.forEach { free($0) } }
      #expect(posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ) == 0)
      #expect(isReadable(watcher))
      #expect(watcher.drain().hasChanged)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }

    @Test("a replaced store is noticed, even by processes that have it open")
    func replaced() throws {
      let test = try TestStore()
      try test.store.save(batch([sample(0)]))
      let reader = try Store(path: test.path, access: .read)
      _ = try reader.sampleCount()
      let watcher = try StoreWatcher(storePath: test.path)
      let other = try TestStore()
      try other.store.save(batch([sample(0), sample(1)]))
      try other.store.checkpoint()
      #expect(rename(other.path, test.path) == 0)
      #expect(isReadable(watcher))
      #expect(watcher.drain().wasReplaced)
      #expect(!isReadable(watcher, within: 0))
      // Writes to the new store are also reported.
      for suffix in ["-wal", "-shm"] { unlink(test.path + suffix) }
      try Store(path: test.path, access: .write).save(batch([sample(2)]))
      #expect(isReadable(watcher))
      #expect(watcher.drain().hasChanged)
    }

    @Test("a store that is removed and created again is noticed both times")
    func madeAgain() throws {
      let directory = try TestDirectory()
      let path = directory.file("health.sqlite")
      do { try Store(path: path, access: .create).save(batch([sample(0)])) }
      let watcher = try StoreWatcher(storePath: path)
      for suffix in ["", "-wal", "-shm", "-signal"] { unlink(path + suffix) }
      #expect(isReadable(watcher))
      #expect(watcher.drain().wasReplaced)
      let store = try Store(path: path, access: .create)
      #expect(isReadable(watcher))
      #expect(watcher.drain().wasReplaced)
      while isReadable(watcher, within: 0) { _ = watcher.drain() }
      try store.save(batch([sample(0)]))
      #expect(isReadable(watcher))
      #expect(watcher.drain() == StoreWatcher.Events(hasChanged: true, wasReplaced: false))
      #expect(!isReadable(watcher, within: 0))
    }

    @Test("a store that does not exist yet is noticed when it is created, even if its directory does not exist either")
    func notThereYet() throws {
      let directory = try TestDirectory()
      let path = directory.file("deep/er/health.sqlite")
      let watcher = try StoreWatcher(storePath: path)
      #expect(!isReadable(watcher, within: 0))
      let store = try Store(path: path, access: .create)
      var wasReplaced = false
      while isReadable(watcher, within: wasReplaced ? 0 : 60_000) {
        wasReplaced = watcher.drain().wasReplaced || wasReplaced
      }
      #expect(wasReplaced)
      try store.save(batch([sample(0)]))
      #expect(isReadable(watcher))
      #expect(watcher.drain() == StoreWatcher.Events(hasChanged: true, wasReplaced: false))
    }

    @Test("a store that the user may not read is not watched, and an attempt to watch it does not block")
    func unreadable() async throws {
      let test = try TestStore()
      chmod(test.path, 0)
      let isDone = await withCheckedContinuation { continuation in
        let done = DispatchSemaphore(value: 0)
        let path = test.path
        Thread.detachNewThread {
          // The superuser may read everything. This setting applies only to this thread.
          if geteuid() == 0, let symbol = dlsym(nil, "setfsuid") {
            _ = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)(65_534)
          }
          _ = try? StoreWatcher(storePath: path)
          done.signal()
        }
        DispatchQueue.global().async {
          continuation.resume(returning: done.wait(timeout: .now() + 60) == .success)
        }
      }
      #expect(isDone)
    }
  }
#endif

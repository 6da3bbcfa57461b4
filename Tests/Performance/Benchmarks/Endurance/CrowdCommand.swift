import ArgumentParser
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKit
import Synchronization

/// Many writers and readers of one store.
struct CrowdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd", abstract: "Four writers and three readers of one store, each a process.",
    discussion: """
      Every writer logs what it saves and deletes, every reader what an anchored query returns. In the end each reader \
      must have received every sample once, and every deletion once.
      """,
    subcommands: [CrowdWriterCommand.self, CrowdReaderCommand.self])

  @Option(help: ArgumentHelp("A folder for the store and the logs.", valueName: "path"))
  var folder = ".build/benchmarks"

  @Option(help: "The duration of writing.")
  var minutes = 1.0

  func run() throws {
    mkdir(folder, 0o700)
    let store = "\(folder)/crowd.sqlite"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("crowd") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    try Store(path: store, access: .create).setHomeZone(HomeZoneChoice(zone: "GMT", reason: .configured))
    let readers = try (0..<3).map {
      try Program(Program.own, ["crowd", "crowd-reader", store, "\(folder)/crowd-read-\($0)"]).start()
    }
    let writers = try (0..<4).map {
      try Program(
        Program.own,
        ["crowd", "crowd-writer", store, "\(folder)/crowd-written-\($0)", "\(minutes * 60)", "\($0)"]
      ).start()
    }
    for writer in writers where writer.wait().exitCode != 0 { throw BenchmarkError("a writer has failed") }
    try Data().write(to: URL(filePath: "\(folder)/crowd-over"))
    for reader in readers where reader.wait().exitCode != 0 { throw BenchmarkError("a reader has failed") }

    var saved: Set<Substring> = []
    var deleted: Set<Substring> = []
    for index in 0..<4 {
      for line in try Self.lines("\(folder)/crowd-written-\(index)") {
        if line.hasPrefix("+") { saved.insert(line.dropFirst()) } else { deleted.insert(line.dropFirst()) }
      }
    }
    for index in 0..<3 {
      var added: Set<Substring> = []
      var gone: Set<Substring> = []
      for line in try Self.lines("\(folder)/crowd-read-\(index)") {
        let isNew =
          line.hasPrefix("+") ? added.insert(line.dropFirst()).inserted : gone.insert(line.dropFirst()).inserted
        guard isNew else { throw BenchmarkError("reader \(index) received \(line) twice") }
      }
      let missed = saved.subtracting(deleted).subtracting(added)
      guard missed.isEmpty, added.isSubset(of: saved), gone == deleted else {
        throw BenchmarkError(
          """
          reader \(index) missed \(missed.count) samples and \(deleted.subtracting(gone).count) deletions, and received \
          \(added.subtracting(saved).count + gone.subtracting(deleted).count) that do not exist
          """)
      }
    }
    print("\(saved.count) samples and \(deleted.count) deletions, each received once by each of three readers.")
  }

  private static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }
}

/// Saves and deletes until its time is up, and records what was committed.
struct CrowdWriterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "crowd-writer", shouldDisplay: false)

  @Argument var path: String
  @Argument var notes: String
  @Argument var seconds: Double
  @Argument var seed: UInt64

  func run() throws {
    let store = HKHealthStore(configuration: .init(path: path, authorization: .allowAll))
    var random = SeededGenerator(seed: seed)
    let end = Date().addingTimeInterval(seconds)
    var text = ""
    var own: [HKSample] = []
    let type = HKQuantityType(.stepCount)
    while Date() < end {
      let start = Date(timeIntervalSince1970: 1.7e9 + Double.random(in: 0...1e7, using: &random))
      let samples = (0..<Int.random(in: 1...6, using: &random)).map { index in
        HKQuantitySample(
          type: type, quantity: HKQuantity(unit: .count(), doubleValue: 20),
          start: start.addingTimeInterval(Double(index)), end: start.addingTimeInterval(Double(index + 1)))
      }
      let answer = Answer<Bool>()
      store.save(samples) { saved, error in answer.arrive(saved ? true : nil, error) }
      do {
        _ = try answer.wait()
      } catch HKError.errorDatabaseInaccessible {
        // On an overloaded machine others lock the store for longer than the timeout: nothing was saved.
        continue
      }
      for sample in samples { text += "+\(sample.uuid)\n" }
      own += samples
      if Int.random(in: 0..<3, using: &random) == 0, let sample = own.randomElement(using: &random) {
        let answer = Answer<Bool>()
        store.delete(sample) { deleted, error in answer.arrive(deleted ? true : nil, error) }
        do {
          _ = try answer.wait()
        } catch HKError.errorDatabaseInaccessible {
          continue
        }
        own.removeAll { $0.uuid == sample.uuid }
        text += "-\(sample.uuid)\n"
      }
      if own.count > 400 { own.removeFirst(200) }
      usleep(UInt32.random(in: 0...20_000, using: &random))
    }
    try text.write(toFile: notes, atomically: true, encoding: .utf8)
  }
}

/// Follows the store with an anchored query until the end, and records its results.
struct CrowdReaderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "crowd-reader", shouldDisplay: false)

  @Argument var path: String
  @Argument var notes: String

  func run() throws {
    let store = HKHealthStore(configuration: .init(path: path, authorization: .allowAll))
    let heard = Mutex("")
    let failed = Mutex<String?>(nil)
    @Sendable func note(_ added: [HKSample]?, _ deleted: [HKDeletedObject]?, _ error: (any Error)?) {
      if let error { failed.withLock { $0 = "\(error)" } }
      heard.withLock { heard in
        for sample in added ?? [] { heard += "+\(sample.uuid)\n" }
        for object in deleted ?? [] { heard += "-\(object.uuid)\n" }
      }
    }
    let query = HKAnchoredObjectQuery(
      type: HKQuantityType(.stepCount), predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
    ) { _, added, deleted, _, error in note(added, deleted, error) }
    query.updateHandler = { _, added, deleted, _, error in note(added, deleted, error) }
    store.execute(query)
    let over = URL(filePath: path).deletingLastPathComponent().appending(path: "crowd-over").path
    while access(over, F_OK) != 0 { usleep(50_000) }
    // Until nothing has arrived for two seconds.
    var count = -1
    while heard.withLock({ $0.utf8.count }) != count {
      count = heard.withLock { $0.utf8.count }
      sleep(2)
    }
    if let error = failed.withLock({ $0 }) { throw BenchmarkError(error) }
    try heard.withLock { try $0.write(toFile: notes, atomically: true, encoding: .utf8) }
  }
}

// A client of the library that tests start; it uses only the public interface.
//
//   observer-program observe CLIENT LOG    follows steps: each sample that it sees is a line of LOG, with its position
//   observer-program register CLIENT LOG   registers to be started as `observe`, and ends
//   observer-program write LOG COUNT       saves so many times some steps, deletes some, and notes each in LOG
//
// The store is the one that RINGTOP_STORE names.

import Foundation
import OpenHealthKitCore

#if canImport(Glibc)
  import Glibc
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
let steps = HKQuantityType(.stepCount)
let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data((reason + "\n").utf8))
  exit(1)
}

/// Adds a line to a file in one step, so that a kill leaves it whole or away.
func append(_ line: String, to path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  let bytes = Array((line + "\n").utf8)
  if descriptor < 0 || write(descriptor, bytes, bytes.count) != bytes.count { fail("\(path) cannot be written") }
  close(descriptor)
}

func store(_ client: String, launchedFor log: String? = nil) -> HKHealthStore {
  var configuration = HKHealthStore.Configuration.standard()
  configuration.client = HKHealthStore.Client(bundleIdentifier: client, name: client)
  configuration.authorization = .allowAll
  configuration.launchCommand = log.map { [program, "observe", client, $0] }
  configuration.deliveryTimeout = 20
  return HKHealthStore(configuration: configuration)
}

/// The position in the last line of a log: what was seen and where reading goes on are one line.
func anchor(in log: String) -> HKQueryAnchor? {
  guard let text = try? String(contentsOfFile: log, encoding: .utf8),
    let last = text.split(separator: "\n").last(where: { !$0.hasPrefix("start") })?.split(separator: " ").first,
    let data = Data(base64Encoded: String(last))
  else { return nil }
  return try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
}

func observe(_ client: String, _ log: String) {
  let store = store(client, launchedFor: log)
  append("start \(getpid())", to: log)
  let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
    if let error { fail("\(client): \(error)") }
    store.execute(
      HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: anchor(in: log), limit: HKObjectQueryNoLimit) {
        _, added, deleted, anchor, error in
        if let error { fail("\(client): \(error)") }
        let seen = (added ?? []).map { "+\($0.uuid)" } + (deleted ?? []).map { "-\($0.uuid)" }
        guard let anchor,
          let data = try? NSKeyedArchiver.archivedData(
            withRootObject: anchor, requiringSecureCoding: true)
        else { fail("\(client): no anchor") }
        if !seen.isEmpty { append(([data.base64EncodedString()] + seen).joined(separator: " "), to: log) }
        completion()
      })
  }
  store.execute(query)
  store.enableBackgroundDelivery(for: steps, frequency: .immediate) { _, error in
    if let error { fail("\(client): \(error)") }
  }
  dispatchMain()
}

func register(_ client: String, _ log: String) async throws {
  try await store(client, launchedFor: log).enableBackgroundDelivery(for: steps, frequency: .immediate)
}

func save(_ log: String, _ count: Int) async throws {
  let store = store("org.example.writer")
  let start = Date().addingTimeInterval(-86_400)
  var last: HKQuantitySample?
  for index in 0..<count {
    let samples = (0...(index % 3)).map { part in
      HKQuantitySample(
        type: steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(index + 1)),
        start: start.addingTimeInterval(Double(index * 10 + part)),
        end: start.addingTimeInterval(Double(index * 10 + part + 1)))
    }
    try await store.save(samples)
    append(samples.map { "+\($0.uuid)" }.joined(separator: " "), to: log)
    if index % 7 == 6, let sample = last {
      try await store.delete(sample)
      append("-\(sample.uuid)", to: log)
      last = nil
    } else {
      last = samples.last
    }
    try await Task.sleep(for: .milliseconds(20))
  }
}

switch (arguments.first, arguments.count) {
case ("observe", 3): observe(arguments[1], arguments[2])
case ("register", 3): try await register(arguments[1], arguments[2])
case ("write", 3): try await save(arguments[1], Int(arguments[2]) ?? 0)
default: fail("observe CLIENT LOG | register CLIENT LOG | write LOG COUNT")
}

import ArgumentParser
import CMeasure
import Foundation
import OpenHealthKit

/// Another program: saves a sample for each line that it reads, and replies with the instant at which it began.
struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "save", shouldDisplay: false)

  @Argument var path: String

  func run() throws {
    let store = LargeStore(path: path).store
    let type = HKQuantityType(.stepCount)
    var second = 0.0
    while readLine() != nil {
      second += 1
      let sample = HKQuantitySample(
        type: type, quantity: HKQuantity(unit: .count(), doubleValue: 20),
        start: LargeStore.now.addingTimeInterval(second), end: LargeStore.now.addingTimeInterval(second + 1))
      let answer = Answer<Bool>()
      let started = measure_now()
      store.save(sample) { saved, error in answer.arrive(saved ? true : nil, error) }
      _ = try answer.wait()
      // Immediately: the other side waits for it, and a pipe is buffered.
      try FileHandle.standardOutput.write(contentsOf: Data("\(started)\n".utf8))
    }
  }
}

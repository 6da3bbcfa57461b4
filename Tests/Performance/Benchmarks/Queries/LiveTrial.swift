import CMeasure
import Foundation
import OpenHealthKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An observer in this process and a program that saves in another.
struct LiveTrial {
  let path: String

  /// The seconds from each call of `save` to the observer's handler, measured by one clock for both processes.
  func run(saves: Int) throws -> [Double] {
    let store = LargeStore(path: path).store
    let handler = Answer<Double>()
    let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, completion, error in
      handler.arrive(measure_now(), error)
      completion()
    }
    store.execute(query)
    defer { store.stop(query) }
    // The first call only confirms that the observer is registered.
    _ = try handler.wait()
    let saver = try Conversation(Program(Program.own, ["save", path]))
    var delays: [Double] = []
    for save in 0..<(saves + 3) {
      saver.say("save")
      let heard = try handler.wait()
      guard let called = Double(try saver.hear()) else { throw BenchmarkError("the other program reported no time") }
      // The first saves open the file.
      if save >= 3 { delays.append(heard - called) }
      // With a delay, so that the observer is asleep at each save.
      usleep(5_000)
    }
    return delays
  }
}

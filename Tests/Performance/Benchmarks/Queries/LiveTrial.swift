import CMeasure
import Foundation
import OpenHealthKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An observer here and a program that saves elsewhere.
struct LiveTrial {
  let path: String

  /// Seconds from each call of `save` to the observer's handler, by one clock for both processes.
  func run(saves: Int) throws -> [Double] {
    let store = LargeStore(path: path).store
    let handler = Answer<Double>()
    let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, completion, error in
      handler.arrive(measure_now(), error)
      completion()
    }
    store.execute(query)
    defer { store.stop(query) }
    // The first call only says that the observer is there.
    _ = try handler.wait()
    let saver = try Conversation(Program(Program.own, ["save", path]))
    var delays: [Double] = []
    for save in 0..<(saves + 3) {
      saver.say("save")
      let heard = try handler.wait()
      guard let called = Double(try saver.hear()) else { throw BenchmarkError("the other program said no time") }
      // The first saves open the file.
      if save >= 3 { delays.append(heard - called) }
      // Apart, so that no save finds the observer awake.
      usleep(5_000)
    }
    return delays
  }
}

import ArgumentParser
import Foundation
import OpenHealthKit

/// Repeats one query, for use with a profiler.
struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat", abstract: "Repeats one query, for a profiler.")

  enum Question: String, ExpressibleByArgument, CaseIterable {
    case samples, identities, day, summaries, statistics, live
  }

  @Argument(help: "The query.")
  var question: Question

  @Argument(help: "A store created by the queries suite.")
  var path: String

  @Option(help: "The number of repetitions.")
  var times = 100

  func run() throws {
    if question == .live {
      print(Figure.time(median(try LiveTrial(path: path).run(saves: times))))
      return
    }
    let queries = Queries(path: path, store: LargeStore(path: path).store, identity: try Queries.identity(path))
    let heart = LargeStore.heartRate.type
    for _ in 0..<times {
      switch question {
      case .samples: _ = try queries.samples(heart, LargeStore.now.addingTimeInterval(-86_400 * 334)...LargeStore.now)
      case .identities: _ = try queries.samples(LargeStore.glucose.type, nil, limit: 100_000)
      case .day: _ = try queries.samples(heart, LargeStore.now.addingTimeInterval(-86_400)...LargeStore.now)
      case .summaries: _ = try queries.summaries()
      case .live: break
      case .statistics: _ = try queries.dailyStatistics(LargeStore.energy.type)
      }
    }
  }
}

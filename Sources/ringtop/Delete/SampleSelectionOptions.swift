import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports

/// Selects samples for a command, by type, dates, source and feed.
struct SampleSelectionOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The first day.", transform: DateArgument.parse)
  var from: DateArgument?

  @Option(parsing: .unconditional, help: "The last day, inclusive.", transform: DateArgument.parse)
  var to: DateArgument?

  @Option(help: ArgumentHelp("Only samples of this source, by its full name.", valueName: "name"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Only samples of this feed: health-auto-export, samples, sport (GPX and TCX), garmin (FIT), strava, ...",
      valueName: "name"))
  var feed: String?

  /// Whether there are conditions beside the type.
  var isNarrowed: Bool { from != nil || to != nil || source != nil || feed != nil }

  /// The requests to the store.
  ///
  /// - Parameter types: nil for all.
  func requests(_ types: [String]?, in store: StoreConnection, _ environment: Environment) throws -> [SampleRequest] {
    let filter = try self.filter(store, environment)
    return try (types ?? store.reading().typeOverview().map(\.identifier).uniqued(on: \.self)).map {
      SampleRequest(type: $0, filter: filter)
    }
  }

  /// The first and the last day, where there is one.
  func days(_ store: StoreConnection, _ environment: Environment) throws -> (first: Day?, last: Day?) {
    let context = environment.dates(today: try store.reading().day(at: environment.now()))
    let first = try from?.day(context)
    let last = try to?.days(context).upperBound
    if let first, let last, first > last {
      throw Failure(.usage, "The first day, \(first), is after the last, \(last).")
    }
    return (first, last)
  }

  private func filter(_ store: StoreConnection, _ environment: Environment) throws -> SampleFilter {
    var parts: [SampleFilter] = []
    let (first, last) = try days(store, environment)
    if let first {
      parts.append(.start(.greaterThanOrEqual, try store.reading().intervals(of: first...first)[0].interval.lowerBound))
    }
    if let last {
      parts.append(.start(.lessThan, try store.reading().intervals(of: last...last)[0].interval.upperBound))
    }
    if let source { parts.append(.provenance(.named(source))) }
    if let feed {
      parts.append(.metadata(MetadataTest(key: MetadataKey.feed, condition: .isIn([.text(feed)]))))
    }
    return .and(parts)
  }

  /// The identifier of a type as named by the user, including workouts and correlations.
  ///
  /// - Parameters:
  ///   - now: the day decides what `move` is.
  ///   - store: called only for a name that is in no catalog.
  static func identifier(
    _ typed: String, at now: Date, in store: () throws -> StoreConnection
  ) throws -> String {
    if let identifier = TypeName.identifier(for: typed), CharacteristicTypeCatalog.entry(for: identifier) == nil {
      return identifier
    }
    if typed.hasPrefix("HK") { return typed }
    switch try HealthTypeName(typed, at: now, in: store) {
    case .quantity(let entry): return entry.identifier
    case .category(let entry): return entry.identifier
    }
  }
}

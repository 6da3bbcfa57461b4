import CoreLocation
import Foundation
import HealthDatabase
import HealthExport
package import HealthModel
import HealthQueries
package import OpenHealthKit
package import Presentation
import TerminalModel

/// The types whose samples are series of measurements, each of which `ringtop query` prints on its own line.
package enum SeriesType: String, CaseIterable {
  case workoutRoute, electrocardiogram, heartbeatSeries

  /// nil for any other name.
  package init?(named name: String) {
    guard let identifier = TypeName.identifier(for: name),
      let type = Self(rawValue: TypeName.short(for: identifier))
    else { return nil }
    self = type
  }

  /// The names of the measured values, in the order of the columns.
  var columns: [String] {
    switch self {
    case .workoutRoute:
      ["latitude", "longitude", "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy"]
    case .electrocardiogram: ["seconds", "microvolts"]
    case .heartbeatSeries: ["seconds", "followsGap"]
    }
  }
}

/// Reads series with HealthKit's queries and prints their measurements, series by series.
package struct SeriesQuery {
  let type: SeriesType
  let store: HKHealthStore
  let format: QueryFormat
  let formatting: Formatting

  package init(type: SeriesType, store: HKHealthStore, format: QueryFormat, formatting: Formatting) {
    self.type = type
    self.store = store
    self.format = format
    self.formatting = formatting
  }

  /// A measurement: its series, its time, and its values in the order of the columns; unknown ones are nil.
  private struct Row: Sendable {
    var series: Date
    var date: Date
    var numbers: [Double?]
    var source: String
  }

  package func run(_ days: ClosedRange<Day>) throws {
    let intervals = try store.connection.reading().intervals(of: days)
    guard let start = intervals.first?.interval.lowerBound, let end = intervals.last?.interval.upperBound else {
      return
    }
    let zone = try store.connection.reading().zone(of: days.lowerBound)
    var printer = printer(zone)
    printer.begin()
    let dates = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
    let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
    let sampleType: HKSampleType =
      switch type {
      case .workoutRoute: HKSeriesType.workoutRoute()
      case .electrocardiogram: .electrocardiogramType()
      case .heartbeatSeries: HKSeriesType.heartbeat()
      }
    let samples: [HKSample] = try store.waitForResult { done in
      HKSampleQuery(sampleType: sampleType, predicate: dates, limit: HKObjectQueryNoLimit, sortDescriptors: order) {
        _, samples, error in
        done(error.map { .failure($0) } ?? .success(samples ?? []))
      }
    }
    for sample in samples { printer.print(try rows(of: sample)) }
    printer.end()
  }

  private func rows(of sample: HKSample) throws -> [Row] {
    @Sendable func row(_ date: Date, _ numbers: [Double?]) -> Row {
      Row(series: sample.startDate, date: date, numbers: numbers, source: sample.sourceRevision.source.name)
    }
    let rows = Collected<Row>()
    return try store.waitForResult { done in
      switch sample {
      case let route as HKWorkoutRoute:
        return HKWorkoutRouteQuery(route: route) { _, locations, isDone, error in
          if let error { return done(.failure(error)) }
          rows.add(
            (locations ?? []).map { location in
              func known(_ value: Double) -> Double? { value < 0 ? nil : value }
              return row(
                location.timestamp,
                [
                  location.coordinate.latitude, location.coordinate.longitude, location.altitude,
                  known(location.speed), known(location.course), known(location.horizontalAccuracy),
                  known(location.verticalAccuracy),
                ])
            })
          if isDone { done(.success(rows.all)) }
        }
      case let series as HKHeartbeatSeriesSample:
        return HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, time, gap, isDone, error in
          if let error { return done(.failure(error)) }
          // A series without beats is complete immediately.
          if series.count > 0 { rows.add([row(series.startDate + time, [time, gap ? 1 : 0])]) }
          if isDone { done(.success(rows.all)) }
        }
      case let electrocardiogram as HKElectrocardiogram:
        return HKElectrocardiogramQuery(electrocardiogram) { _, result in
          switch result {
          case .measurement(let voltage):
            let microvolts = voltage.quantity(for: .appleWatchSimilarToLeadI)?
              .doubleValue(for: .voltUnit(with: .micro))
            rows.add([
              row(
                electrocardiogram.startDate + voltage.timeSinceSampleStart,
                [voltage.timeSinceSampleStart, microvolts])
            ])
          case .done: done(.success(rows.all))
          case .error(let error): done(.failure(error))
          }
        }
      default:
        // It has no series, so there is nothing to read.
        return HKSampleQuery(sampleType: sample.sampleType, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in
          done(.success([]))
        }
      }
    }
  }

  // MARK: - Printing

  private func printer(_ zone: TimeZone) -> RowPrinter<Row> {
    let (names, digits) = (type.columns, type == .workoutRoute ? 6 : 3)
    func date(_ date: Date) -> String { SampleText.date(date, in: zone) }
    func fields(_ row: Row, _ number: (Double) -> String) -> [String] {
      [date(row.series), date(row.date)] + row.numbers.map { $0.map(number) ?? "" } + [row.source]
    }
    return RowPrinter(
      format: format,
      layout: RowPrinter.Layout(
        columns: [("series", .timestamp), ("time", .timestamp)] + names.map { ($0, .double) } + [("source", .text)],
        alignments: [.left, .left] + names.map { _ in .right } + [.left],
        heading: ["Series", "Time"] + names.map(\.capitalizedFirst) + ["Source"],
        json: { row in
          let numbers = zip(names, row.numbers).compactMap { name, number in
            number.map { "\"\(name)\":\($0.shortText)" }
          }
          let fields =
            ["\"series\":\"\(date(row.series))\"", "\"time\":\"\(date(row.date))\""] + numbers
            + ["\"source\":\(SampleText.quoted(row.source))"]
          return "{" + fields.joined(separator: ",") + "}"
        },
        csv: { fields($0, \.shortText) },
        parquet: { row in
          [.date(row.series), .date(row.date)] + row.numbers.map { $0.map(ParquetWriter.Value.double) }
            + [.text(row.source)]
        },
        cells: { fields($0) { formatting.number($0, digits) } }))
  }
}

/// Collects the values that a handler receives in parts.
private final class Collected<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  func add(_ more: [Element]) { elements.withLock { $0 += more } }

  var all: [Element] { elements.withLock { $0 } }
}

import Foundation
package import HealthModel
import OpenHealthKit
package import Presentation
import Processes

/// The output formats of `query`.
package enum QueryFormat: String, CaseIterable {
  case table, json, jsonl, csv, parquet
}

/// The statistics that `query` computes from samples.
package enum QueryStatistic: String, CaseIterable {
  case sum, avg, min, max, count, duration
}

package enum QueryGrouping: String, CaseIterable {
  case source, device
}

/// The arguments of `ringtop query`, validated as far as possible without a store.
package struct QueryRequest {
  let type: HKSampleType
  /// nil for category types.
  let unit: HKUnit?
  /// How it is printed.
  private let unitName: String?
  /// Whether samples are printed with the units in which they came, which may differ if the type is in no catalog.
  let keepsUnits: Bool
  /// The names of category values, by value.
  let names: [Int: String]
  /// The predicate; nil for all samples.
  private(set) var condition: NSPredicate?
  package let statistic: QueryStatistic
  package let interval: QueryInterval?
  let bySource: Bool
  let byDevice: Bool
  /// Whether samples are requested rather than statistics.
  package let isOfSamples: Bool
  /// Whether the statistic is the amount of days of a category type (`DayAmount`).
  let isOfAmounts: Bool

  /// - Throws: a usage error for invalid or conflicting arguments.
  package init(
    _ name: HealthTypeName, unit unitText: String?, condition: String?, every: String?, statistic: QueryStatistic?,
    by grouping: QueryGrouping?, formatting: Formatting
  ) throws {
    interval = try every.map(QueryInterval.init)
    bySource = grouping == .source
    byDevice = grouping == .device
    isOfSamples = every == nil && statistic == nil
    if isOfSamples, grouping != nil { throw Failure(.usage, "--by requires --every or --stat.") }
    switch name {
    case .quantity(let named):
      let (entry, unit) = try Self.inUnit(unitText, named)
      keepsUnits = unitText == nil && QuantityTypeCatalog.entry(for: entry.identifier) == nil
      let identifier = HKQuantityTypeIdentifier(rawValue: entry.identifier)
      guard let quantityType = HKObjectType.quantityType(forIdentifier: identifier) else {
        throw Failure(.usage, "There is no type \"\(entry.name.prefix(60))\".")
      }
      type = quantityType
      self.unit = HKUnit(from: unit.unitString)
      unitName = unit == entry.unit ? entry.unitText : unit.unitString
      names = [:]
      isOfAmounts = false
      let isCumulative = entry.aggregation == .cumulative
      self.statistic = statistic ?? (isCumulative ? .sum : .avg)
      switch self.statistic {
      case .sum where !isCumulative:
        throw Failure(
          .usage, "Values of \(entry.name) are not cumulative. Use --stat avg, min, max, count or duration.")
      case .avg where isCumulative, .min where isCumulative, .max where isCumulative:
        throw Failure(.usage, "Values of \(entry.name) are cumulative. Use --stat sum, count or duration.")
      default: break
      }
      self.condition = try condition.map { try Self.predicate($0, entry, formatting) }
    case .category(let entry):
      type = .unlisted(entry.identifier)
      let amount: QueryStatistic = DayAmount.isTime(entry.identifier) ? .duration : .sum
      isOfAmounts = !isOfSamples && DayAmount.has(entry.identifier) && statistic ?? amount == amount
      (unit, unitName, keepsUnits) = (nil, isOfAmounts ? DayAmount.unit(entry.identifier) : nil, false)
      names = Dictionary(entry.values.members.map { ($0.rawValue, $0.name) }) { first, _ in first }
      guard unitText == nil else { throw Failure(.usage, "\(entry.name) has no unit.") }
      if isOfAmounts {
        guard grouping == nil, condition == nil, interval?.hasWholeDays ?? true else {
          throw Failure(
            .usage, "The amount of \(entry.name) is that of whole days and of all sources; only days can be chosen.")
        }
      } else if !isOfSamples, statistic != .count || interval != nil {
        throw Failure(.usage, "\(entry.name) has no statistics; leave out --every, or use --stat count without it.")
      }
      self.statistic = isOfAmounts ? amount : statistic ?? .count
      self.condition = try condition.map { try Self.predicate($0, entry, formatting) }
    }
  }

  /// A type with the unit in which it is printed; of one that came in several units, its samples in those that convert to
  /// it.
  private static func inUnit(
    _ text: String?, _ named: QuantityTypeEntry
  ) throws -> (entry: QuantityTypeEntry, unit: HealthUnit) {
    guard let text else { return (named, named.unit) }
    let units = UnlistedTypes.units(of: named.identifier)
    let all = units.isEmpty ? [named] : units
    if let own = all.first(where: { $0.unitText == text }) { return (own, own.unit) }
    let unit = try Amount.unit(text)
    guard let own = all.first(where: { $0.hasKnownUnit && $0.unit.isCompatible(with: unit) }) else {
      let known = all.map(\.unitText).joined(separator: " or ")
      throw Failure(.usage, "\(named.name) is measured in \(known), not in \(text.prefix(40)).")
    }
    return (own, unit)
  }

  /// The type's name without its prefix.
  package var unitText: String? {
    statistic == .count && !isOfSamples ? nil : statistic == .duration ? "s" : unitName
  }

  /// The same for samples measured by a device of this name; for nil, by no named device.
  func restricted(toDevice name: String?, of all: [String]) -> QueryRequest {
    func named(_ names: [String]) -> NSPredicate {
      HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: Set(names))
    }
    let own = name.map { named([$0]) } ?? NSCompoundPredicate(notPredicateWithSubpredicate: named(all))
    var request = self
    request.condition = NSCompoundPredicate(andPredicateWithSubpredicates: [own] + (condition.map { [$0] } ?? []))
    return request
  }

  // MARK: - Conditions

  private static let operators: [(text: String, type: HKPredicateOperator)] = [
    (">=", .greaterThanOrEqualTo), ("<=", .lessThanOrEqualTo), ("!=", .notEqualTo), ("==", .equalTo),
    (">", .greaterThan), ("<", .lessThan), ("=", .equalTo),
  ]

  /// `value > 100 count/min and value < 120 and metadata.HKWasUserEntered = false`
  ///
  /// - Parameter value: the predicate of a comparison of the value with a text.
  private static func predicate(
    _ text: String, _ formatting: Formatting, value: (HKPredicateOperator, String) throws -> NSPredicate
  ) throws -> NSPredicate {
    let parts = try text.split(separator: /\s+(?:and|AND|&&)\s+/).map { part in
      let part = part.trimmingCharacters(in: .whitespaces)
      if part.hasPrefix(MetadataCondition.prefix) {
        return try MetadataCondition.predicate(part, operators, formatting)
      }
      guard part.hasPrefix("value") else { throw invalidCondition(text) }
      let rest = part.dropFirst(5).trimmingCharacters(in: .whitespaces)
      guard let found = operators.first(where: { rest.hasPrefix($0.text) }) else { throw invalidCondition(text) }
      return try value(found.type, rest.dropFirst(found.text.count).trimmingCharacters(in: .whitespaces))
    }
    guard !parts.isEmpty else { throw invalidCondition(text) }
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  private static func invalidCondition(_ text: String) -> Failure {
    Failure(.usage, "\"\(text.prefix(60))\" is not a condition. Try 'value > 100' or 'value >= 5 and value < 10'.")
  }

  private static func predicate(
    _ text: String, _ entry: QuantityTypeEntry, _ formatting: Formatting
  ) throws -> NSPredicate {
    try predicate(text, formatting) { comparison, amountText in
      let amount = try Amount(amountText, example: "10\(entry.unit.unitString)", formatting: formatting)
      guard let value = amount.value(in: entry.unit) else {
        throw Failure(
          .usage, "\(entry.name) is measured in \(entry.unit.unitString), not in \(amount.unit?.unitString ?? "").")
      }
      return HKQuery.predicateForQuantitySamples(
        with: comparison, quantity: HKQuantity(unit: HKUnit(from: entry.unit.unitString), doubleValue: value))
    }
  }

  private static func predicate(
    _ text: String, _ entry: CategoryTypeEntry, _ formatting: Formatting
  ) throws -> NSPredicate {
    try predicate(text, formatting) { comparison, word in
      // The numbers of a type that is in no catalog are unknown here.
      if entry.values.members.isEmpty, let value = Int(word) {
        return HKQuery.predicateForCategorySamples(with: comparison, value: value)
      }
      let member = entry.values.members.first { $0.name.lowercased() == word.lowercased() || "\($0.rawValue)" == word }
      if let member { return HKQuery.predicateForCategorySamples(with: comparison, value: member.rawValue) }
      // A value that is in no catalog is the word that it came with.
      if entry.values.members.isEmpty || word.hasPrefix("HKCategoryValue") {
        if let value = CategoryTypeCatalog.rawValue(printed: word, for: entry.identifier) {
          return HKQuery.predicateForCategorySamples(with: comparison, value: value)
        }
        let isWord = HKQuery.predicateForObjects(withMetadataKey: MetadataKey.unknownValue, allowedValues: [word])
        switch comparison {
        case .equalTo: return isWord
        case .notEqualTo: return NSCompoundPredicate(notPredicateWithSubpredicate: isWord)
        default: throw Failure(.usage, "Words of \(entry.name) are compared with = and !=.")
        }
      }
      let known = entry.values.members.map(\.name).joined(separator: ", ")
      throw Failure(.usage, "Values of \(entry.name) are \(known).")
    }
  }
}

/// `15min`, `hour`, `2 days`, `week`, `month`, `year`.
package struct QueryInterval {
  package enum Unit: String, CaseIterable {
    case minute, hour, day, week, month, year
  }

  package let unit: Unit
  package let count: Int

  /// - Throws: a usage failure.
  package init(_ text: String) throws {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces).lowercased()
    let names: [String: Unit] = [
      "min": .minute, "minute": .minute, "minutes": .minute, "h": .hour, "hour": .hour, "hours": .hour, "d": .day,
      "day": .day, "days": .day, "w": .week, "week": .week, "weeks": .week, "month": .month, "months": .month,
      "y": .year, "year": .year, "years": .year,
    ]
    guard let unit = names[word], let count = digits.isEmpty ? 1 : Int(digits), (1...10_000).contains(count) else {
      throw Failure(
        .usage, "\"\(text.prefix(40))\" is not an interval. Try 15min, hour, day, week, month or year.")
    }
    self.unit = unit
    self.count = count
  }

  /// The first day of the interval of this kind that contains a day.
  package func start(_ day: Day, weekStart: Int) -> Day {
    switch unit {
    case .minute, .hour, .day: day
    case .week: day.week(startingOn: weekStart).lowerBound
    case .month: day.month.lowerBound
    case .year: day.year.lowerBound
    }
  }

  /// Whether it consists of whole days, which begin in the user's time zone.
  package var hasWholeDays: Bool { unit != .minute && unit != .hour }

  /// The first day of the interval this many intervals after the one that begins on a day.
  package func start(_ number: Int, after first: Day) -> Day {
    switch unit {
    case .minute, .hour, .day: first + number * count
    case .week: first + number * count * 7
    case .month: first.addingMonths(number * count)
    case .year: first.addingMonths(number * count * 12)
    }
  }

  /// The first days of the intervals that contain these days, and of the one after them.
  func starts(_ days: ClosedRange<Day>, weekStart: Int) -> [Day] {
    let first = start(days.lowerBound, weekStart: weekStart)
    var starts = [first]
    while let last = starts.last, last <= days.upperBound {
      starts.append(max(last + 1, start(starts.count, after: first)))
    }
    return starts
  }

  /// The days of all intervals that contain some of these days; for intervals of less than a day, these.
  package func whole(_ days: ClosedRange<Day>, weekStart: Int) -> ClosedRange<Day> {
    guard hasWholeDays else { return days }
    let starts = starts(days, weekStart: weekStart)
    return starts[0]...starts[starts.count - 1] - 1
  }

  /// The interval in a zone's calendar.
  func components(_ zone: TimeZone) -> DateComponents {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var components = DateComponents()
    components.calendar = calendar
    components.timeZone = zone
    switch unit {
    case .minute: components.minute = count
    case .hour: components.hour = count
    case .day: components.day = count
    case .week: components.day = 7 * count
    case .month: components.month = count
    case .year: components.year = count
    }
    return components
  }
}

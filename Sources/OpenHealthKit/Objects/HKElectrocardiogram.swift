public import Foundation
import HealthModel
public import OpenHealthKitCore

/// An electrocardiogram recorded by a watch. Query its voltages with ``HKElectrocardiogramQuery``.
///
/// A program cannot create one, here as on Apple's systems: they come from exports.
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
  /// The watch's classification of the rhythm.
  public enum Classification: Int, Sendable, CaseIterable {
    case notSet = 0
    case sinusRhythm = 1
    case atrialFibrillation = 2
    case inconclusiveLowHeartRate = 3
    case inconclusiveHighHeartRate = 4
    case inconclusivePoorReading = 5
    case inconclusiveOther = 6
    case unrecognized = 100
  }

  /// Whether the user reported symptoms.
  public enum SymptomsStatus: Int, Sendable, CaseIterable {
    case notSet = 0
    case none = 1
    case present = 2
  }

  /// The leads between which the voltage is measured.
  public enum Lead: Int, Sendable, CaseIterable {
    case appleWatchSimilarToLeadI = 1
  }

  /// The voltage at an instant.
  public final class VoltageMeasurement: NSObject, NSCopying, Sendable {
    /// Seconds after the start of the electrocardiogram.
    public let timeSinceSampleStart: TimeInterval
    private let microvolts: Double

    init(time: TimeInterval, microvolts: Double) {
      timeSinceSampleStart = time
      self.microvolts = microvolts
      super.init()
    }

    /// The voltage of a lead.
    public func quantity(for lead: Lead) -> HKQuantity? {
      HKQuantity(unit: .voltUnit(with: .micro), doubleValue: microvolts)
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
  }

  private let content: ElectrocardiogramContent

  /// An electrocardiogram without properties.
  private static let none = ElectrocardiogramContent(classification: 0, symptomsStatus: 0, count: 0)

  /// Takes the values as they are, for samples from a store.
  init(start: Date, end: Date, header: ObjectHeader) {
    content = Self.content(of: header, otherwise: Self.none)
    super.init(type: .electrocardiogramType(), start: start, end: end, header: header)
  }

  /// The number of voltages.
  public var numberOfVoltageMeasurements: Int { content.count }

  /// The sampling frequency; nil if the export does not contain it.
  public var samplingFrequency: HKQuantity? { HKQuantity(content.samplingFrequency, .hertz()) }

  /// The watch's classification of the rhythm.
  public var classification: Classification { Classification(rawValue: content.classification) ?? .unrecognized }

  /// The mean heart rate; nil in most exports, which do not contain it.
  public var averageHeartRate: HKQuantity? { HKQuantity(content.averageHeartRate, .count().unitDivided(by: .minute())) }

  /// Whether the user reported symptoms.
  public var symptomsStatus: SymptomsStatus { SymptomsStatus(rawValue: content.symptomsStatus) ?? .notSet }

  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? Self.none
    super.init(coder: coder)
  }
}

extension HKElectrocardiogram: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKElectrocardiogram(start: content.start, end: content.end, header: content.header)
  }
}

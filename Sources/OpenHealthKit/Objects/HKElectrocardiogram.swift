public import Foundation
import HealthModel
public import OpenHealthKitCore

/// An electrocardiogram recorded by a watch. Query its voltages with ``HKElectrocardiogramQuery``.
///
/// A program cannot create one, here as on Apple's systems: they come from exports.
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
  /// The watch's classification of the rhythm.
  public enum Classification: Int, Sendable, CaseIterable {
    /// No classification is stored.
    case notSet = 0
    /// A regular rhythm.
    case sinusRhythm = 1
    /// An irregular rhythm of the atria.
    case atrialFibrillation = 2
    /// The heart rate was too low to classify it.
    case inconclusiveLowHeartRate = 3
    /// The heart rate was too high to classify it.
    case inconclusiveHighHeartRate = 4
    /// The signal was too weak to classify it.
    case inconclusivePoorReading = 5
    /// It could not be classified for another reason.
    case inconclusiveOther = 6
    /// A classification of a later system.
    case unrecognized = 100
  }

  /// Whether the user reported symptoms.
  public enum SymptomsStatus: Int, Sendable, CaseIterable {
    /// Not known.
    case notSet = 0
    /// The user reported that there were none.
    case none = 1
    /// The user reported symptoms.
    case present = 2
  }

  /// The leads between which the voltage is measured.
  public enum Lead: Int, Sendable, CaseIterable {
    /// A watch's electrodes, similar to lead I of a clinical electrocardiogram.
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

    /// The same object, which is immutable.
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

  /// Decodes an archived object; nil if something is missing or invalid.
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

public import Foundation
import HealthModel
public import OpenHealthKitCore

/// Hearing sensitivity by frequency.
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
  private let content: AudiogramContent

  /// An audiogram from the running program. Traps without a point.
  public convenience init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start startDate: Date, end endDate: Date,
    metadata: [String: Any]?
  ) {
    self.init(sensitivityPoints: sensitivityPoints, start: startDate, end: endDate, device: nil, metadata: metadata)
  }

  /// An audiogram from the running program, measured by a device. Traps without a point.
  public init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    HKPrecondition.check(!sensitivityPoints.isEmpty, "An audiogram needs at least one sensitivity point", .validation)
    content = AudiogramContent(points: sensitivityPoints.map(\.content))
    super.init(
      checked: .audiogramSampleType(), start: startDate, end: endDate, device: device, metadata: metadata,
      content: content)
  }

  /// Takes the values as they are, for samples from a store.
  init(start: Date, end: Date, header: ObjectHeader) {
    content = Self.content(of: header, otherwise: AudiogramContent(points: []))
    super.init(type: .audiogramSampleType(), start: start, end: end, header: header)
  }

  /// The sensitivity points in the given order.
  public var sensitivityPoints: [HKAudiogramSensitivityPoint] {
    content.points.map { HKAudiogramSensitivityPoint($0) }
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? AudiogramContent(points: [])
    super.init(coder: coder)
  }
}

/// The hearing sensitivity at a frequency.
public final class HKAudiogramSensitivityPoint: NSObject, NSSecureCoding, Sendable {
  let content: AudiogramContent.Point

  init(_ content: AudiogramContent.Point) {
    self.content = content
    super.init()
  }

  /// A point for both ears, one of which may be missing.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a quantity that is not a frequency or not a hearing level.
  public convenience init(
    frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
  ) throws {
    let tests = try [(leftEarSensitivity, HKAudiogramSensitivityTestSide.left), (rightEarSensitivity, .right)]
      .compactMap { sensitivity, side in
        try sensitivity.map {
          try HKAudiogramSensitivityTest(sensitivity: $0, type: .air, masked: false, side: side, clampingRange: nil)
        }
      }
    try self.init(frequency: frequency, tests: tests)
  }

  /// A point with any tests.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a quantity that is not a frequency.
  public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
    guard frequency.is(compatibleWith: .hertz()) else {
      throw HKError.invalid("\(frequency) is not a frequency.")
    }
    content = AudiogramContent.Point(frequency: frequency.doubleValue(for: .hertz()), tests: tests.map(\.content))
    super.init()
  }

  /// The frequency.
  public var frequency: HKQuantity { HKQuantity(unit: .hertz(), doubleValue: content.frequency) }

  /// The threshold of the left ear, unmasked and by air conduction; nil if it was not measured.
  public var leftEarSensitivity: HKQuantity? { sensitivity(.left) }

  /// The threshold of the right ear, unmasked and by air conduction; nil if it was not measured.
  public var rightEarSensitivity: HKQuantity? { sensitivity(.right) }

  /// All tests at the frequency.
  public var tests: [HKAudiogramSensitivityTest] { content.tests.map { HKAudiogramSensitivityTest($0) } }

  private func sensitivity(_ side: HKAudiogramSensitivityTestSide) -> HKQuantity? {
    let test = content.tests.first { $0.side == side.rawValue && $0.conduction == 0 && !$0.isMasked }
    return HKQuantity(test?.sensitivity, .decibelHearingLevel())
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKAudiogramSensitivityPoint)?.content == content
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.hashValue }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: AudiogramContent.Point = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

/// How the tone was conducted to the ear.
public enum HKAudiogramConductionType: Int, Sendable {
  /// Through the air.
  case air = 0
}

/// An ear.
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
  /// The left ear.
  case left = 0
  /// The right ear.
  case right = 1
}

/// The range in which a device can measure.
public final class HKAudiogramSensitivityPointClampingRange: NSObject, NSCopying, NSSecureCoding, Sendable {
  private let lower: Double?
  private let upper: Double?

  /// A range in decibels of hearing level; nil leaves a side open.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a range without limits, or with limits out of order.
  public init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
    lower = lowerBound?.doubleValue
    upper = upperBound?.doubleValue
    guard Self.isRange(lower, upper) else {
      throw HKError(
        .errorInvalidArgument,
        reason: "A clamping range needs a lower bound, an upper bound, or both in ascending order.")
    }
    super.init()
  }

  private static func isRange(_ lower: Double?, _ upper: Double?) -> Bool {
    (lower != nil || upper != nil) && (lower ?? -.infinity) <= (upper ?? .infinity)
  }

  init?(_ test: AudiogramContent.Test) {
    guard test.clampedLower != nil || test.clampedUpper != nil else { return nil }
    lower = test.clampedLower
    upper = test.clampedUpper
    super.init()
  }

  /// The lower limit.
  public var lowerBound: HKQuantity? { HKQuantity(lower, .decibelHearingLevel()) }
  /// The upper limit.
  public var upperBound: HKQuantity? { HKQuantity(upper, .decibelHearingLevel()) }

  var bounds: (lower: Double?, upper: Double?) { (lower, upper) }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKAudiogramSensitivityPointClampingRange).map { $0.bounds == bounds } ?? false
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { [lower, upper].hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    let bounds: [Double?] = coder.decodeJSON(forKey: "bounds") ?? []
    guard bounds.count == 2, Self.isRange(bounds[0], bounds[1]) else { return nil }
    (lower, upper) = (bounds[0], bounds[1])
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON([lower, upper], forKey: "bounds")
  }
}

/// The result of testing one ear at a frequency.
public final class HKAudiogramSensitivityTest: NSObject, NSCopying, NSSecureCoding, Sendable {
  let content: AudiogramContent.Test

  init(_ content: AudiogramContent.Test) {
    self.content = content
    super.init()
  }

  /// A test.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a quantity that is not a hearing level.
  public init(
    sensitivity: HKQuantity, type: HKAudiogramConductionType, masked: Bool, side: HKAudiogramSensitivityTestSide,
    clampingRange: HKAudiogramSensitivityPointClampingRange?
  ) throws {
    guard sensitivity.is(compatibleWith: .decibelHearingLevel()) else {
      throw HKError.invalid("\(sensitivity) is not a hearing level.")
    }
    content = AudiogramContent.Test(
      sensitivity: sensitivity.doubleValue(for: .decibelHearingLevel()), side: side.rawValue,
      conduction: type.rawValue, isMasked: masked, clampedLower: clampingRange?.bounds.lower,
      clampedUpper: clampingRange?.bounds.upper)
    super.init()
  }

  /// The hearing threshold.
  public var sensitivity: HKQuantity { HKQuantity(unit: .decibelHearingLevel(), doubleValue: content.sensitivity) }
  /// How the tone was conducted.
  public var type: HKAudiogramConductionType { HKAudiogramConductionType(rawValue: content.conduction) ?? .air }
  /// Whether the other ear was masked with noise.
  public var masked: Bool { content.isMasked }
  /// The tested ear.
  public var side: HKAudiogramSensitivityTestSide { content.side == 1 ? .right : .left }
  /// The range of the device; nil if it is unknown.
  public var clampingRange: HKAudiogramSensitivityPointClampingRange? {
    HKAudiogramSensitivityPointClampingRange(content)
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKAudiogramSensitivityTest)?.content == content
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: AudiogramContent.Test = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

extension HKAudiogramSample: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKAudiogramSample(start: content.start, end: content.end, header: content.header)
  }

  package func contentToSave() throws -> SavedContent {
    SavedContent()
  }
}

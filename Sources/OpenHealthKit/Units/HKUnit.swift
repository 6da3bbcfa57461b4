public import Foundation
import HealthModel

/// The mass of a mole of blood glucose in grams, for ``HKUnit/moleUnit(withMolarMass:)``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let HKUnitMolarMassBloodGlucose: Double = 180.15588000005408

/// A unit of measure. Immutable; equal to every unit with the same factors, in any order.
///
/// Two units are compatible, and values can be converted between them, if they have the same dimension. Counts,
/// percent and the null unit are compatible: 0.5 % is 0.5, not 0.005. Here `W` and `J/s` are compatible too, and
/// `unitRaised(toPower: 1)` is the unit itself, where Apple's implementation has known bugs.
public class HKUnit: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked; its only property is a constant value.

  let model: HealthUnit

  required init(_ model: HealthUnit) {
    self.model = model
    super.init()
  }

  /// Parses a unit string: `count/min`, `mL/(kg·min)`, `mmol<180.15588000005408>/L`.
  ///
  /// Factors are joined by `·`, `*` or `.`; one `/` divides all factors before it by all factors after it. Text that
  /// is not a unit is a programming error and traps, as it does on Apple's systems.
  public convenience init(from string: String) {
    do {
      self.init(try HealthUnit(parsing: string))
    } catch {
      HKPrecondition.fail("\(error)")
    }
  }

  /// The unit as text that ``init(from:)-(String)`` parses. The factors are sorted.
  public var unitString: String { model.unitString }

  /// True for the dimensionless unit without a name.
  public func isNull() -> Bool { model.isNull }

  public override var description: String { unitString }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.model == model
  }

  public override var hash: Int { model.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "unitString"), let model = try? HealthUnit(parsing: text) else {
      return nil
    }
    self.model = model
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encodeText(unitString, forKey: "unitString")
  }
}

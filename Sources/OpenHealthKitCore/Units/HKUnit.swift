public import Foundation
package import HealthModel

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

  package required init(_ model: HealthUnit) {
    self.model = model
    super.init()
  }

  /// Parses a unit string: `count/min`, `mL/(kg·min)`, `mmol<180.15588000005408>/L`.
  ///
  /// Factors are joined by `·`, `*` or `.`, and may have a power, `m/s^2`; one `/` divides all factors before it by all
  /// factors after it. The prefixes `f p n mc m c d da h k M G T` are for `g m L Pa s J K S Hz V W rad lx mol`. Text that
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

  /// A description for people.
  public override var description: String { unitString }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.model == model
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { model.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "unitString"), let model = try? HealthUnit(parsing: text) else {
      return nil
    }
    self.model = model
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeText(unitString, forKey: "unitString")
  }
}

extension HKUnit {
  /// The product of two units. The null unit is its neutral element.
  public func unitMultiplied(by unit: HKUnit) -> HKUnit {
    Self.result { try model.multiplied(by: unit.model) }
  }

  /// The quotient of two units.
  public func unitDivided(by unit: HKUnit) -> HKUnit {
    Self.result { try model.divided(by: unit.model) }
  }

  /// The unit taken to a power: negative, 0 (which gives the null unit) or positive, up to 999.
  public func unitRaised(toPower power: Int) -> HKUnit {
    Self.result { try model.raised(toPower: power) }
  }

  /// The reciprocal of the unit.
  public func reciprocal() -> HKUnit {
    HKUnit(model.reciprocal)
  }

  private static func result(_ operation: () throws -> HealthUnit) -> HKUnit {
    do {
      return HKUnit(try operation())
    } catch {
      HKPrecondition.fail("\(error)")
    }
  }
}

/// A power of ten in front of a unit.
public enum HKMetricPrefix: Int, Sendable {
  /// A factor of 1.
  case none = 0
  /// 10⁻¹².
  case pico = 1
  /// 10⁻⁹.
  case nano = 2
  /// 10⁻⁶.
  case micro = 3
  /// 10⁻³.
  case milli = 4
  /// 10⁻².
  case centi = 5
  /// 10⁻¹.
  case deci = 6
  /// 10.
  case deca = 7
  /// 10².
  case hecto = 8
  /// 10³.
  case kilo = 9
  /// 10⁶.
  case mega = 10
  /// 10⁹.
  case giga = 11
  /// 10¹².
  case tera = 12
  /// 10⁻¹⁵.
  case femto = 13

  /// The same prefix below the class layer, with the same raw values.
  var model: MetricPrefix { MetricPrefix(rawValue: rawValue) ?? .none }
}

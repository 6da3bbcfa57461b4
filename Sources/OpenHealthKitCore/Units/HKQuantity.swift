public import Foundation
package import HealthModel

/// A value with its unit. Immutable.
///
/// Quantities are equal if they are the same amount, whatever their units: 1 km equals 1000 m. Rounding errors of
/// conversions are ignored: amounts are equal within three parts in ten trillion.
public class HKQuantity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked; both properties are constant values.

  package let unit: HealthUnit
  package let value: Double

  package required init(model unit: HealthUnit, value: Double) {
    self.unit = unit
    self.value = value
    super.init()
  }

  /// A quantity with a value and a unit. A value that is not finite is possible, but cannot be saved in a sample.
  public convenience init(unit: HKUnit, doubleValue: Double) {
    self.init(model: unit.model, value: doubleValue)
  }

  /// Whether ``doubleValue(for:)`` can be called with the unit.
  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    self.unit.isCompatible(with: unit.model)
  }

  /// The value in another unit. An incompatible unit traps.
  public func doubleValue(for unit: HKUnit) -> Double {
    if self.unit == unit.model { return value }
    guard let converted = self.unit.convert(value, to: unit.model) else {
      HKPrecondition.fail("Attempt to convert incompatible units: \(self.unit), \(unit.unitString)")
    }
    return converted
  }

  /// Compares two quantities. Incompatible units trap.
  ///
  /// The last digit counts, as on Apple's systems: of different units, one quantity is less only if it is so in both
  /// units, after the rounding of the conversion.
  public func compare(_ quantity: HKQuantity) -> ComparisonResult {
    guard let theirs = quantity.unit.convert(quantity.value, to: unit),
      let mine = unit.convert(value, to: quantity.unit)
    else { HKPrecondition.fail("Attempt to compare incompatible units: \(unit), \(quantity.unit)") }
    if value < theirs, mine < quantity.value { return .orderedAscending }
    return value > theirs && mine > quantity.value ? .orderedDescending : .orderedSame
  }

  private static func isSame(_ left: Double, _ right: Double) -> Bool {
    left == right || abs(left - right) <= 3e-13 * min(abs(left), abs(right))
  }

  private var magnitude: HealthUnit.Magnitude { unit.magnitude(of: value) }

  /// Number and unit: `12 kcal`, `75 count/min`.
  public override var description: String {
    "\(value.shortText) \(unit)"
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQuantity else { return false }
    let (mine, theirs) = (magnitude, other.magnitude)
    return mine.dimension == theirs.dimension && Self.isSame(mine.value, theirs.value)
  }

  /// Equal objects have equal hashes, except for three in ten million amounts if they come from different units.
  public override var hash: Int {
    // The last bits of equal amounts may differ, so only the leading ones are hashed: twenty and those of the exponent.
    // Without the added bits, round numbers would be at the limits between two hashes.
    let (value, dimension) = (magnitude.value, magnitude.dimension)
    var hasher = Hasher()
    hasher.combine(dimension)
    hasher.combine(value == 0 ? 0 : (value.bitPattern &+ 0x5A5A_5A5A) >> 32)
    return hasher.finalize()
  }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeText(forKey: "unit"), let unit = try? HealthUnit(parsing: text) else { return nil }
    self.unit = unit
    self.value = coder.decodeDouble(forKey: "value")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeText(unit.unitString, forKey: "unit")
    coder.encode(value, forKey: "value")
  }
}

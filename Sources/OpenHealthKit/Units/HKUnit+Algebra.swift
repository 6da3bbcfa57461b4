import HealthModel

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

import HealthModel
import TestSupport
import Testing

@Suite("Converting units")
struct UnitConversionTests {
  private func convert(_ value: Double, _ from: String, _ to: String) throws -> Double? {
    try HealthUnit(parsing: from).convert(value, to: HealthUnit(parsing: to))
  }

  @Test(
    "every factor matches its legal definition",
    arguments: [
      ("oz", "g", 28.349523125), ("lb", "g", 453.59237), ("st", "g", 6350.29318), ("in", "m", 0.0254),
      ("ft", "m", 0.3048), ("yd", "m", 0.9144), ("mi", "m", 1609.344), ("fl_oz_us", "L", 0.0295735295625),
      ("fl_oz_imp", "L", 0.0284130625), ("pt_us", "L", 0.473176473), ("pt_imp", "L", 0.56826125),
      ("cup_us", "L", 0.2365882365), ("cup_imp", "L", 0.284130625), ("mmHg", "Pa", 133.322387415),
      ("cmAq", "Pa", 98.0665), ("atm", "Pa", 101325), ("inHg", "Pa", 3386.38816), ("cal", "J", 4.184),
      ("kcal", "J", 4184), ("Cal", "J", 4184), ("Cal", "kcal", 1), ("min", "s", 60), ("hr", "s", 3600),
      ("d", "s", 86400), ("L", "m^3", 0.001), ("mL", "cm^3", 1), ("Pa", "kg/m·s^2", 1), ("J", "kg·m^2/s^2", 1),
      ("deg", "rad", .pi / 180), ("Hz", "1/s", 1), ("W", "J/s", 1), ("kJ", "kcal", 1000 / 4184),
      ("count/s", "count/min", 60), ("km/hr", "m/s", 1 / 3.6), ("mmol<180>", "mg", 180), ("mol<180>", "mol<90>", 2),
    ] as [(String, String, Double)])
  func factors(from: String, to: String, factor: Double) throws {
    #expect(try convert(1, from, to) == factor)
    let line = try HealthUnit(parsing: from).conversion(to: HealthUnit(parsing: to))
    #expect(line?.scale == factor)
    #expect(line?.offset == 0)
  }

  @Test("the conversions of compound units give the reference results")
  func products() throws {
    #expect(try convert(12.7, "m^4·atm^2·GL", "m^4·Pa^2·GL") == 130387796437.5)
    let volume = try #require(try convert(12.7, "m^4·atm^2·GL/in^2", "in^2·atm^2·GL"))
    #expect(abs(volume / 30511872.047366135 - 1) < 1e-15)
    let liters = try #require(try convert(1, "m·km·mm", "L"))
    #expect(liters == 1000)
  }

  @Test("a printed number is preserved when converted to the canonical unit and back")
  func printedNumbers() throws {
    #expect(try convert(418, "cm", "m") == 4.18)
    #expect(try convert(5.2, "km", "m") == 5200)
    #expect(try convert(72, "count/min", "count/min") == 72)
    #expect(try convert(0.983, "%", "%") == 0.983)
    let blood = try #require(try convert(5.5, "mmol<180.1558800000541>/L", "mg/dL"))
    #expect(abs(blood - 99.0857340000298) < 1e-10)
  }

  @Test("plain temperatures are shifted by their zero point, and compound units are only scaled")
  func temperatures() throws {
    #expect(try convert(27, "degC", "degF") == 80.6)
    #expect(try convert(80.6, "degF", "degC") == 27)
    #expect(try convert(0, "degC", "K") == 273.15)
    #expect(try convert(0, "K", "degC") == -273.15)
    #expect(try convert(-40, "degF", "degC") == -40)
    #expect(try convert(300_000, "mK", "degC").map { abs($0 - 26.85) < 1e-9 } == true)
    let compound = try #require(try convert(1.1, "degC·m", "degF·m"))
    #expect(abs(compound - 1.98) < 1e-15)
    let line = try HealthUnit(parsing: "degC").conversion(to: HealthUnit(parsing: "degF"))
    #expect(line?.scale == 1.8)
    #expect(line?.offset == 32)
  }

  @Test("counts, fractions and the null unit convert one to one")
  func dimensionless() throws {
    #expect(try convert(1.1, "count", "%") == 1.1)
    #expect(try convert(0.5, "%", "count") == 0.5)
    #expect(try convert(3, "()", "count^2") == 3)
    #expect(try HealthUnit(parsing: "count/%").isNull == false)
    #expect(try HealthUnit(parsing: "m/in").isNull == false)
    #expect(try HealthUnit(parsing: "dL/L").isNull == false)
    #expect(try convert(1, "dL/L", "()") == 0.1)
  }

  @Test(
    "units of different quantities do not convert",
    arguments: [
      ("m", "s"), ("()", "IU"), ("()", "appleEffortScore"), ("()", "m"), ("dBASPL", "Pa"), ("dBASPL", "dBHL"),
      ("D", "1/m"), ("D", "pD"), ("pD", "%"), ("mol", "g"), ("mol", "mol<18>"), ("mol", "count"), ("rad", "count"),
      ("lx", "count"), ("V", "W"), ("S", "V"), ("IU", "mg"), ("J", "W"), ("m^2", "L"), ("degC", "degC·m"),
    ])
  func incompatible(from: String, to: String) throws {
    let to = try HealthUnit(parsing: to)
    let from = try HealthUnit(parsing: from)
    #expect(!from.isCompatible(with: to))
    #expect(!to.isCompatible(with: from))
    #expect(from.conversion(to: to) == nil)
    #expect(from.convert(1, to: to) == nil)
  }

  @Test("the algebra of units obeys its laws")
  func algebra() throws {
    let liter = try HealthUnit(parsing: "L")
    #expect(try HealthUnit.null.divided(by: liter) == liter.reciprocal)
    #expect(try liter.multiplied(by: .null) == liter)
    #expect(try liter.raised(toPower: 1) == liter)
    #expect(try liter.raised(toPower: 0).isNull)
    #expect(try liter.divided(by: liter).isNull)
    #expect(liter.reciprocal.unitString == "1/L")
    #expect(liter.reciprocal.reciprocal == liter)
    let big = try liter.raised(toPower: HealthUnit.maximumPower)
    #expect(throws: HealthUnit.PowerOverflow.self) { try big.multiplied(by: liter) }
    #expect(throws: HealthUnit.PowerOverflow.self) { try big.raised(toPower: .max) }
  }

  @Test("factors beyond the range of doubles give no conversion")
  func beyondDoubles() throws {
    let huge = try HealthUnit(parsing: "Gm^999")
    let small = try HealthUnit(parsing: "pm^999")
    #expect(huge.isCompatible(with: small))
    #expect(huge.conversion(to: small) == nil)
    #expect(huge.convert(2, to: huge) == 2)
  }

  @Test(
    "converting there and back gives the original value, and compatibility is the only condition",
    arguments: 1...300 as ClosedRange<UInt64>)
  func thereAndBack(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let unit = HealthUnit.random(using: &random)
    let other = try unit.sibling(using: &random)
    let value = Double.random(in: -1e6...1e6, using: &random)
    #expect(unit.isCompatible(with: other), "seed \(seed): \(unit), \(other)")
    guard let there = unit.convert(value, to: other), let back = other.convert(there, to: unit) else {
      Issue.record("seed \(seed): \(unit) does not convert to \(other)")
      return
    }
    // Near a zero point the offset loses digits, so the bound is relative to the larger of the two.
    #expect(abs(back - value) <= 1e-9 * max(abs(value), 1e3), "seed \(seed): \(unit), \(other)")
    let line = try #require(unit.conversion(to: other))
    #expect(abs(line(value) - (value * line.scale + line.offset)) <= 1e-9 * max(1, abs(there)), "seed \(seed)")
  }
}

extension HealthUnit {
  /// The same dimension in other units.
  fileprivate func sibling(using random: inout SplitMix) throws -> HealthUnit {
    let families: [[UnitSymbol]] = [
      [.gram, .ounce, .pound, .stone], [.meter, .inch, .foot, .yard, .mile],
      [.liter, .fluidOunceUS, .fluidOunceImperial, .pintUS, .pintImperial, .cupUS, .cupImperial],
      [.pascal, .millimeterOfMercury, .centimeterOfWater, .atmosphere, .inchesOfMercury],
      [.second, .minute, .hour, .day], [.joule, .smallCalorie, .kilocalorie, .largeCalorie],
      [.kelvin, .degreeCelsius, .degreeFahrenheit], [.count, .percent], [.radian, .degreeAngle],
    ]
    return try factors.reduce(.null) { unit, factor in
      let family = families.first { $0.contains(factor.atom.symbol) } ?? [factor.atom.symbol]
      let symbol = factor.atom.molarMass == nil ? family.randomElement(using: &random) ?? .gram : .gram
      let prefix = symbol.takesPrefix ? MetricPrefix.allCases.randomElement(using: &random) ?? .none : .none
      guard let atom = UnitAtom(prefix, symbol) else { return unit }
      return try unit.multiplied(by: HealthUnit(atom).raised(toPower: factor.power))
    }
  }
}

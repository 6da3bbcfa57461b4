import Foundation
import OpenHealthKit
import Testing

@Suite("HKUnit and HKQuantity")
struct HKUnitTests {
  @Test("factories return HealthKit's unit strings")
  func factories() {
    let units: [(HKUnit, String)] = [
      (.gram(), "g"), (.gramUnit(with: .kilo), "kg"), (.ounce(), "oz"), (.pound(), "lb"), (.stone(), "st"),
      (.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose), "mmol<180.1558800000541>"),
      (.moleUnit(withMolarMass: 18), "mol<18>"), (.meter(), "m"), (.meterUnit(with: .centi), "cm"), (.inch(), "in"),
      (.foot(), "ft"), (.yard(), "yd"), (.mile(), "mi"), (.liter(), "L"), (.literUnit(with: .deci), "dL"),
      (.fluidOunceUS(), "fl_oz_us"), (.fluidOunceImperial(), "fl_oz_imp"), (.pintUS(), "pt_us"),
      (.pintImperial(), "pt_imp"), (.cupUS(), "cup_us"), (.cupImperial(), "cup_imp"), (.pascal(), "Pa"),
      (.pascalUnit(with: .hecto), "hPa"), (.millimeterOfMercury(), "mmHg"), (.centimeterOfWater(), "cmAq"),
      (.atmosphere(), "atm"), (.inchesOfMercury(), "inHg"), (.decibelAWeightedSoundPressureLevel(), "dBASPL"),
      (.second(), "s"), (.secondUnit(with: .milli), "ms"), (.minute(), "min"), (.hour(), "hr"), (.day(), "d"),
      (.joule(), "J"), (.jouleUnit(with: .kilo), "kJ"), (.kilocalorie(), "kcal"), (.smallCalorie(), "cal"),
      (.largeCalorie(), "Cal"), (.degreeCelsius(), "degC"), (.degreeFahrenheit(), "degF"), (.kelvin(), "K"),
      (.siemen(), "S"), (.siemenUnit(with: .micro), "mcS"), (.internationalUnit(), "IU"), (.count(), "count"),
      (.percent(), "%"), (.decibelHearingLevel(), "dBHL"), (.hertz(), "Hz"), (.hertzUnit(with: .kilo), "kHz"),
      (.volt(), "V"), (.voltUnit(with: .micro), "mcV"), (.watt(), "W"), (.wattUnit(with: .kilo), "kW"),
      (.diopter(), "D"), (.prismDiopter(), "pD"), (.lux(), "lx"), (.luxUnit(with: .kilo), "klx"),
      (.radianAngle(), "rad"), (.radianAngleUnit(with: .milli), "mrad"), (.degreeAngle(), "deg"),
      (.appleEffortScore(), "appleEffortScore"),
    ]
    for (unit, text) in units {
      #expect(unit.unitString == text)
      #expect(unit.description == text)
      #expect(HKUnit(from: text) == unit)
    }
  }

  @Test("units can be combined, and equal units are the same dictionary key")
  func algebra() {
    let perMinute = HKUnit.count().unitDivided(by: .minute())
    #expect(perMinute == HKUnit(from: "count/min"))
    #expect(Set([perMinute, HKUnit(from: "min^-1·count")]).count == 1)
    #expect(HKUnit.meter().unitRaised(toPower: 2) == HKUnit.meter().unitMultiplied(by: .meter()))
    #expect(HKUnit.liter().reciprocal().unitString == "1/L")
    #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
    #expect(HKUnit.meter() != HKUnit.meterUnit(with: .kilo))
    #expect((HKUnit.meter().copy() as? HKUnit) == .meter())
  }

  @Test("formatters' units are converted in both directions")
  func formatters() {
    #expect(HKUnit(from: MassFormatter.Unit.stone) == .stone())
    #expect(HKUnit(from: LengthFormatter.Unit.kilometer) == .meterUnit(with: .kilo))
    #expect(HKUnit(from: EnergyFormatter.Unit.calorie) == .smallCalorie())
    #expect(HKUnit.massFormatterUnit(from: .gramUnit(with: .kilo)) == .kilogram)
    #expect(HKUnit.lengthFormatterUnit(from: .mile()) == .mile)
    #expect(HKUnit.energyFormatterUnit(from: .kilocalorie()) == .kilocalorie)
  }

  @Test("quantities convert, compare and equal by amount")
  func quantities() {
    let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 1)
    #expect(energy.doubleValue(for: .jouleUnit(with: .kilo)) == 4.184)
    #expect(energy.is(compatibleWith: .largeCalorie()))
    #expect(!energy.is(compatibleWith: .meter()))
    #expect(energy == HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 4.184))
    let kilometer = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1)
    let meters = HKQuantity(unit: .meter(), doubleValue: 1000)
    #expect(kilometer == meters)
    #expect(kilometer.hash == meters.hash)
    #expect(kilometer.compare(meters) == .orderedSame)
    #expect(kilometer.compare(HKQuantity(unit: .mile(), doubleValue: 1)) == .orderedAscending)
    #expect(kilometer.compare(HKQuantity(unit: .foot(), doubleValue: 1)) == .orderedDescending)
    #expect(kilometer != energy)
    for value in [0.1, 72.3, 1e-9, 123_456.789] {
      // Converted and back, as by a client that stores everything in its own unit.
      let pounds = HKQuantity(unit: .pound(), doubleValue: value)
      let back = HKQuantity(unit: .gram(), doubleValue: pounds.doubleValue(for: .gram()) * (1 + 2e-16))
      #expect(back == pounds && back.hash == pounds.hash)
      let other = HKQuantity(unit: .pound(), doubleValue: value * (1 + 1e-11))
      #expect(other != pounds && other.compare(pounds) == .orderedDescending)
    }
    #expect(HKQuantity(unit: .gram(), doubleValue: 0) != HKQuantity(unit: .gram(), doubleValue: .leastNonzeroMagnitude))
    let warm = HKQuantity(unit: .degreeCelsius(), doubleValue: 27)
    #expect(warm == HKQuantity(unit: .degreeFahrenheit(), doubleValue: 80.6))
    #expect(warm.doubleValue(for: .degreeFahrenheit()) == 80.6)
  }

  @Test("different amounts have different hashes, and equal ones of different units the same")
  func hashes() {
    let feet = (-500...500).map { HKQuantity(unit: .foot(), doubleValue: Double($0) * 0.3) }
    #expect(Set(feet.map(\.hash)).count == feet.count)
    for length in feet {
      let inches = HKQuantity(unit: .inch(), doubleValue: length.doubleValue(for: .inch()))
      #expect(inches == length && inches.hash == length.hash)
    }
    let units: [HKUnit] = [.count(), .percent(), .meter(), .gram(), .degreeCelsius()]
    #expect(Set(units.map { HKQuantity(unit: $0, doubleValue: 1).hash }).count == 4)
    #expect(HKQuantity(unit: .meter(), doubleValue: -0.0).hash == HKQuantity(unit: .meter(), doubleValue: 0).hash)
  }

  @Test("a quantity prints as a number and a unit")
  func prints() {
    #expect(HKQuantity(unit: .kilocalorie(), doubleValue: 12).description == "12 kcal")
    #expect(HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 75.5).description == "75.5 count/min")
    #expect(HKQuantity(unit: .count(), doubleValue: 1e300).description == "1e+300 count")
  }

  @Test("the unit of blood glucose prints as Apple prints it, and is equal after parsing")
  func glucose() {
    let unit = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
    #expect(unit.unitString == "mmol<180.1558800000541>/L")
    #expect(HKUnit(from: unit.unitString) == unit && HKUnit(from: "mmol<180.15588000005408>/L") == unit)
  }

  /// What HealthKit of iOS 26.5 answered when a public probe (IanaPortnaia/LoopWorkspace) asked it.
  @Test("glucose in mmol/L and mg/dL converts and compares as on Apple's systems, to the last digit")
  func glucoseOnApple() {
    let (milligrams, millimoles) = (HKUnit(from: "mg/dL"), HKUnit(from: "mmol<180.1558800000541>/L"))
    let target = 5.55074860726
    let (below, above) = (ComparisonResult.orderedAscending, ComparisonResult.orderedDescending)
    // mg/dL, mmol/L, the second in mg/dL, the first in mmol/L, and their order.
    let cases: [(Double, Double, Double, Double, ComparisonResult)] = [
      (100, target, 100.00000000000001, target, .orderedSame),
      (99, target, 100.00000000000001, 5.4952411211874, below),
      (101, target, 100.00000000000001, 5.6062560933325996, above),
      (100.nextDown, target, 100.00000000000001, target.nextDown, below),
      (100.nextUp, target, 100.00000000000001, target, .orderedSame),
      (100, target.nextDown, 99.99999999999999, target, above),
      (100, target.nextUp, 100.00000000000003, target, below),
    ]
    for (left, right, inMilligrams, inMillimoles, order) in cases {
      let glucose = HKQuantity(unit: milligrams, doubleValue: left)
      let limit = HKQuantity(unit: millimoles, doubleValue: right)
      #expect(limit.doubleValue(for: milligrams) == inMilligrams)
      #expect(glucose.doubleValue(for: millimoles) == inMillimoles)
      #expect(glucose.compare(limit) == order, "\(left) \(right)")
      let reverse = order == below ? above : order == above ? below : .orderedSame
      #expect(limit.compare(glucose) == reverse, "\(left) \(right)")
    }
    let hundred = HKQuantity(unit: milligrams, doubleValue: 100)
    #expect(HKQuantity(unit: milligrams, doubleValue: 100.0.nextUp).compare(hundred) == above)
    #expect(HKQuantity(unit: milligrams, doubleValue: 100.0.nextDown).compare(hundred) == below)
    // With the constant, whose last digits the unit does not print.
    let constant = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
    #expect(HKQuantity(unit: constant, doubleValue: 5.5).doubleValue(for: milligrams) == 99.08573400002975)
    #expect(constant == millimoles && constant.hash == millimoles.hash)
    for text in stride(from: 3.0, through: 20, by: 0.1).map({ ($0 * 10).rounded() / 10 }) {
      // There and back rounds twice.
      let there = HKQuantity(unit: constant, doubleValue: text).doubleValue(for: milligrams)
      let back = HKQuantity(unit: milligrams, doubleValue: there).doubleValue(for: constant)
      #expect(abs(back - text) <= 2 * text.ulp)
    }
  }

  @Test("units and quantities can be archived and read back")
  func archives() throws {
    let quantity = HKQuantity(unit: HKUnit(from: "mmol<180.15588000005408>/L"), doubleValue: 5.5)
    let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data) == quantity)
    let unit = HKUnit(from: "mL/kg·min")
    let unitData = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: unitData) == unit)
  }

  @Test("a string that is not a unit traps with HealthKit's exception")
  func badUnit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = HKUnit(from: "percent")
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("NSInvalidArgumentException"))
    #expect(said.contains("Unable to parse unit string 'percent'"))
  }

  @Test("incompatible units trap")
  func incompatible() async {
    await #expect(processExitsWith: .failure) {
      _ = HKQuantity(unit: .meter(), doubleValue: 1).doubleValue(for: .second())
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuantity(unit: .meter(), doubleValue: 1).compare(HKQuantity(unit: .second(), doubleValue: 1))
    }
    await #expect(processExitsWith: .failure) {
      _ = HKUnit.massFormatterUnit(from: .meter())
    }
    await #expect(processExitsWith: .failure) {
      _ = HKUnit.meter().unitRaised(toPower: 1000)
    }
  }
}

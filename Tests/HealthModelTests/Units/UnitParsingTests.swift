import HealthModel
import TestSupport
import Testing

@Suite("Parsing units")
struct UnitParsingTests {
  @Test(
    "accepts what HealthKit accepts",
    arguments: [
      ("", "()"), ("()", "()"), ("(())", "()"), ("((()))", "()"), ("1", "()"), ("m^0", "()"), ("m/m", "()"),
      ("1/s", "1/s"), ("s^-1", "1/s"), ("m·1/s", "m/s"), ("m*m", "m^2"), ("(m)·(m)", "m^2"), ("m^1", "m"),
      ("(m^2)^2", "m^4"), ("((m·atm)^2)^2·GL/in^2", "GL·atm^4·m^4/in^2"), ("mol", "mol"), ("Gmol<1234>", "Gmol<1234>"),
      ("%/m", "%/m"), ("kg/m.s^2", "kg/m·s^2"), ("kg/(m.s^2)", "kg/m·s^2"), ("m·s^-2", "m/s^2"), ("min", "min"),
      ("mi", "mi"), ("d", "d"), ("dL", "dL"), ("dal", "daL"), ("l", "L"), ("mcg", "mcg"), ("pD", "pD"), ("ft", "ft"),
      ("dBASPL", "dBASPL"), ("dBHL", "dBHL"), ("pt_us", "pt_us"), ("cal", "cal"), ("hPa", "hPa"), ("mmHg", "mmHg"),
      // As exports print them.
      ("mL/min·kg", "mL/kg·min"), ("ml/(kg*min)", "mL/kg·min"), ("kcal/hr·kg", "kcal/hr·kg"),
      ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"), ("count/min", "count/min"), ("km/hr", "km/hr"),
      ("mol<1e3>", "mol<1000>"),
    ])
  func accepts(text: String, printed: String) throws {
    #expect(try HealthUnit(parsing: text).unitString == printed)
  }

  @Test(
    "rejects what HealthKit rejects, and reports where",
    arguments: [
      ("(", 1), (")", 0), ("/s", 0), ("()·()", 1), ("()·m", 1), ("m·()", 4), ("()^2", 1), ("(m)(m)", 3),
      ("m(m)", 1), ("m^2^2", 3), ("(m·atm/in^4)^2", 7), ("percent", 0), ("km<123>", 0), ("mol<>", 4), ("m/s/s", 3),
      ("m/", 2), ("m·", 3), ("m^", 2), ("m^x", 2), ("m^-", 2), ("m^1.5", 4), ("kin", 0), ("kmin", 0), ("cd", 0),
      ("kcal/hr-kg", 7), ("m m", 1), (" m", 0), ("mol<12", 4), ("mol<nan>", 4), ("mol<0x1p3>", 4), ("mol<-1>", 0),
      ("mol<0>", 0), ("mol<1e999>", 0), ("2", 0), ("11", 1), ("m/()", 3), ("µg", 0), ("M", 0),
    ])
  func refuses(text: String, offset: Int) {
    let error = #expect(throws: HealthUnit.ParseError.self) { try HealthUnit(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.text == text)
  }

  @Test("reports the reason in a sentence")
  func reason() {
    let error = #expect(throws: HealthUnit.ParseError.self) { try HealthUnit(parsing: "m/s/s") }
    #expect(error?.description == "Unable to parse unit string 'm/s/s': a unit can have only one / at byte 3")
  }

  @Test("the order of factors does not affect equality or hash")
  func orderIsFree() throws {
    let one = try HealthUnit(parsing: "m·kg/s^2")
    let two = try HealthUnit(parsing: "kg·s^-2·m")
    #expect(one == two)
    #expect(one.hashValue == two.hashValue)
    #expect(one != (try HealthUnit(parsing: "kg·s^-2·cm")))
  }

  @Test("hostile text is rejected and never crashes")
  func hostile() throws {
    let deep = String(repeating: "(", count: 100_000) + "m" + String(repeating: ")", count: 100_000)
    let refused = [
      deep, "m^99999999999999999999", "m^-99999999999999999999", "m^1000", "(m^999)^999", "m^999·m^999",
      "((((m^999)^999)^999)^999)", String(repeating: "m·", count: 50_000),
      Array(repeating: "m·m^-1", count: 20_000).joined(separator: "·"),
    ]
    for text in refused {
      #expect(throws: HealthUnit.ParseError.self) { try HealthUnit(parsing: text) }
    }
    let many = Array(repeating: "m·m^-1", count: 100).joined(separator: "·")
    #expect(try HealthUnit(parsing: many).isNull)
    let nested = String(repeating: "(", count: 60) + "m^2" + String(repeating: ")", count: 60)
    #expect(try HealthUnit(parsing: nested).unitString == "m^2")
  }

  @Test("every symbol with every prefix is printed and parsed back")
  func everySymbol() throws {
    for symbol in UnitSymbol.allCases {
      for prefix in MetricPrefix.allCases {
        guard let atom = UnitAtom(prefix, symbol) else {
          #expect(!symbol.takesPrefix && prefix != .none)
          continue
        }
        #expect(try HealthUnit(parsing: atom.text) == HealthUnit(atom), "\(atom.text)")
      }
    }
  }

  @Test("random units are printed and parsed back", arguments: 1...200 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<20 {
      let unit = HealthUnit.random(using: &random)
      #expect(try HealthUnit(parsing: unit.unitString) == unit, "seed \(seed): \(unit)")
    }
  }

  @Test("random bytes from the grammar's alphabet never crash, and parsed units print the same way twice")
  func fuzz() throws {
    let alphabet = [
      "(", ")", "^", "/", "·", ".", "*", "-", "1", "2", "9", "m", "mol", "<", ">", "%", "kg", "Pa", "é", " ",
    ]
    var random = SplitMix(seed: 7)
    var read = 0
    for round in 0..<20_000 {
      let length = Int.random(in: 0...12, using: &random)
      let text = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
      guard let unit = try? HealthUnit(parsing: text) else { continue }
      read += 1
      let again = try HealthUnit(parsing: unit.unitString)
      #expect(again == unit, "seed 7, round \(round): \(text)")
      #expect(again.unitString == unit.unitString)
    }
    #expect(read > 200)
  }
}

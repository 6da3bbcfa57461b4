package import GRDB
import HealthModel

/// SQL's `convert_unit(value, unit, unit)`: workouts keep numbers in their original units, and filters and orders
/// compare them with the same arithmetic as in memory. NULL if the dimensions differ.
package enum UnitFunction {
  package static let name = "convert_unit"

  package static func add(to db: Database) {
    let known = Lock<[String: UnitConversion?]>([:])
    db.add(
      function: DatabaseFunction(name, argumentCount: 3, pure: true) { values in
        guard let value = Double.fromDatabaseValue(values[0]), let from = String.fromDatabaseValue(values[1]),
          let to = String.fromDatabaseValue(values[2])
        else { return nil }
        if from == to { return value }
        let conversion = known.withLock { known -> UnitConversion? in
          let key = from + "\u{0}" + to
          if let conversion = known[key] { return conversion }
          let conversion: UnitConversion? =
            if let from = try? HealthUnit(parsing: from), let to = try? HealthUnit(parsing: to) {
              from.conversion(to: to)
            } else {
              nil
            }
          // A store has few units, but a hostile file may have many.
          if known.count < 256 { known[key] = conversion }
          return conversion
        }
        return conversion?(value)
      })
  }
}

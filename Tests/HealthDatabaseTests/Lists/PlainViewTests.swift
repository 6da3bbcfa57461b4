import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Views for SQL tools")
struct PlainViewTests {
  @Test("every type has the one name that is printed everywhere else")
  func typeNames() throws {
    let test = try TestStore()
    let identifiers = TypeName.all.map(\.identifier) + ["HKQuantityTypeIdentifierOfTomorrow", "HKDataTypeOfTomorrow"]
    try test.store.write { db in
      for identifier in identifiers {
        try db.execute(
          sql: "INSERT OR IGNORE INTO sample_type (identifier, kind, unit) VALUES (?, 0, '')", arguments: [identifier])
      }
    }
    let views = try test.store.plainViews()
    let queue = try DatabaseQueue(path: test.path, configuration: Configuration())
    let names = try queue.writeWithoutTransaction { db in
      try db.execute(sql: views)
      return try Row.fetchAll(db, sql: "SELECT identifier, type FROM temp.type").map { row -> [String] in
        [row[0], row[1]]
      }
    }
    #expect(Set(names) == Set(identifiers.map { [$0, TypeName.short(for: $0)] }))
  }
}

package import HealthDatabase
import HealthExport
import HealthModel
import Processes

/// A fact about the user, as an export contains it: `bloodType`, or one that is in no catalog by the name that it came with.
package struct CharacteristicQuery {
  private let identifier: String
  private let store: () throws -> StoreConnection

  private static let prefix = "HKCharacteristicTypeIdentifier"

  /// - Parameter store: called only for a name that is in no catalog.
  /// - Returns: nil for anything but a characteristic.
  package init?(_ typed: String, in store: @escaping () throws -> StoreConnection) {
    self.store = store
    if let identifier = TypeName.identifier(for: typed) {
      guard CharacteristicTypeCatalog.entry(for: identifier) != nil else { return nil }
      self.identifier = identifier
    } else {
      let names = [typed.lowercased(), (Self.prefix + typed).lowercased()]
      let known = (try? store().reading().characteristics().keys.sorted()) ?? []
      guard let identifier = known.first(where: { names.contains($0.lowercased()) }) else { return nil }
      self.identifier = identifier
    }
  }

  /// Prints the name and the value; nothing is found if no export has one.
  package func run(_ format: QueryFormat) throws {
    var printer = Self.printer(format)
    printer.begin()
    if let value = try store().reading().characteristics()[identifier] { printer.print([(identifier, value)]) }
    printer.end()
  }

  private struct JSONRow: Encodable {
    let name: String
    let value: String
  }

  private static func printer(_ format: QueryFormat) -> RowPrinter<(name: String, value: String)> {
    RowPrinter(
      format: format,
      layout: RowPrinter.Layout(
        columns: [("name", .text), ("value", .text)], alignments: [.left, .left],
        json: { try? Output.json(JSONRow(name: TypeName.short(for: $0.name), value: $0.value)) },
        csv: { [TypeName.short(for: $0.name), $0.value] },
        parquet: { [.text(TypeName.short(for: $0.name)), .text($0.value)] },
        cells: { [TypeName.short(for: $0.name), $0.value] }))
  }
}

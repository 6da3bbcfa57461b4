import HealthModel

/// What becomes of a section, table or message of a format, for the documentation.
package struct FormatContent: Hashable, Sendable {
  /// A field, and what it is stored as or why it is skipped.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var stored: String
  }

  /// The name in the file.
  package var section: String
  package var fields: [Field]

  package init(_ section: String, _ fields: KeyValuePairs<String, String>) {
    self.init(section, fields.map { ($0.key, $0.value) })
  }

  package init(_ section: String, _ fields: [(name: String, stored: String)]) {
    self.section = section
    self.fields = fields.map { Field(name: $0.name, stored: $0.stored) }
  }

  /// The section as a whole.
  package init(_ section: String, stored: String) { self.init(section, [("", stored)]) }

  package init(_ section: String, skipped reason: SkipReason, because sentence: String = "") {
    self.init(section, stored: "skipped as `\(reason.rawValue)`" + (sentence.isEmpty ? "" : ": \(sentence)"))
  }

  /// A type as the program's commands name it.
  package static func type(_ identifier: String) -> String { TypeName.short(for: identifier) }
}

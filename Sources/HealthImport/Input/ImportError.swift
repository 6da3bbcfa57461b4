/// The reason why an import could not start or had to stop.
package struct ImportError: Error, Sendable, CustomStringConvertible {
  /// Cases may be added; callers derive an exit code from it and treat unknown ones as invalid data.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable, Sendable {
      case noSuchInput, notReadable, notAZip, encryptedZip, noExportInside, emptyFile, corruptZip, unpacksTooLarge
      case readFailed, damaged
    }

    private let kind: Kind

    /// There is nothing at the path.
    package static let noSuchInput = Code(kind: .noSuchInput)
    /// It exists but is not readable, or is neither a file nor a folder.
    package static let notReadable = Code(kind: .notReadable)
    /// A file that is neither a zip archive nor the XML of an export.
    package static let notAZip = Code(kind: .notAZip)
    /// The export's entry is encrypted.
    package static let encryptedZip = Code(kind: .encryptedZip)
    /// A readable archive or folder that does not contain an export.
    package static let noExportInside = Code(kind: .noExportInside)
    package static let emptyFile = Code(kind: .emptyFile)
    /// An archive whose directory or data contradicts itself.
    package static let corruptZip = Code(kind: .corruptZip)
    /// More than 200 times its compressed size.
    package static let unpacksTooLarge = Code(kind: .unpacksTooLarge)
    /// A read error in an open file.
    package static let readFailed = Code(kind: .readFailed)
    /// A file of a known format with invalid contents. Nothing of it is stored.
    package static let damaged = Code(kind: .damaged)

    package var description: String { "\(kind)" }
  }

  package let code: Code
  /// The path as the user gave it.
  package let path: String
  /// Details for the error message; empty if the code is sufficient.
  package let context: String
  /// The system's error number, if a system call failed.
  package let underlying: Int32?

  package init(_ code: Code, path: String, context: String = "", underlying: Int32? = nil) {
    self.code = code
    self.path = path
    self.context = context
    self.underlying = underlying
  }

  package var description: String {
    var text = "\(code): \(path)"
    if !context.isEmpty { text += " (\(context))" }
    if let underlying { text += ", errno \(underlying)" }
    return text
  }
}

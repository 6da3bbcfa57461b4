/// Why an import could not be begun or had to stop.
package struct ImportError: Error, Sendable, CustomStringConvertible {
  /// Cases may be added; callers choose an exit code by it and treat one they do not know as bad data.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable, Sendable {
      case noSuchInput, notReadable, notAZip, encryptedZip, noExportInside, emptyFile, corruptZip, unpacksTooLarge
      case readFailed, damaged
    }

    private let kind: Kind

    /// Nothing lies at the path.
    package static let noSuchInput = Code(kind: .noSuchInput)
    /// It is there but may not be read, or is no file and no folder.
    package static let notReadable = Code(kind: .notReadable)
    /// A file that is neither a zip archive nor the xml of an export.
    package static let notAZip = Code(kind: .notAZip)
    /// The export's entry is encrypted.
    package static let encryptedZip = Code(kind: .encryptedZip)
    /// A readable archive or folder that holds no export.
    package static let noExportInside = Code(kind: .noExportInside)
    package static let emptyFile = Code(kind: .emptyFile)
    /// An archive whose directory or data contradicts itself.
    package static let corruptZip = Code(kind: .corruptZip)
    /// More than 200 times its packed size.
    package static let unpacksTooLarge = Code(kind: .unpacksTooLarge)
    /// The system could not read a file that was open.
    package static let readFailed = Code(kind: .readFailed)
    /// A file of a kind that is known, whose content cannot be that kind's. Nothing of it is stored.
    package static let damaged = Code(kind: .damaged)

    package var description: String { "\(kind)" }
  }

  package let code: Code
  /// The path as the user gave it.
  package let path: String
  /// What was found, for the sentence that the user reads; empty where the code says all.
  package let context: String
  /// The system's error number, where a system call failed.
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

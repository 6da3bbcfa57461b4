import HealthImport

/// Records what a scanner reports.
struct ElementLog: XMLTagHandler {
  enum Entry: Hashable, CustomStringConvertible {
    case start(String, [String: String], isEmpty: Bool, XMLPosition)
    case end(String)
    case damaged(String, XMLPosition)
    case truncated(String, XMLPosition)

    var description: String {
      switch self {
      case .start(let name, let attributes, let isEmpty, let position):
        "\(position.line):\(position.column) <\(name) \(attributes.sorted { $0.key < $1.key })\(isEmpty ? "/" : "")>"
      case .end(let name): "</\(name)>"
      case .damaged(let name, let position): "\(position.line) damaged \(name)"
      case .truncated(let name, let position): "\(position.line) truncated \(name)"
      }
    }
  }

  var entries: [Entry] = []

  mutating func start(_ tag: XMLTag) {
    var attributes: [String: String] = [:]
    for attribute in tag.attributes {
      attributes[XMLText.decode(attribute.name)] = XMLText.decode(attribute.value)
    }
    entries.append(.start(XMLText.decode(tag.name), attributes, isEmpty: tag.isEmpty, tag.position))
  }

  mutating func end(_ name: UnsafeRawBufferPointer) {
    entries.append(.end(XMLText.decode(name)))
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    entries.append(.damaged(XMLText.decode(name), position))
  }

  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    entries.append(.truncated(XMLText.decode(name), position))
  }

  /// Scans the bytes, passing them in pieces of the given size.
  static func scan(_ bytes: [UInt8], pieces: Int = .max, root: StaticString = "HealthData") -> [Entry] {
    var scanner = XMLScanner(root: root, chunk: min(pieces, 1 << 16))
    var log = ElementLog()
    var offset = 0
    while offset < bytes.count {
      let count = scanner.fill { buffer in
        let count = min(pieces, buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<offset + count])
        return count
      }
      offset += count
      scanner.scan(into: &log)
    }
    scanner.finish(into: &log)
    return log.entries
  }

  /// The names and attributes of the start tags, without places.
  static func starts(_ text: String) -> [Start] {
    scan(Array(text.utf8)).compactMap { entry in
      guard case .start(let name, let attributes, _, _) = entry else { return nil }
      return Start(name: name, attributes: attributes)
    }
  }

  struct Start: Hashable {
    var name: String
    var attributes: [String: String] = [:]
  }
}

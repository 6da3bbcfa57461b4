import HealthModel

/// The text of an authorization request on a terminal.
struct ConsentDialogue {
  private let request: HKHealthStore.AuthorizationRequest
  private let reads: [HKObjectType]
  private let shares: [HKSampleType]

  init(_ request: HKHealthStore.AuthorizationRequest) {
    self.request = request
    reads = request.read.sorted { Self.name($0) < Self.name($1) }
    shares = request.toShare.sorted { Self.name($0) < Self.name($1) }
  }

  /// Asks until there is a valid answer.
  ///
  /// - Parameter ask: shows a text and reads a line, nil at the end of input.
  /// - Returns: nil if the user skips the request.
  func answer(ask: (String) -> String?) -> HKHealthStore.AuthorizationAnswer? {
    var text = introduction + "Allow all of it? [y]es, [n]o, [c]hoose each; press Return to skip: "
    while let line = ask(text) {
      switch Self.word(line) {
      case "y", "yes": return request.grantingAll
      case "n", "no": return request.refusingAll
      case "c", "choose": return eachAnswer(ask: ask)
      case "": return nil
      default: text = "Please answer y, n or c: "
      }
    }
    return nil
  }

  private func eachAnswer(ask: (String) -> String?) -> HKHealthStore.AuthorizationAnswer? {
    var answer = request.refusingAll
    for type in reads {
      guard let isGranted = Self.yesOrNo("Read \(Self.name(type))? [y/n] ", ask: ask) else { return nil }
      if isGranted { answer.read.insert(type) }
    }
    for type in shares {
      guard let isGranted = Self.yesOrNo("Write \(Self.name(type))? [y/n] ", ask: ask) else { return nil }
      if isGranted { answer.toShare.insert(type) }
    }
    return answer
  }

  private static func yesOrNo(_ question: String, ask: (String) -> String?) -> Bool? {
    while let line = ask(question) {
      switch word(line) {
      case "y", "yes": return true
      case "n", "no": return false
      case "": return nil
      default: continue
      }
    }
    return nil
  }

  private var introduction: String {
    let client = request.client
    var lines = [
      "\(Self.plain(client.name)) (\(Self.plain(client.bundleIdentifier))) wants to use the health data in "
        + "\(Self.plain(request.path)):"
    ]
    if !reads.isEmpty { lines.append("  read   " + reads.map(Self.name).joined(separator: ", ")) }
    if !shares.isEmpty { lines.append("  write  " + shares.map(Self.name).joined(separator: ", ")) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func name(_ type: HKObjectType) -> String {
    plain(TypeName.short(for: type.identifier))
  }

  private static func word(_ line: String) -> String {
    line.lowercased().filter { !$0.isWhitespace }
  }

  /// A client chooses its own name, which must not contain terminal control sequences.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isPrintable($0) ? $0 : "?" }))
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}

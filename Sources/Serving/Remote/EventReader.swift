/// Parses server-sent events.
struct EventReader {
  struct Event {
    var name = ""
    var data = ""
  }

  private var rest: [UInt8] = []
  /// How much of it contains no end of an event.
  private var searched = 0

  private static let longest = 1 << 20

  /// The events that these bytes complete.
  ///
  /// - Throws: `RemoteProblem` if an event exceeds the limit.
  mutating func take(_ bytes: ArraySlice<UInt8>, from address: RemoteAddress) throws -> [Event] {
    rest += bytes
    var events: [Event] = []
    var begin = 0
    while let end = (max(begin, searched)..<max(begin, searched, rest.count - 1)).first(where: {
      rest[$0] == 0x0A && rest[$0 + 1] == 0x0A
    }) {
      var event = Event()
      // By bytes: changes of a store are long lines.
      for line in rest[begin..<end].split(separator: 0x0A) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let start = line[colon...].dropFirst().first == UInt8(ascii: " ") ? colon + 2 : colon + 1
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event.name = String(decoding: line[start...], as: UTF8.self)
        case "data": event.data = String(decoding: line[start...], as: UTF8.self)
        default: break
        }
      }
      events.append(event)
      begin = end + 2
    }
    rest.removeFirst(begin)
    searched = max(0, rest.count - 1)
    guard rest.count <= Self.longest else {
      throw RemoteProblem(.unexpected, "The response of \(address) is not an event stream.")
    }
    return events
  }
}

/// Parses server-sent events.
struct EventReader {
  struct Event {
    var name = ""
    var data = ""
  }

  private var rest: [UInt8] = []

  private static let longest = 1 << 20

  /// The events that these bytes complete.
  ///
  /// - Throws: `RemoteProblem` if an event exceeds the limit.
  mutating func take(_ bytes: ArraySlice<UInt8>, from address: RemoteAddress) throws -> [Event] {
    rest += bytes
    var events: [Event] = []
    while let end = rest.indices.dropLast().first(where: { rest[$0] == 0x0A && rest[$0 + 1] == 0x0A }) {
      var event = Event()
      for line in String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { continue }
        let value = parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
        switch parts[0] {
        case "event": event.name = String(value)
        case "data": event.data = String(value)
        default: break
        }
      }
      events.append(event)
      rest.removeSubrange(...(end + 1))
    }
    guard rest.count <= Self.longest else {
      throw RemoteProblem(.unexpected, "The response of \(address) is not an event stream.")
    }
    return events
  }
}

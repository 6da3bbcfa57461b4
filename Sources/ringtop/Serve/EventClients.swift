import Foundation

/// The clients that stay for server-sent events: whoever listens hears of today whenever it changes, and of the number of
/// the store's state whenever anything does.
///
/// One thread serves them all without ever waiting for one. Who does not take an event is let go, and comes back by
/// itself, as browsers do.
struct EventClients {
  private let router: Router
  private var clients: [any ByteChannel] = []
  private var last: [String] = []
  private var dayEnd: Date?

  private static let most = 64

  init(router: Router) {
    self.router = router
  }

  /// What the loop is to watch for clients that go.
  var descriptors: [Int32] { clients.map(\.descriptor) }

  /// How long the loop may wait: for ever, or where somebody listens until the day ends.
  var milliseconds: Int32 {
    guard !clients.isEmpty, let dayEnd else { return -1 }
    let seconds = dayEnd.timeIntervalSince(router.now())
    return Int32(min(max(seconds * 1_000 + 1, 1), 86_400_000))
  }

  /// Lets go of clients that have closed, or said something, which none does.
  mutating func forgetClosed(_ closed: [Int32]) {
    clients.removeAll { closed.contains($0.descriptor) }
  }

  /// Sends to those who do not have it what is known now.
  mutating func update(adding new: [any ByteChannel]) {
    guard !clients.isEmpty || !new.isEmpty else { return }
    let (text, end) = router.today()
    dayEnd = end
    let events = [
      "event: summary\ndata: \(text)\n\n",
      "event: store\ndata: \(router.storeVersion().map { "{\"version\":\"\($0)\"}" } ?? "null")\n\n",
    ]
    let changed = events.filter { !last.contains($0) }.joined()
    if !changed.isEmpty {
      clients.removeAll { !Self.send(changed, to: $0) }
    }
    last = events
    for client in new {
      _ = fcntl(client.descriptor, F_SETFL, O_NONBLOCK)
      Socket.noticeLoss(of: client.descriptor)
      if clients.count < Self.most, Self.send(events.joined(), to: client) { clients.append(client) }
    }
  }

  private static func send(_ text: String, to client: any ByteChannel) -> Bool {
    Array(text.utf8).withUnsafeBytes { client.send($0) == $0.count } && !client.hasUnsent
  }

  mutating func closeAll() {
    for client in clients { client.finish() }
    clients = []
  }
}

import Foundation

/// The clients that stay for server-sent events: whoever listens hears of today whenever it changes, and of the number of
/// the store's state whenever anything does.
///
/// One thread serves them all without ever waiting for one. Who does not take an event is let go, and comes back by
/// itself, as browsers do.
struct EventClients {
  private let router: Router
  private(set) var descriptors: [Int32] = []
  private var last: [String] = []
  private var dayEnd: Date?

  private static let most = 64

  init(router: Router) {
    self.router = router
  }

  /// How long the loop may wait: for ever, or where somebody listens until the day ends.
  var milliseconds: Int32 {
    guard !descriptors.isEmpty, let dayEnd else { return -1 }
    let seconds = dayEnd.timeIntervalSince(router.now())
    return Int32(min(max(seconds * 1_000 + 1, 1), 86_400_000))
  }

  /// Lets go of clients that have closed, or said something, which none does.
  mutating func forgetClosed(_ closed: [Int32]) {
    for descriptor in closed { forget(descriptor) }
  }

  private mutating func forget(_ descriptor: Int32) {
    guard let index = descriptors.firstIndex(of: descriptor) else { return }
    descriptors.remove(at: index)
    close(descriptor)
  }

  /// Sends to those who do not have it what is known now.
  mutating func update(adding new: [Int32]) {
    guard !descriptors.isEmpty || !new.isEmpty else { return }
    let (text, end) = router.today()
    dayEnd = end
    let events = [
      "event: summary\ndata: \(text)\n\n",
      "event: store\ndata: \(router.storeVersion().map { "{\"version\":\"\($0)\"}" } ?? "null")\n\n",
    ]
    let changed = events.filter { !last.contains($0) }.joined()
    if !changed.isEmpty {
      for descriptor in descriptors where !send(changed, to: descriptor) { forget(descriptor) }
    }
    last = events
    for descriptor in new {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      Socket.noticeLoss(of: descriptor)
      if descriptors.count < Self.most, send(events.joined(), to: descriptor) {
        descriptors.append(descriptor)
      } else {
        close(descriptor)
      }
    }
  }

  private func send(_ text: String, to descriptor: Int32) -> Bool {
    Array(text.utf8).withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.withoutSignal) == $0.count
    }
  }

  mutating func closeAll() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

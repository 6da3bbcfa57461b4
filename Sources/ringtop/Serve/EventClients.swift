import Foundation

/// The clients that stay for server-sent events: whoever listens hears of today whenever it changes.
///
/// One thread serves them all without ever waiting for one. Who does not take an event is let go, and comes back by
/// itself, as browsers do.
struct EventClients {
  private let router: Router
  private(set) var descriptors: [Int32] = []
  private var last: String?
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

  /// Sends today to those who do not have it as it is now.
  mutating func update(adding new: [Int32]) {
    guard !descriptors.isEmpty || !new.isEmpty else { return }
    let (text, end) = router.today()
    dayEnd = end
    let event = Array("event: summary\ndata: \(text)\n\n".utf8)
    if text != last {
      for descriptor in descriptors where !send(event, to: descriptor) { forget(descriptor) }
    }
    last = text
    for descriptor in new {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      if descriptors.count < Self.most, send(event, to: descriptor) {
        descriptors.append(descriptor)
      } else {
        close(descriptor)
      }
    }
  }

  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, HTTPConnection.withoutSignal) == $0.count
    }
  }

  mutating func closeAll() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

import Curses
import Foundation

/// The clients that receive server-sent events: today's summary whenever it changes, the version of the store whenever
/// anything changes, and the number of deliveries. Those who can apply them get the changes of the store beside its version.
///
/// One thread serves all of them without blocking. A client that does not accept an event is disconnected, and
/// reconnects automatically, as browsers do.
struct EventClients {
  struct Client {
    var channel: any ByteChannel
    /// Its place among the listeners.
    var permit: HTTPPermits.Permit?
    /// What its token allows.
    var grant: Grant
    /// Whether it can apply patches.
    var hasPatches = false

    var followsStore: Bool { grant.scope != .rings }
    var takesPatches: Bool { followsStore && hasPatches }
  }

  /// Groups of clients that get the same bytes.
  private enum Audience: CaseIterable {
    case rings, store, patches

    init(_ client: Client) {
      self = !client.followsStore ? .rings : client.takesPatches ? .patches : .store
    }
  }

  private let router: Router
  private var clients: [Client] = []
  private var last: [String] = []
  /// The latest announced state of the store.
  private var tag: String?
  private var today: Router.Today?
  /// Whether what was sent may be out of date.
  private var isStale = true
  /// When a comment is sent, so that nothing between the server and its clients takes the connection for dead.
  private var nextComment = ContinuousClock.now

  private var pace = AnnouncementPace()
  /// When the version of the store is announced that could not be yet.
  private var nextVersion: ContinuousClock.Instant?

  private static let commentInterval = 15.0
  /// How long the store is given while it is being copied.
  private static let busyInterval = Duration.milliseconds(100)

  init(router: Router) {
    self.router = router
  }

  /// The descriptors to poll for closed connections.
  var descriptors: [Int32] { clients.map(\.channel.descriptor) }

  /// The timeout for the loop: none, or until the next comment or the end of the day if there are clients.
  var milliseconds: Int32 {
    guard !clients.isEmpty else { return -1 }
    let day = today.map { ContinuousClock.now + .seconds($0.end.timeIntervalSince(router.now())) }
    return max(1, ([nextComment, day, nextVersion].compactMap(\.self).min() ?? nextComment).millisecondsLeft)
  }

  /// Disconnects clients that have closed the connection or sent anything.
  mutating func forgetClosed(_ closed: [Int32]) {
    clients.removeAll { closed.contains($0.channel.descriptor) }
  }

  /// Sends the current state to the clients that do not have it.
  ///
  /// - Parameter hasNews: whether it may have changed. Otherwise it is only looked at when the day ends, and with each
  ///   comment, since not everything that writes a store sends a signal.
  mutating func update(adding new: [Client], hasNews: Bool) {
    isStale = isStale || hasNews
    guard !clients.isEmpty || !new.isEmpty else { return }
    let isCommentDue = ContinuousClock.now >= nextComment
    if isCommentDue || today.map({ router.now() >= $0.end }) ?? true || nextVersion.map({ $0 <= .now }) ?? false
      || last.isEmpty || last[1].isEmpty && new.contains(where: \.followsStore)
    {
      isStale = true
    }
    // The event of the store for those who can apply patches.
    var patch: String?
    let events = isStale ? current(for: clients + new, isThorough: isCommentDue, &patch) : last
    isStale = false
    func bytes(_ events: [String], from old: [String] = [], for audience: Audience) -> [UInt8] {
      let texts = events.indices.map { index in
        guard !old.indices.contains(index) || events[index] != old[index], (audience == .rings) == (index == 3) else {
          return ""
        }
        return audience == .patches && index == 1 ? patch ?? events[1] : events[index]
      }
      return Array(texts.joined().utf8)
    }
    let comment = isCommentDue ? Array(":\n\n".utf8) : []
    let changed = Dictionary(
      uniqueKeysWithValues: Audience.allCases.map { ($0, bytes(events, from: last, for: $0) + comment) })
    if isCommentDue || clients.isEmpty { nextComment = .now + .seconds(Self.commentInterval) }
    let valid = Set(clients.map(\.grant)).filter(router.isValid)
    // A client whose token was revoked has been told the last thing.
    clients.removeAll { client in
      var audience = Audience(client)
      // One that is slow gets the name of the state only, and asks for all changes at once.
      if audience == .patches, patch != nil, !Socket.hasRoomForPatch(client.channel.descriptor) { audience = .store }
      return !valid.contains(client.grant) || !Self.send(changed[audience] ?? [], to: client.channel)
    }
    last = events
    patch = nil
    for client in new {
      _ = fcntl(client.channel.descriptor, F_SETFL, O_NONBLOCK)
      Socket.enableKeepAlive(of: client.channel.descriptor)
      if client.takesPatches { Socket.makeRoomForPatches(client.channel.descriptor) }
      if Self.send(bytes(events, for: Audience(client)), to: client.channel) { clients.append(client) }
    }
  }

  /// The events that tell the current state to these clients: the summary, the store and the deliveries, and the only
  /// one for those who may only see rings.
  ///
  /// - Parameter isThorough: whether to look at everything, whatever is known of its changes.
  private mutating func current(for all: [Client], isThorough: Bool, _ patch: inout String?) -> [String] {
    today = router.today(after: today, isThorough: isThorough)
    var events = [
      "event: summary\ndata: \(today?.text ?? "null")\n\n", last.isEmpty ? "" : last[1],
      "event: delivery\ndata: {\"count\":\(router.loggedCount)}\n\n",
      "event: summary\ndata: \(today?.sharedText ?? "null")\n\n",
    ]
    nextVersion = nil
    guard all.contains(where: \.followsStore) else { return events }
    switch router.transfers.current() {
    case .busy: nextVersion = .now + Self.busyInterval
    case .none: (events[1], tag) = ("event: store\ndata: null\n\n", nil)
    case .tag(var current):
      guard current != tag else { break }
      if !clients.isEmpty, !events[1].isEmpty { nextVersion = pace.hold(cost: router.transfers.cost, at: .now) }
      guard nextVersion == nil else { break }
      if let tag, clients.contains(where: \.takesPatches), let news = router.transfers.news(since: tag) {
        (current, patch) = (news.version, news.event)
      }
      events[1] = "event: store\ndata: {\"version\":\"\(current)\"}\n\n"
      tag = current
    }
    return events
  }

  private static func send(_ bytes: [UInt8], to client: any ByteChannel) -> Bool {
    bytes.isEmpty || bytes.withUnsafeBytes { client.send($0) == $0.count } && !client.hasUnsent
  }

  mutating func closeAll() {
    for client in clients { client.channel.finish() }
    clients = []
  }
}

/// Spaces announcements after which clients ask for something that takes time, so that it takes at most a tenth of it.
struct AnnouncementPace {
  private var last: ContinuousClock.Instant?

  /// - Parameter cost: of the latest one.
  /// - Returns: when to announce; nil for now, which is then recorded.
  mutating func hold(cost: Duration, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let last, now < last + cost * 10 { return last + cost * 10 }
    last = now
    return nil
  }
}

import Curses
import Foundation
import HealthDatabase
import HealthModel
import Processes
import StoreFiles
import Synchronization

/// Accepts connections, handles each on its own thread, and sends events to those that stay connected.
///
/// Uses threads and blocking calls rather than tasks, because the pool of tasks wakes up every second for the
/// lifetime of a process, and an idle server should not. The number of threads is limited.
package final class HTTPServer: Sendable {
  private struct State {
    var connections: ConnectionTable
    /// The connections on which no request has arrived.
    var idle: Set<Int32> = []
    var isStopping = false
    /// Clients of the event stream that the loop has not added yet.
    var newListeners: [EventClients.Client] = []
    /// Whether the loop is notified of commits.
    var isWatching = false
  }

  let limits: HTTPLimits
  package let address: ListeningAddress
  private let listener: Int32
  private let router: Router
  private let identity: TLSIdentity?
  private let waker: Waker
  /// A spare descriptor, closed temporarily to accept and reject a client when no descriptors are left.
  private let spare = Mutex<Int32>(-1)
  private let state: Mutex<State>

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - activated: a socket that listens already, in place of the address.
  ///   - identity: the certificate for TLS; without one, nothing is encrypted.
  /// - Throws: `Failure` if the address is not available.
  package init(
    address: ListeningAddress, activated: Int32? = nil, limits: HTTPLimits, router: Router, identity: TLSIdentity?
  ) throws {
    self.identity = identity
    self.limits = limits
    state = Mutex(State(connections: ConnectionTable(limits)))
    self.router = router
    waker = try Waker()
    (listener, self.address) = try address.listen(activated)
  }

  deinit {
    close(listener)
    let spare = spare.withLock { $0 }
    if spare >= 0 { close(spare) }
  }

  /// Serves until the descriptor becomes readable.
  ///
  /// - Parameter isDone: called then; false to go on.
  package func run(until stop: Int32, isDone: () -> Bool = { true }) {
    var events = EventClients(router: router)
    var watch = router.watch()
    setWatch(watch)
    openSpare()
    var settling: ContinuousClock.Instant?
    var pause: ContinuousClock.Instant?
    while true {
      if let end = pause, end <= .now { pause = nil }
      var polled = [
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
        // Without a spare descriptor, clients cannot even be rejected.
        pollfd(fd: spare.withLock { $0 } < 0 ? -1 : listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pause == nil ? watch?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      ]
      polled += events.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let isFull = polled[2].fd < 0
      var timeout = isFull ? 250 : events.milliseconds
      for instant in [settling, pause].compactMap(\.self) {
        timeout = timeout < 0 ? instant.millisecondsLeft : min(timeout, instant.millisecondsLeft)
      }
      let ready = poll(&polled, nfds_t(polled.count), timeout)
      if isFull { openSpare() }
      if ready < 0, errno != EINTR { break }
      if polled[0].revents != 0, isDone() { break }
      waker.acknowledge()
      // The settings may be others, something was stored without a signal, or signals are not heard.
      let isTold = polled[0].revents != 0 || polled[1].revents != 0 || watch == nil
      if watch == nil {
        watch = router.watch()
        setWatch(watch)
      }
      let hasChanged = (pause == nil || isTold) && watch?.drain().hasChanged == true
      if hasChanged {
        router.transfers.noteCommits()
        pause = .now + limits.commitInterval
      }
      events.forgetClosed(polled.dropFirst(4).filter { $0.revents != 0 }.map(\.fd))
      let new = state.withLock { state in
        defer { state.newListeners = [] }
        return state.newListeners
      }
      events.update(adding: new, hasNews: hasChanged || isTold)
      settle(&settling, hasChanged)
      if polled[2].revents != 0 { acceptAll() }
    }
    events.closeAll()
    state.withLock { state in
      state.isStopping = true
      // Their threads read the end of the input.
      for descriptor in state.idle { shutdown(descriptor, Int32(SHUT_RD)) }
    }
    // A delivery in progress is finished, if it does not take long.
    let deadline = ContinuousClock.now + .seconds(3)
    while state.withLock(\.connections.count) > 0, ContinuousClock.now < deadline { usleep(10_000) }
  }

  /// Tidies up the log of the store once nothing has been written for a moment.
  private func settle(_ time: inout ContinuousClock.Instant?, _ hasChanged: Bool) {
    if !hasChanged, let due = time {
      guard due <= .now else { return }
      router.transfers.settle()
    }
    time = router.transfers.isUnsettled ? .now + Self.quietTime : nil
  }

  private static let quietTime = Duration.seconds(3)
  /// How many requests a connection may have. The last response says so.
  private static let mostRequests = 10_000

  private func setWatch(_ watch: StoreWatcher?) {
    state.withLock { $0.isWatching = watch != nil }
  }

  private func acceptAll() {
    while true {
      let (descriptor, peer) = Socket.accept(listener)
      guard descriptor >= 0 else {
        guard errno == EMFILE || errno == ENFILE else { return }
        guard rejectConnection() else { return }
        continue
      }
      Socket.configure(descriptor)
      _ = fcntl(descriptor, F_SETFL, 0)
      guard state.withLock({ $0.connections.admit(descriptor, from: peer) }) else {
        refuse(descriptor)
        continue
      }
      guard let channel = channel(descriptor) else {
        forget(descriptor)
        continue
      }
      do {
        try WorkerThread.start(stackSize: 1 << 20) { [self] in
          serve(channel)
          withExtendedLifetime(channel) { forget(descriptor) }
        }
      } catch {
        withExtendedLifetime(channel) { forget(descriptor) }
        router.metrics.count(route: "other", status: HTTPLimits.overload.status)
      }
    }
  }

  /// Called before the number of a descriptor can be used again.
  private func forget(_ descriptor: Int32) {
    state.withLock { $0.connections.remove(descriptor) }
  }

  private func openSpare() {
    spare.withLock { if $0 < 0 { $0 = open("/dev/null", O_RDONLY | O_CLOEXEC) } }
  }

  /// Rejects the next client with the spare descriptor.
  ///
  /// - Returns: whether there may be another one to reject.
  private func rejectConnection() -> Bool {
    spare.withLock { spare in
      if spare >= 0 { close(spare) }
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 {
        Socket.configure(descriptor)
        refuse(descriptor)
      }
      spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
      return descriptor >= 0 && spare >= 0
    }
  }

  /// Rejects a client because of the limit; its request is not read.
  private func refuse(_ descriptor: Int32) {
    router.metrics.count(route: "other", status: HTTPLimits.overload.status)
    defer { close(descriptor) }
    // A handshake would use resources that are exhausted.
    guard identity == nil else { return }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let response = HTTPResponse(HTTPLimits.overload)
    let bytes = response.head(keepsAlive: false, at: router.now()) + response.body
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Socket.withoutSignal) }
    shutdown(descriptor, Int32(SHUT_WR))
    // Closing a socket with unread input would discard the response.
    var request = [UInt8](repeating: 0, count: 4_096)
    _ = recv(descriptor, &request, request.count, 0)
  }

  private func channel(_ descriptor: Int32) -> (any ByteChannel)? {
    guard let identity else { return PlainChannel(descriptor) }
    return TLSChannel(descriptor, identity.context, server: nil, timeout: limits.timeout)
  }

  /// Waits for a client in a way that ends when the server stops; nil if it has stopped.
  private func whileIdle<Result>(_ descriptor: Int32, _ wait: () throws -> Result) rethrows -> Result? {
    let mayWait = state.withLock { state in
      if !state.isStopping { state.idle.insert(descriptor) }
      return !state.isStopping
    }
    guard mayWait else { return nil }
    // Before the descriptor is closed, whose number may be used again.
    defer { state.withLock { _ = $0.idle.remove(descriptor) } }
    return try wait()
  }

  private func serve(_ channel: any ByteChannel) {
    let descriptor = channel.descriptor
    let connection = HTTPConnection(channel: channel, limits: limits)
    connection.onAuthorization = { [self] name in state.withLock { $0.connections.trust(descriptor, of: name) } }
    guard whileIdle(descriptor, { connection.open() }) == true else { return }
    var requests = 0
    while requests < Self.mostRequests {
      requests += 1
      var request: HTTPRequest?
      var response: HTTPResponse
      var closes = false
      do {
        guard let read = try whileIdle(descriptor, { try connection.readRequest() }) ?? nil else { return }
        request = read
        state.withLock { $0.connections.use(descriptor) }
        response = try router.respond(to: read, on: connection, connections: state.withLock(\.connections.count))
      } catch let fault as HTTPFault {
        response = HTTPResponse(fault)
        closes = fault.closes
      } catch {
        response = HTTPResponse(HTTPFault(500, "failed", Failure(error).sentence))
        closes = true
      }
      router.metrics.count(route: request.map { Router.name(ofRoute: $0.path) } ?? "other", status: response.status)
      // The first delivery creates the store, which could not be watched before. Some change nothing in it.
      let isQuiet = router.takeQuietEntry()
      if isQuiet || request?.method == "POST" && !state.withLock(\.isWatching) { waker.wake() }
      let isHead = request?.method == "HEAD"
      // An unread body prevents parsing the next request.
      let keepsAlive =
        !closes && !connection.hasUnreadBody && request?.keepsAlive == true && response.listener == nil
        && requests < Self.mostRequests
      if let grant = response.listener, !isHead {
        guard connection.send(response.head(keepsAlive: true, at: router.now())) else { return }
        let client = EventClients.Client(
          channel: channel, permit: response.permit, grant: grant,
          hasPatches: response.hasPatches)
        state.withLock { $0.newListeners.append(client) }
        waker.wake()
        return
      }
      guard connection.send(response.head(keepsAlive: keepsAlive, at: router.now()) + (isHead ? [] : response.body))
      else { return }
      if let file = response.file, !isHead {
        guard connection.send(file) else { return }
      }
      guard keepsAlive else {
        connection.finish()
        return
      }
    }
  }
}

import Foundation

/// The open connections of a server, and which of them gives way to a new one.
///
/// A client is a stranger until it has shown a token. Strangers may hold few connections per address, and give way to
/// whoever comes next, so that they cannot lock out clients with a token. Nor can a friend: each named token has a
/// share.
struct ConnectionTable {
  private struct Entry {
    var peer: [UInt8]
    var isStranger = true
    /// The name of its token; nil for the owner's, and for strangers.
    var holder: String?
    /// When it was last of use: the number of this event.
    var used: Int
    /// Whether it was told to end, and no longer counts.
    var isEnding = false
  }

  private let most: Int
  private let mostStrangers: Int
  private let mostOfToken: Int
  private var entries: [Int32: Entry] = [:]
  private var events = 0

  init(_ limits: HTTPLimits) {
    most = limits.mostConnections
    mostStrangers = limits.mostStrangers
    mostOfToken = limits.mostOfToken
  }

  /// The number of connections whose threads have not ended.
  var count: Int { entries.count }

  /// Adds a connection, if necessary in place of the stranger that has been of no use for the longest time.
  ///
  /// - Parameter peer: the client's address, see `Socket.peer`.
  /// - Returns: whether there is room.
  /// - Complexity: O(connections).
  mutating func admit(_ descriptor: Int32, from peer: [UInt8]) -> Bool {
    // Threads that were told to end are not counted twice, but their number is limited too.
    guard entries.count < 2 * most else { return false }
    if entries.values.count(where: { $0.isStranger && !$0.isEnding && $0.peer == peer }) >= mostStrangers {
      endIdlest { $0.peer == peer }
    }
    if entries.values.count(where: { !$0.isEnding }) >= most {
      guard endIdlest({ _ in true }) else { return false }
    }
    events += 1
    entries[descriptor] = Entry(peer: peer, used: events)
    return true
  }

  /// Ends the connection of a stranger; its thread then removes it. A client whose request has arrived but has not been
  /// looked at yet is not idle.
  @discardableResult
  private mutating func endIdlest(_ isMeant: (Entry) -> Bool) -> Bool {
    let strangers = entries.filter {
      $0.value.isStranger && !$0.value.isEnding && isMeant($0.value) && !Socket.hasInput($0.key)
    }
    guard let idlest = strangers.min(by: { $0.value.used < $1.value.used })?.key else { return false }
    entries[idlest]?.isEnding = true
    shutdown(idlest, Int32(SHUT_RDWR))
    return true
  }

  /// Notes that a request has arrived on a connection.
  mutating func use(_ descriptor: Int32) {
    events += 1
    entries[descriptor]?.used = events
  }

  /// Notes that the client has shown a token.
  ///
  /// - Parameter holder: the name of the token; nil for the owner's.
  /// - Returns: whether there is room for another connection of this token.
  mutating func trust(_ descriptor: Int32, of holder: String?) -> Bool {
    if let holder, entries[descriptor]?.holder != holder,
      entries.values.count(where: { $0.holder == holder }) >= mostOfToken
    {
      return false
    }
    entries[descriptor]?.isStranger = false
    entries[descriptor]?.holder = holder
    return true
  }

  /// Must be called before the descriptor is closed, whose number may be used again.
  mutating func remove(_ descriptor: Int32) {
    entries[descriptor] = nil
  }
}

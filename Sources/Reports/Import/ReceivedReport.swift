import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries
package import Presentation

/// The log of what was delivered over the network, for people and for scripts.
package struct ReceivedReport {
  /// The newest first.
  private let deliveries: [ReceivedDelivery]

  /// - Parameter deliveries: the newest first.
  package init(_ deliveries: [ReceivedDelivery]) {
    self.deliveries = deliveries
  }

  /// The newest entry of each sender and feed.
  package var latest: [ReceivedDelivery] { deliveries.uniqued { [$0.sender, $0.feed] } }

  /// A line for each, the oldest first.
  package var lines: [String] {
    guard !deliveries.isEmpty else { return ["Nothing was delivered yet."] }
    let counts = ["Received", "Stored", "Unchanged", "Covered", "Replaced", "Skipped"]
    var table = TextTable(
      alignments: [.left, .left, .left] + counts.map { _ in .right } + [.left],
      rows: [["Time", "Sender", "Feed"] + counts + [""]])
    for delivery in deliveries.reversed() {
      let numbers = [
        delivery.received, delivery.stored, delivery.unchanged, delivery.covered, delivery.replaced, delivery.skipped,
      ]
      table.rows.append(
        [delivery.time.formatted(.iso8601), delivery.senderName, delivery.feed]
          + numbers.map { delivery.problem == nil ? String($0) : "-" } + [delivery.note ?? ""])
    }
    return table.lines()
  }

  /// What the latest deliveries lost, as sentences: nothing if all of them were stored completely.
  package func problems(_ formatting: Formatting) -> [String] {
    latest.compactMap { delivery in
      // What strangers tried is no loss.
      guard delivery.sender != ReceivedDelivery.stranger else { return nil }
      guard let note = delivery.note else { return nil }
      let what =
        "The last delivery of \(delivery.senderName) to \(delivery.feed), \(delivery.time.formatted(.iso8601)), "
      guard delivery.problem == nil else { return what + "was refused: \(note)" }
      return what + "skipped \(delivery.skipped) of \(formatting.count(delivery.received, "record")): \(note)."
    }
  }

  package var json: [ReceivedJSON] { deliveries.map(ReceivedJSON.init) }
}

extension ReceivedDelivery {
  package var senderName: String { sender.isEmpty ? "owner" : sender }

  /// Why it was refused, or why something was skipped: `3 unknownType, 1 badDate`; nil if there is nothing to say.
  package var note: String? {
    if let problem { return problem }
    guard skipped > 0 else { return nil }
    return skipCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}

/// A delivery in the JSON format for scripts.
package struct ReceivedJSON: Encodable {
  let time: String
  /// Absent without a valid token.
  let sender: String?
  let feed: String
  let refused: Bool
  let problem: String?
  let received: Int
  let stored: Int
  let unchanged: Int
  let covered: Int
  let replaced: Int
  let skipped: Int
  let skipCounts: [String: Int]

  package init(_ delivery: ReceivedDelivery) {
    time = delivery.time.formatted(.iso8601)
    sender = delivery.sender == ReceivedDelivery.stranger ? nil : delivery.senderName
    feed = delivery.feed
    (refused, problem) = (delivery.problem != nil, delivery.problem)
    (received, stored, unchanged) = (delivery.received, delivery.stored, delivery.unchanged)
    (covered, replaced, skipped) = (delivery.covered, delivery.replaced, delivery.skipped)
    skipCounts = delivery.skipCounts
  }
}

import Foundation
import HealthModel
import Presentation
import Synchronization

/// Counters in the text format of Prometheus.
final class ServerMetrics: Sendable {
  private struct Key: Hashable {
    var route: String
    var status: Int
  }

  private struct State {
    var requests: [Key: Int] = [:]
    var bytesReceived = 0
    var records: [String: Int] = [:]
    var lastDelivery: Date?
  }

  private let state = Mutex(State())
  private let started: Date

  init(started: Date) {
    self.started = started
  }

  func count(route: String, status: Int) {
    state.withLock { $0.requests[Key(route: route, status: status), default: 0] += 1 }
  }

  func count(bytes: Int) {
    state.withLock { $0.bytesReceived += bytes }
  }

  /// Counts a delivery and its records by result.
  func count(records: [String: Int], at now: Date) {
    state.withLock { state in
      for (outcome, count) in records { state.records[outcome, default: 0] += count }
      state.lastDelivery = now
    }
  }

  /// - Parameters:
  ///   - connections: the current number.
  ///   - today: nil while there is no store.
  func text(connections: Int, today: DaySummary?) -> String {
    let state = state.withLock { $0 }
    var lines = [
      "# HELP ringtop_requests_total Requests by route and status.", "# TYPE ringtop_requests_total counter",
    ]
    for (key, count) in state.requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
      lines.append("ringtop_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(count)")
    }
    lines += [
      "# HELP ringtop_records_total Records of deliveries by what became of them.",
      "# TYPE ringtop_records_total counter",
    ]
    for (outcome, count) in state.records.sorted(by: { $0.key < $1.key }) {
      lines.append("ringtop_records_total{outcome=\"\(outcome)\"} \(count)")
    }
    lines += [
      "# HELP ringtop_received_bytes_total Bytes of bodies.", "# TYPE ringtop_received_bytes_total counter",
      "ringtop_received_bytes_total \(state.bytesReceived)",
      "# HELP ringtop_connections Connections at the moment.", "# TYPE ringtop_connections gauge",
      "ringtop_connections \(connections)",
      "# HELP ringtop_start_time_seconds When the server began.", "# TYPE ringtop_start_time_seconds gauge",
      "ringtop_start_time_seconds \(Int(started.timeIntervalSince1970))",
    ]
    if let last = state.lastDelivery {
      lines += [
        "# HELP ringtop_last_delivery_time_seconds When the last delivery was stored.",
        "# TYPE ringtop_last_delivery_time_seconds gauge",
        "ringtop_last_delivery_time_seconds \(Int(last.timeIntervalSince1970))",
      ]
    }
    if let today { lines += Self.rings(today) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is unknown has no line.
  private static func rings(_ today: DaySummary) -> [String] {
    func gauge(_ name: String, _ help: String, _ value: (RingValue) -> Double?) -> [String] {
      let lines = Ring.allCases.compactMap { ring in
        value(today[ring]).map { number in
          "\(name){ring=\"\(ring.key)\",unit=\"\(ring.unit(today.moveMode).symbol)\"} \(number)"
        }
      }
      return lines.isEmpty ? [] : ["# HELP \(name) \(help)", "# TYPE \(name) gauge"] + lines
    }
    return gauge("ringtop_ring_value", "What today has of each ring.", \.value)
      + gauge("ringtop_ring_goal", "The goal of each ring today.", \.goal)
      + [
        "# HELP ringtop_ring_paused Whether the rings are paused today.", "# TYPE ringtop_ring_paused gauge",
        "ringtop_ring_paused \(today.isPaused ? 1 : 0)",
      ]
  }
}

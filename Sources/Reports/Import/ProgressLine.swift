package import Foundation
package import HealthImport
import Presentation
import Processes

/// The progress of long-running work, as a line on standard error.
package final class ProgressLine {
  private let isShown: Bool
  private let clock: @Sendable () -> Date
  private let started: Date
  private var lastShown = Date.distantPast

  package init(isShown: Bool, clock: @escaping @Sendable () -> Date) {
    self.isShown = isShown
    self.clock = clock
    started = clock()
  }

  /// Redraws the line of an import.
  package func show(_ progress: ImportProgress) {
    draw { Self.text(progress, elapsed: $0) }
  }

  /// Redraws the line of other work, once it has lasted long enough to be noticed.
  ///
  /// - Parameter fraction: the completed fraction, from 0 to 1.
  package func show(_ fraction: Double) {
    draw { elapsed in elapsed < 0.3 ? nil : Self.text(fraction, elapsed: elapsed) }
  }

  /// Draws at most ten times a second.
  private func draw(_ text: (_ elapsed: TimeInterval) -> String?) {
    guard isShown else { return }
    let now = clock()
    guard now.timeIntervalSince(lastShown) >= 0.1, let text = text(now.timeIntervalSince(started)) else { return }
    lastShown = now
    Output.draw(progress: "\r\u{1B}[K\(text)")
  }

  package func clear() {
    guard lastShown != .distantPast else { return }
    Output.draw(progress: "\r\u{1B}[K")
  }

  /// `━━━━━━━━──────────────  38%  76 of 200 MB  182,000 records  120 MB/s  1 s left`
  static func text(_ progress: ImportProgress, elapsed: TimeInterval) -> String {
    let fraction =
      progress.bytesTotal > 0 ? min(1, Double(progress.bytesDone) / Double(progress.bytesTotal)) : 0
    let rate = elapsed > 0 ? Double(progress.bytesDone) / elapsed : 0
    var parts = [
      bar(fraction),
      "\(megabytes(progress.bytesDone)) of \(megabytes(progress.bytesTotal)) MB",
      "\(Formatting.english.number(progress.records)) records", "\(Int(rate / 1e6)) MB/s",
    ]
    if rate > 0 { parts.append(left(Double(progress.bytesTotal - progress.bytesDone) / rate)) }
    return parts.joined(separator: "  ")
  }

  /// `━━━━━━━━──────────────  38%  4 s left`
  static func text(_ fraction: Double, elapsed: TimeInterval) -> String {
    // A small fraction does not allow an estimate.
    fraction < 0.05 ? bar(fraction) : bar(fraction) + "  " + left(elapsed * (1 / fraction - 1))
  }

  private static func bar(_ fraction: Double) -> String {
    let width = 22
    let fraction = min(max(fraction, 0), 1)
    let full = Int(fraction * Double(width))
    return String(repeating: "━", count: full) + String(repeating: "─", count: width - full)
      + "  \(Int(fraction * 100)) %"
  }

  private static func left(_ seconds: TimeInterval) -> String {
    seconds < 60 ? "\(Int(seconds.rounded(.up))) s left" : "\(Int((seconds / 60).rounded(.up))) min left"
  }

  private static func megabytes(_ bytes: Int) -> String {
    bytes < 10_000_000 ? String(Double(bytes / 100_000) / 10) : String(bytes / 1_000_000)
  }
}

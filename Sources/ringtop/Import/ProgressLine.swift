import Foundation
import HealthImport

/// The line on standard error that says how far an import is.
final class ProgressLine {
  private let isShown: Bool
  private let clock: @Sendable () -> Date
  private let started: Date
  private var lastShown = Date.distantPast

  init(isShown: Bool, clock: @escaping @Sendable () -> Date) {
    self.isShown = isShown
    self.clock = clock
    started = clock()
  }

  /// Draws the line anew, at most ten times a second.
  func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = clock()
    guard now.timeIntervalSince(lastShown) >= 0.1 else { return }
    lastShown = now
    Output.draw(progress: "\r\u{1B}[K\(Self.text(progress, elapsed: now.timeIntervalSince(started)))")
  }

  func clear() {
    guard isShown else { return }
    Output.draw(progress: "\r\u{1B}[K")
  }

  /// `━━━━━━━━──────────────  38 %  76 of 200 MB  182,000 records  120 MB/s  1 s left`
  static func text(_ progress: ImportProgress, elapsed: TimeInterval) -> String {
    let fraction =
      progress.bytesTotal > 0 ? min(1, Double(progress.bytesDone) / Double(progress.bytesTotal)) : 0
    let width = 22
    let full = Int(fraction * Double(width))
    let bar = String(repeating: "━", count: full) + String(repeating: "─", count: width - full)
    let rate = elapsed > 0 ? Double(progress.bytesDone) / elapsed : 0
    var parts = [
      bar, "\(Int(fraction * 100)) %",
      "\(megabytes(progress.bytesDone)) of \(megabytes(progress.bytesTotal)) MB",
      "\(ImportText.count(progress.records)) records", "\(Int(rate / 1e6)) MB/s",
    ]
    if rate > 0 {
      let left = Double(progress.bytesTotal - progress.bytesDone) / rate
      parts.append(left < 60 ? "\(Int(left.rounded(.up))) s left" : "\(Int((left / 60).rounded(.up))) min left")
    }
    return parts.joined(separator: "  ")
  }

  private static func megabytes(_ bytes: Int) -> String {
    bytes < 10_000_000 ? String(Double(bytes / 100_000) / 10) : String(bytes / 1_000_000)
  }
}

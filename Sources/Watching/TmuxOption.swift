import Foundation
import HealthDatabase
import Processes
import Reports
import StatusLine
import TerminalModel

/// Sets a tmux option to the status line whenever that changes.
struct TmuxOption {
  let name: String
  private let reader: StatusReader
  private let hasColors: Bool
  private var last: String?

  init(_ name: String, store: StoreConnection, hasColors: Bool) {
    self.name = name
    self.hasColors = hasColors
    reader = StatusReader(store: store, needsStreak: false)
  }

  /// If tmux is not running, nothing happens, and the next change tries again.
  mutating func step(now: Date) throws {
    let snapshot = try reader.snapshot(at: now, isStrict: false)
    let style = StatusStyle(figure: .rings, glyphs: .block, width: nil, colors: hasColors)
    let line = snapshot.line(format: .tmux, style: style, template: nil, followed: true)
    guard line != last else { return }
    let value = StatusFormat.tmuxOptionValue(line)
    let tmux = try ChildProcess("tmux", ["set-option", "-g", "--", name, value], streams: .none)
    last = tmux.wait(timeout: .seconds(2)) == 0 ? line : nil
  }
}

package import Configuration
import Foundation
import TerminalImages
import TerminalModel

extension AlertWord {
  /// The sequence that makes a terminal alert its user.
  package func bytes(_ text: String, isInsideTmux: Bool) -> [UInt8] {
    let text = PrintableText.line(text)
    let sequence: [UInt8]
    switch self {
    case .off: return []
    // tmux handles the bell itself.
    case .bell: return [0x07]
    case .osc9: sequence = Array("\u{1B}]9;\(text)\u{07}".utf8)
    // A semicolon would begin the next part.
    case .osc777: sequence = Array("\u{1B}]777;notify;ringtop;\(text.replacing(";", with: ","))\u{07}".utf8)
    }
    return isInsideTmux ? Passthrough.tmux(sequence) : sequence
  }
}

/// The clipboard of the terminal's user, also over ssh: OSC 52.
package enum Clipboard {
  /// xterm and tmux ignore longer sequences.
  private static let longest = 74_000

  /// The sequence that stores a text; a text that is too long ends at the end of a line.
  package static func bytes(_ text: String, isInsideTmux: Bool) -> [UInt8] {
    var bytes = Array(text.utf8.prefix(longest / 4 * 3))
    if bytes.count < text.utf8.count { bytes = Array(bytes[...(bytes.lastIndex(of: 10) ?? bytes.startIndex)]) }
    let sequence = Array("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{07}".utf8)
    // tmux stores it itself with set-clipboard on, and forwards it with allow-passthrough on.
    return isInsideTmux ? sequence + Passthrough.tmux(sequence) : sequence
  }
}

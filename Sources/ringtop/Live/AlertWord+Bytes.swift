import Configuration
import TerminalImages
import TerminalModel

extension AlertWord {
  /// The sequence that makes a terminal alert its user.
  func bytes(_ text: String, isInsideTmux: Bool) -> [UInt8] {
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

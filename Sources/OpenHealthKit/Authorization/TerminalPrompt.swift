import Dispatch

extension HKHealthStore {
  /// Puts a client's request to the person at the controlling terminal, `/dev/tty`, and leaves standard input and output
  /// to the program.
  ///
  /// Where there is no such terminal, or the program runs in its background, nobody is asked.
  public struct TerminalPrompt: AuthorizationDelegate {
    private let path: String

    /// A prompt on the controlling terminal.
    public init() {
      self.init(path: "/dev/tty")
    }

    init(path: String) {
      self.path = path
    }

    // One dialogue at a time in a process, whichever store it is about; and a thread that may wait.
    private static let queue = DispatchQueue(label: "OpenHealthKit.TerminalPrompt")

    public func answer(to request: AuthorizationRequest) async -> AuthorizationAnswer? {
      await withCheckedContinuation { continuation in
        Self.queue.async { [path] in
          guard let terminal = QuestionTerminal(path: path) else { return continuation.resume(returning: nil) }
          continuation.resume(returning: ConsentDialogue(request).answer(ask: terminal.ask))
        }
      }
    }
  }
}

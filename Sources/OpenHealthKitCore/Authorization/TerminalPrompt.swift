import Dispatch

extension HKHealthStore {
  /// Presents a client's request on the controlling terminal, `/dev/tty`, without using standard input and output.
  ///
  /// If there is no such terminal, or the program runs in the background, the request is not presented.
  public struct TerminalPrompt: AuthorizationDelegate {
    private let path: String

    /// A prompt on the controlling terminal.
    public init() {
      self.init(path: "/dev/tty")
    }

    init(path: String) {
      self.path = path
    }

    // One dialogue at a time per process, for all stores, on a thread that may block.
    private static let queue = DispatchQueue(label: "OpenHealthKit.TerminalPrompt")

    /// Asks on the controlling terminal; nil without one, and without an answer.
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

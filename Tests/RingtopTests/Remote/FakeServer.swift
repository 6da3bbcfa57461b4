import Foundation
import Synchronization

@testable import Serving

/// A server that replies to every request with the same bytes.
final class FakeServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let state = Mutex<Data?>(nil)
  private let answers = Atomic<Int>(0)

  /// The number of requests that were answered.
  var answered: Int { answers.load(ordering: .relaxed) }

  /// Nil for a server that accepts connections and sends nothing.
  var answer: Data? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The folder in which a program caches the server's responses.
  var folder: String { (try? RemoteAddress("http://127.0.0.1:\(port)").fileName) ?? "" }

  /// - Parameter port: 0 for any.
  init(port: UInt16 = 0) throws {
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    Socket.set(SOL_SOCKET, SO_REUSEADDR, 1, listener)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw Overdue(description: "no port: \(errno)") }
    self.port = UInt16(bigEndian: address.sin_port)
    Thread { [weak self] in
      var silent: [Int32] = []
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, let self else { break }
        guard let answer = self.answer else {
          silent.append(descriptor)
          continue
        }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = recv(descriptor, &request, request.count, 0)
        HTTPClient.send(Array(answer), to: descriptor)
        self.answers.add(1, ordering: .relaxed)
        shutdown(descriptor, Int32(SHUT_WR))
        _ = recv(descriptor, &request, request.count, 0)
        close(descriptor)
      }
      for descriptor in silent { close(descriptor) }
    }.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

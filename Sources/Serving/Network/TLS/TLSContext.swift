import Foundation
import HealthModel
import Processes
import Synchronization

/// The configuration shared by all connections of a server or a client.
final class TLSContext: @unchecked Sendable {
  // Unchecked because of the pointer: OpenSSL allows all threads to use the object once it is configured, as it is
  // here.

  let library: OpenSSL
  let pointer: OpenSSL.Pointer

  private init(_ library: OpenSSL, _ method: OpenSSL.Pointer?) throws {
    self.library = library
    guard let pointer = library.newContext(method) else {
      throw Failure(.failed, "TLS cannot be set up: \(library.reason()).")
    }
    self.pointer = pointer
    guard
      library.controlContext(pointer, OpenSSL.Constant.controlMinimumVersion, OpenSSL.Constant.version12, nil) == 1
    else { throw Failure(.failed, "TLS cannot be set up: \(library.reason()).") }
  }

  deinit {
    library.freeContext(pointer)
  }

  /// For a server with this certificate, followed in the same file by the intermediate certificates.
  ///
  /// - Throws: `Failure` if the files cannot be read or do not match.
  convenience init(certificate: String, key: String) throws {
    let library = try OpenSSL.require()
    try self.init(library, library.serverMethod())
    for path in [certificate, key] where access(path, R_OK) != 0 {
      throw Failure(.noInput, "\(path) cannot be read: \(SystemError.text(errno)).")
    }
    // No prompt for a key's password: a server starts unattended.
    library.setPasswordCallback(pointer) { _, _, _, _ in 0 }
    library.clearErrors()
    guard library.useCertificateChain(pointer, certificate) == 1 else {
      throw Failure(.badData, "\(certificate) is not a certificate in PEM format: \(library.reason()).")
    }
    guard library.usePrivateKey(pointer, key, OpenSSL.Constant.filetypePEM) == 1 else {
      throw Failure(.badData, "\(key) is not the certificate's private key in PEM format: \(library.reason()).")
    }
    guard library.checkPrivateKey(pointer) == 1 else {
      throw Failure(.badData, "\(key) is not the private key of \(certificate).")
    }
  }

  /// For clients: a server must have a certificate for exactly the requested host, from an authority that this system
  /// trusts, or that `SSL_CERT_FILE` names.
  static func client() throws -> TLSContext {
    try known.withLock { known in
      if let known { return known }
      let context = try client(OpenSSL.require())
      known = context
      return context
    }
  }

  static func client(_ library: OpenSSL) throws -> TLSContext {
    let context = try TLSContext(library, library.clientMethod())
    guard library.useSystemAuthorities(context.pointer) == 1 else {
      throw Failure(.failed, "TLS cannot be set up: \(library.reason()).")
    }
    library.setVerification(context.pointer, OpenSSL.Constant.verifyPeer, nil)
    return context
  }

  private static let known = Mutex<TLSContext?>(nil)
}

/// A server's certificate, reloaded when its files change: certificates are renewed while a server runs.
package final class TLSIdentity: Sendable {
  private struct State {
    var context: TLSContext
    var stamp: [Int]
  }

  private let certificate: String
  private let key: String
  private let state: Mutex<State>

  /// - Throws: `Failure` if there is no such certificate.
  package init(certificate: String, key: String) throws {
    (self.certificate, self.key) = (certificate, key)
    state = Mutex(
      State(
        context: try TLSContext(certificate: certificate, key: key), stamp: Self.stamp([certificate, key])))
  }

  /// For the next connection. If new files are unusable, the old certificate remains in use, which is reported once.
  var context: TLSContext {
    state.withLock { state in
      let stamp = Self.stamp([certificate, key])
      if stamp != state.stamp { load(&state, stamp) }
      return state.context
    }
  }

  /// Reads the files again, whether they have changed or not.
  package func reload() {
    state.withLock { load(&$0, Self.stamp([certificate, key])) }
  }

  private func load(_ state: inout State, _ stamp: [Int]) {
    state.stamp = stamp
    do {
      state.context = try TLSContext(certificate: certificate, key: key)
    } catch {
      Output.report("The previous certificate remains in use: " + Failure(error).sentence)
    }
  }

  private static func stamp(_ paths: [String]) -> [Int] {
    paths.flatMap { path -> [Int] in
      var status = stat()
      guard stat(path, &status) == 0 else { return [0] }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return [Int(status.st_ino), Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size)]
    }
  }
}

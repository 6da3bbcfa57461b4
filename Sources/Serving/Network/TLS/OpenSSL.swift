import Foundation
import Processes

/// The system's OpenSSL 3, loaded when TLS is first used: without TLS the library is not needed, and costs no time.
///
/// The parts of its interface used here have not changed since version 1.1.1.
struct OpenSSL: Sendable {
  typealias Pointer = OpaquePointer

  let serverMethod: @convention(c) () -> Pointer?
  let clientMethod: @convention(c) () -> Pointer?
  let newContext: @convention(c) (Pointer?) -> Pointer?
  let freeContext: @convention(c) (Pointer?) -> Void
  let controlContext: @convention(c) (Pointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
  let setPasswordCallback:
    @convention(c) (
      Pointer?,
      (@convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32)?
    ) -> Void
  let useCertificateChain: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32
  let usePrivateKey: @convention(c) (Pointer?, UnsafePointer<CChar>, Int32) -> Int32
  let checkPrivateKey: @convention(c) (Pointer?) -> Int32
  let useSystemAuthorities: @convention(c) (Pointer?) -> Int32
  let setVerification: @convention(c) (Pointer?, Int32, Pointer?) -> Void
  let newSession: @convention(c) (Pointer?) -> Pointer?
  let freeSession: @convention(c) (Pointer?) -> Void
  let setStreams: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
  let beginAccepting: @convention(c) (Pointer?) -> Void
  let beginConnecting: @convention(c) (Pointer?) -> Void
  let handshake: @convention(c) (Pointer?) -> Int32
  let read: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  let write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
  let shutdown: @convention(c) (Pointer?) -> Int32
  let error: @convention(c) (Pointer?, Int32) -> Int32
  let controlSession: @convention(c) (Pointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
  /// Replaced in tests.
  var expectHost: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32
  let parameters: @convention(c) (Pointer?) -> Pointer?
  let expectAddress: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Int32
  let verification: @convention(c) (Pointer?) -> Int
  let verificationText: @convention(c) (Int) -> UnsafePointer<CChar>?
  let memory: @convention(c) () -> Pointer?
  let newStream: @convention(c) (Pointer?) -> Pointer?
  let readStream: @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  let writeStream: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
  let pending: @convention(c) (Pointer?) -> Int
  let nextError: @convention(c) () -> UInt
  let clearErrors: @convention(c) () -> Void
  let errorReason: @convention(c) (UInt) -> UnsafePointer<CChar>?

  /// Constants of its headers.
  enum Constant {
    static let filetypePEM: Int32 = 1
    static let verifyPeer: Int32 = 1
    static let errorWantRead: Int32 = 2
    static let errorZeroReturn: Int32 = 6
    static let controlMinimumVersion: Int32 = 123
    static let controlServerName: Int32 = 55
    static let version12 = 0x0303
    static let verified = 0
  }

  #if canImport(Darwin)
    private static let names = [
      "/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib", "/usr/local/opt/openssl@3/lib/libssl.3.dylib",
    ]
  #else
    private static let names = ["libssl.so.3"]
  #endif

  /// The library; nil if the system has none.
  static let shared: OpenSSL? = {
    for name in names {
      if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL), let loaded = OpenSSL(library) { return loaded }
    }
    return nil
  }()

  /// - Throws: `Failure` if the system has no such library.
  static func require() throws -> OpenSSL {
    guard let shared else {
      throw Failure(.failed, "TLS needs OpenSSL 3, which is not installed (libssl.so.3, in the package libssl3).")
    }
    return shared
  }

  /// - Parameter library: the handle from `dlopen`. libcrypto is loaded with it, and its symbols are found through
  ///   it.
  private init?(_ library: UnsafeMutableRawPointer) {
    var isWhole = true
    func find<Function>(_ name: String) -> Function {
      if let symbol = dlsym(library, name) { return unsafeBitCast(symbol, to: Function.self) }
      // Never called: without all symbols there is no instance.
      isWhole = false
      let missing: @convention(c) () -> Void = {}
      return unsafeBitCast(missing, to: Function.self)
    }
    serverMethod = find("TLS_server_method")
    clientMethod = find("TLS_client_method")
    newContext = find("SSL_CTX_new")
    freeContext = find("SSL_CTX_free")
    controlContext = find("SSL_CTX_ctrl")
    setPasswordCallback = find("SSL_CTX_set_default_passwd_cb")
    useCertificateChain = find("SSL_CTX_use_certificate_chain_file")
    usePrivateKey = find("SSL_CTX_use_PrivateKey_file")
    checkPrivateKey = find("SSL_CTX_check_private_key")
    useSystemAuthorities = find("SSL_CTX_set_default_verify_paths")
    setVerification = find("SSL_CTX_set_verify")
    newSession = find("SSL_new")
    freeSession = find("SSL_free")
    setStreams = find("SSL_set_bio")
    beginAccepting = find("SSL_set_accept_state")
    beginConnecting = find("SSL_set_connect_state")
    handshake = find("SSL_do_handshake")
    read = find("SSL_read")
    write = find("SSL_write")
    shutdown = find("SSL_shutdown")
    error = find("SSL_get_error")
    controlSession = find("SSL_ctrl")
    expectHost = find("SSL_set1_host")
    parameters = find("SSL_get0_param")
    expectAddress = find("X509_VERIFY_PARAM_set1_ip_asc")
    verification = find("SSL_get_verify_result")
    verificationText = find("X509_verify_cert_error_string")
    memory = find("BIO_s_mem")
    newStream = find("BIO_new")
    readStream = find("BIO_read")
    writeStream = find("BIO_write")
    pending = find("BIO_ctrl_pending")
    nextError = find("ERR_get_error")
    clearErrors = find("ERR_clear_error")
    errorReason = find("ERR_reason_error_string")
    guard isWhole else { return nil }
  }

  /// The library's description of the last error, in a few words.
  func reason() -> String {
    let code = nextError()
    clearErrors()
    return errorReason(code).map { String(cString: $0) } ?? "unknown reason"
  }
}

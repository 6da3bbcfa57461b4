import CQREncode

/// A QR code of bytes, with error correction level M.
struct QRCode {
  /// Modules per side, without the quiet zone.
  let size: Int
  private let modules: [UInt8]

  /// - Returns: nil for no bytes, or more than the maximum of 2,331.
  init?(_ bytes: [UInt8]) {
    guard let count = Int32(exactly: bytes.count), let code = QRcode_encodeData(count, bytes, 0, QR_ECLEVEL_M) else {
      return nil
    }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    modules = Array(UnsafeBufferPointer(start: code.pointee.data, count: size * size))
  }

  /// Whether a module is dark; those outside are light.
  subscript(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < size, row < size else { return false }
    // The other bits say what the module is for.
    return modules[row * size + column] & 1 == 1
  }
}

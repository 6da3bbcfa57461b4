import FoundationEssentials

extension [UInt8] {
  /// The bytes as base64 in ASCII.
  var base64: [UInt8] { Array(Data(self).base64EncodedString().utf8) }
}

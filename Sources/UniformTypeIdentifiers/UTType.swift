/// A uniform type identifier: `com.adobe.pdf`. Contains the part of Apple's type that HealthKit programs need, where
/// Apple's is absent.
public struct UTType: Hashable, Sendable {
  /// The identifier.
  public let identifier: String

  /// The type with an identifier; nil if it is malformed.
  public init?(_ identifier: String) {
    let isName = identifier.unicodeScalars.allSatisfy { scalar in
      scalar == "-" || scalar == "." || (scalar.isASCII && scalar.properties.isAlphabetic)
        || ("0"..."9").contains(scalar)
    }
    guard isName, (1...256).contains(identifier.utf8.count) else { return nil }
    self.identifier = identifier
  }

  /// The type of files with a filename extension, without a dot; nil if it is unknown here.
  public init?(filenameExtension: String) {
    let wanted = filenameExtension.lowercased()
    guard let known = Self.extensions.first(where: { $0.names.contains(wanted) }) else { return nil }
    identifier = known.identifier
  }

  private init(known identifier: String) {
    self.identifier = identifier
  }

  /// The filename extension of such files, without a dot; nil if it is unknown here.
  public var preferredFilenameExtension: String? {
    Self.extensions.first { $0.identifier == identifier }?.names.first
  }

  private static let extensions: [(identifier: String, names: [String])] = [
    ("com.adobe.pdf", ["pdf"]), ("public.jpeg", ["jpeg", "jpg"]), ("public.png", ["png"]), ("public.heic", ["heic"]),
    ("public.tiff", ["tiff", "tif"]), ("com.compuserve.gif", ["gif"]), ("public.plain-text", ["txt"]),
    ("public.json", ["json"]), ("public.xml", ["xml"]), ("public.html", ["html", "htm"]),
    ("public.comma-separated-values-text", ["csv"]),
  ]

  /// A folder.
  public static let folder = UTType(known: "public.folder")
  /// Any data.
  public static let data = UTType(known: "public.data")
  /// An image.
  public static let image = UTType(known: "public.image")
  /// Any text.
  public static let text = UTType(known: "public.text")
  /// A PDF document.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// A JPEG image.
  public static let jpeg = UTType(known: "public.jpeg")
  /// A PNG image.
  public static let png = UTType(known: "public.png")
  /// An HEIC image.
  public static let heic = UTType(known: "public.heic")
  /// A TIFF image.
  public static let tiff = UTType(known: "public.tiff")
  /// A GIF image.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// Plain text.
  public static let plainText = UTType(known: "public.plain-text")
  /// JSON.
  public static let json = UTType(known: "public.json")
  /// XML.
  public static let xml = UTType(known: "public.xml")
  /// HTML.
  public static let html = UTType(known: "public.html")
  /// Comma-separated values.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
}

import CPNG
package import TerminalModel

/// The PNG file format.
package enum PNG {
  /// - Returns: the file; nil if the image has no pixels or memory is exhausted.
  package static func encode(_ picture: RasterImage) -> [UInt8]? {
    encode(picture.bytes, colors: nil, width: picture.width, height: picture.height)
  }

  /// Encodes an image of at most 256 colours, in a quarter of the bytes.
  package static func encode(_ picture: PalettedImage) -> [UInt8]? {
    encode(picture.pixels, colors: picture.colors, width: picture.width, height: picture.height)
  }

  private static func encode(_ pixels: [UInt8], colors: [UInt8]?, width: Int, height: Int) -> [UInt8]? {
    guard width > 0, height > 0 else { return nil }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    if let colors {
      image.format |= png_uint_32(PNG_FORMAT_FLAG_COLORMAP)
      image.colormap_entries = png_uint_32(colors.count / 4)
    }
    defer { png_image_free(&image) }
    // Room for incompressible rows, their filter bytes and the surrounding chunks.
    var file = [UInt8](repeating: 0, count: pixels.count + pixels.count / 8 + height + 4096)
    var count = file.count
    guard png_image_write_to_memory(&image, &file, &count, 0, pixels, 0, colors) != 0, count <= file.count else {
      return nil
    }
    file.removeLast(file.count - count)
    return file
  }
}

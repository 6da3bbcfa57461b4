import CPNG
import Rings
import TerminalModel
import Testing

@testable import TerminalImages

@Suite struct PictureFormatTests {
  private static let rings = RingSet(move: 0.83, exercise: 1.4, stand: 0.5)
  private static let day = rings.image(palette: .standard, width: 400, height: 400)

  /// The image as decoded by libpng.
  private func decoded(_ file: [UInt8]) -> RasterImage? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(&image, file, file.count) != 0 else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
    guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { return nil }
    return RasterImage(width: Int(image.width), height: Int(image.height), bytes: bytes)
  }

  /// Peak signal-to-noise ratio on black, in dB.
  private func psnr(_ a: RasterImage, _ b: RasterImage) -> Double {
    let (a, b) = (a.composed(over: RGB(0, 0, 0)), b.composed(over: RGB(0, 0, 0)))
    var error = 0
    for (x, y) in zip(a.bytes, b.bytes) { error += (Int(x) - Int(y)) * (Int(x) - Int(y)) }
    guard error > 0 else { return 99 }
    return 10 * (Double(255 * 255) * Double(a.bytes.count * 3 / 4) / Double(error)).log10
  }

  @Test func `a PNG preserves the picture bit for bit`() throws {
    let file = try #require(PNG.encode(Self.day))
    #expect(decoded(file) == Self.day)
  }

  @Test func `the gradient of a small shape beside large ones shows no steps`() {
    // A quarter million pixels of two gradients, and a narrow shadow.
    let (width, height) = (512, 512)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isShadow = x < 8
        bytes +=
          isShadow ? [0, UInt8(y / 2), 0, 255] : [UInt8(200 + x / 16), UInt8(20 + y / 8), UInt8(60 + x / 8), 255]
      }
    }
    let image = PalettedImage(RasterImage(width: width, height: height, bytes: bytes))
    let shown = (0..<height).map { Int(image.colors[4 * Int(image.pixels[$0 * width]) + 1]) }
    let steps = zip(shown, shown.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 0) <= 12, "\(steps.max() ?? 0)")
  }

  @Test func `a picture of 256 colours is close to the original and small`() throws {
    let paletted = PalettedImage(Self.day)
    #expect(paletted.colors.count <= 256 * 4)
    let file = try #require(PNG.encode(paletted))
    let shown = try #require(decoded(file))
    #expect(psnr(shown, Self.day) > 44)
    #expect(file.count < 25_000)
    // Transparent pixels stay transparent.
    for pixel in stride(from: 3, to: Self.day.bytes.count, by: 4) where Self.day.bytes[pixel] == 0 {
      #expect(shown.bytes[pixel] == 0)
    }
  }

  @Test(arguments: [2, 3, 16, 256])
  func `a palette has no more colours than requested`(count: Int) {
    let image = PalettedImage(Self.day, colors: count)
    #expect(image.colors.count <= count * 4)
    #expect(image.pixels.allSatisfy { Int($0) < image.colors.count / 4 })
  }

  @Test func `an empty picture has no encoding`() {
    #expect(PNG.encode(RasterImage(width: 0, height: 5)) == nil)
    #expect(PalettedImage(RasterImage(width: 0, height: 0)).pixels.isEmpty)
    #expect(decoded(PNG.encode(RasterImage(width: 1, height: 1)) ?? [])?.bytes == [0, 0, 0, 0])
  }

  @Test func `sixels drawn as by a terminal give the picture`() throws {
    let opaque = Self.day.composed(over: RGB(0, 0, 0))
    let screen = try #require(SixelScreen(Sixel.encode(PalettedImage(opaque)), width: 400, height: 400))
    #expect(psnr(screen.image, opaque) > 40)
    // Transparent pixels are not drawn.
    let clear = try #require(SixelScreen(Sixel.encode(PalettedImage(Self.day)), width: 400, height: 400))
    #expect(clear.image.bytes[3] == 0 && clear.image.bytes[4 * (200 * 400 + 200) + 3] == 0)
  }

  @Test func `kitty's commands contain the whole file in chunks of the permitted size`() throws {
    let file = try #require(PNG.encode(PalettedImage(Self.day)))
    let commands = KittyCommand.all(in: KittyGraphics.upload(id: 77, png: file, wantsReply: true))
    #expect(commands.count > 1)
    #expect(commands.allSatisfy { $0.payload.count <= 4096 })
    #expect(commands.first?.keys["i"] == "77" && commands.first?.keys["f"] == "100")
    #expect(commands.dropLast().allSatisfy { $0.keys["m"] == "1" } && commands.last?.keys["m"] == "0")
    #expect(commands.flatMap(\.payload) == file.base64)
  }

  @Test func `each sequence is wrapped for tmux separately, with its escapes doubled`() throws {
    let plain = KittyGraphics.delete(id: 5) + KittyGraphics.delete(id: 6)
    let text = String(decoding: Passthrough.tmux(plain), as: UTF8.self)
    let parts = text.components(between: "\u{1B}Ptmux;", and: "\u{1B}\\")
    #expect(parts.count == 2)
    #expect(parts.joined().replacing("\u{1B}\u{1B}", with: "\u{1B}") == String(decoding: plain, as: UTF8.self))
  }

  @Test func `placeholders encode rows and columns in their combining marks`() {
    #expect(PicturePlaceholder.limit == 297)
    #expect(PicturePlaceholder.mark(0) == "\u{305}" && PicturePlaceholder.mark(1) == "\u{30D}")
    #expect(PicturePlaceholder.mark(296) == "\u{1D244}" && PicturePlaceholder.mark(297) == nil)
    #expect(PicturePlaceholder.mark(-1) == nil)
    #expect(Array(PicturePlaceholder.text(row: 2, column: 1).unicodeScalars) == ["\u{10EEEE}", "\u{30E}", "\u{30D}"])
  }
}

package import TerminalModel

/// An image with a palette of at most 256 colours.
package struct PalettedImage: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green, blue and alpha of each colour.
  package let colors: [UInt8]
  /// The palette index of each pixel, row by row.
  package let pixels: [UInt8]

  /// Quantizes an image to a palette by median cut, without dithering: areas of one colour keep one colour.
  ///
  /// Boxes of colours are split at the mean of their widest channel until there are enough of them, and every pixel
  /// gets the mean of its box. Nearly transparent pixels share one colour, the first.
  ///
  /// - Parameter count: the maximum number of colours, 2...256.
  /// - Complexity: O(*n*) in the pixels, and O(*m* log *m*) in the colours.
  package init(_ picture: RasterImage, colors count: Int = 256) {
    width = picture.width
    height = picture.height
    var places: [UInt32: Int] = [:]
    var entries: [Entry] = []
    var order = [Int](repeating: 0, count: width * height)
    var last: (color: UInt32, place: Int)?
    picture.bytes.withUnsafeBytes { bytes in
      for pixel in order.indices {
        var color = bytes.loadUnaligned(fromByteOffset: 4 * pixel, as: UInt32.self)
        if bytes[4 * pixel + 3] == 0 { color = 0 }
        if let last, last.color == color {
          entries[last.place].count += 1
          order[pixel] = last.place
          continue
        }
        let place = places[color] ?? entries.count
        if place == entries.count {
          places[color] = place
          let channels = (0..<4).map { bytes[4 * pixel + $0] }
          entries.append(
            Entry(channels: SIMD4(channels[0], channels[1], channels[2], color == 0 ? 0 : channels[3]), count: 0))
        }
        entries[place].count += 1
        order[pixel] = place
        last = (color, place)
      }
    }
    var members = Array(entries.indices)
    members.removeAll { entries[$0].channels.w == 0 }
    var boxes: [Box] = members.isEmpty ? [] : [Box(0..<members.count, members, entries)]
    while boxes.count < max(2, min(256, count)) - 1 {
      guard let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }), boxes[widest].error > 0 else {
        break
      }
      let box = boxes[widest]
      members[box.range].sort { entries[$0].channels[box.channel] < entries[$1].channels[box.channel] }
      let cut = box.cut(members, entries)
      boxes[widest] = Box(box.range.lowerBound..<cut, members, entries)
      boxes.append(Box(cut..<box.range.upperBound, members, entries))
    }
    var index = [UInt8](repeating: 0, count: entries.count)
    var colors: [UInt8] = [0, 0, 0, 0]
    for (number, box) in boxes.enumerated() {
      for member in members[box.range] { index[member] = UInt8(number + 1) }
      for channel in 0..<4 { colors.append(UInt8(min(255, max(0, box.mean[channel].rounded())))) }
    }
    self.colors = colors
    pixels = order.map { index[$0] }
  }

  fileprivate struct Entry {
    var channels: SIMD4<UInt8>
    /// The number of pixels with this colour.
    var count: Int
  }

  /// A set of similar colours.
  fileprivate struct Box {
    let range: Range<Int>
    let mean: SIMD4<Float>
    /// The channel with the largest spread, and its squared error, which counts less the more pixels there are: otherwise
    /// the gradients of small shapes, such as shadows, would get too few colours and show steps.
    let channel: Int
    let error: Float

    init(_ range: Range<Int>, _ members: [Int], _ entries: [Entry]) {
      self.range = range
      var sum = SIMD4<Double>(repeating: 0)
      var squares = SIMD4<Double>(repeating: 0)
      var total = 0.0
      for member in members[range] {
        let color = SIMD4<Double>(entries[member].channels)
        let count = Double(entries[member].count)
        sum += color * count
        squares += color * color * count
        total += count
      }
      let mean = sum / total
      let errors = squares - mean * sum
      self.mean = SIMD4<Float>(mean)
      channel = (0..<4).max { errors[$0] < errors[$1] } ?? 0
      error = range.count > 1 ? Float(errors[channel] / total.squareRoot().squareRoot()) : 0
    }

    /// The index at which the colours, sorted by the channel, cross their mean; always inside the range.
    func cut(_ members: [Int], _ entries: [Entry]) -> Int {
      let place = members[range].firstIndex { Float(entries[$0].channels[channel]) > mean[channel] }
      return min(max(place ?? range.upperBound - 1, range.lowerBound + 1), range.upperBound - 1)
    }
  }
}

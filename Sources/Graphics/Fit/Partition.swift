/// A division of a cell into two areas, with the symbols that draw it.
///
/// A symbol and its reverse divide the cell in the same way, so only one of the two is fitted.
struct Partition: Sendable {
  let mask: SymbolMask
  let shape: Shape

  /// Inks the mask.
  var symbol: Unicode.Scalar? { shape.symbol }
  /// Inks everything but the mask.
  var reverse: Unicode.Scalar? { shape.reverse }

  init(_ mask: SymbolMask, symbol: Unicode.Scalar?, reverse: Unicode.Scalar?) {
    self.mask = mask
    shape = Shape(mask, symbol: symbol, reverse: reverse)
  }

  /// The symbols and sums of a partition, without its mask: copying one does not touch a reference count.
  struct Shape: Sendable {
    /// Inks the mask.
    let symbol: Unicode.Scalar?
    /// Inks everything but the mask.
    let reverse: Unicode.Scalar?
    /// Sums over the cell of ink², ink × paper and paper²: the coefficients of the normal equations.
    let inkInk: Float
    let inkPaper: Float
    let paperPaper: Float
    /// The reciprocal of their determinant.
    let scale: Float
  }
}

extension Partition.Shape {
  fileprivate init(_ mask: SymbolMask, symbol: Unicode.Scalar?, reverse: Unicode.Scalar?) {
    self.symbol = symbol
    self.reverse = reverse
    var inkInk: Float = 0
    var inkPaper: Float = 0
    var paperPaper: Float = 0
    for row in mask.rows {
      inkInk += (row * row).sum()
      inkPaper += (row * (1 - row)).sum()
      paperPaper += ((1 - row) * (1 - row)).sum()
    }
    self.inkInk = inkInk
    self.inkPaper = inkPaper
    self.paperPaper = paperPaper
    scale = 1 / (inkInk * paperPaper - inkPaper * inkPaper)
  }

  /// The number of pixels that the mask inks.
  var inkArea: Float { inkInk + inkPaper }

  /// The two colours with the least squared error, from the sums of the colours inside and outside the mask.
  func bestColors(inked: SIMD3<Float>, rest: SIMD3<Float>) -> (ink: SIMD3<Float>, paper: SIMD3<Float>) {
    ((inked * paperPaper - rest * inkPaper) * scale, (rest * inkInk - inked * inkPaper) * scale)
  }

  /// The reduction of the sum of squares by the two colours: the larger, the better the fit.
  func gain(ink: SIMD3<Float>, paper: SIMD3<Float>, inked: SIMD3<Float>, rest: SIMD3<Float>) -> Float {
    2 * (ink.dot(inked) + paper.dot(rest))
      - (inkInk * ink.dot(ink) + 2 * inkPaper * ink.dot(paper) + paperPaper * paper.dot(paper))
  }
}

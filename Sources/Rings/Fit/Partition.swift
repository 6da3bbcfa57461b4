/// A way to cut a cell in two, with the symbols that draw it.
///
/// A symbol and its reverse cut the cell alike, so that only one of both is fitted.
struct Partition {
  let mask: SymbolMask
  /// Inks the mask.
  let symbol: Unicode.Scalar?
  /// Inks all but the mask.
  let reverse: Unicode.Scalar?
  /// Sums over the cell of ink², ink x paper and paper², for the normal equations.
  let inkInk: Float
  let inkPaper: Float
  let paperPaper: Float

  init(_ mask: SymbolMask, symbol: Unicode.Scalar?, reverse: Unicode.Scalar?) {
    self.mask = mask
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
  }
}

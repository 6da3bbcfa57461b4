import TerminalModel

/// Finds the symbol and the two colours that show a cell of the picture best.
struct CellFitter {
  let partitions: [Partition]
  let background: SIMD3<Float>

  /// The cell with the least squared error over the samples.
  func cell(for samples: CellSamples) -> Cell {
    var total = SIMD3<Float>(repeating: 0)
    var outside: Float = 0
    for row in 0..<CellSamples.rows {
      total += SIMD3(samples.red[row].sum(), samples.green[row].sum(), samples.blue[row].sum())
      outside += samples.outside[row].sum()
    }
    if outside > CellSamples.count * 0.97 { return .blank }
    let mean = total / CellSamples.count
    var bestGain = total.dot(mean) + 2 * CellSamples.count
    var best: (partition: Partition, ink: SIMD3<Float>, paper: SIMD3<Float>, inkOutside: Float)?
    for partition in partitions {
      var inked = SIMD3<Float>(repeating: 0)
      var inkOutside: Float = 0
      for row in 0..<CellSamples.rows {
        let mask = partition.mask.rows[row]
        inked += SIMD3(
          (mask * samples.red[row]).sum(), (mask * samples.green[row]).sum(), (mask * samples.blue[row]).sum())
        inkOutside += (mask * samples.outside[row]).sum()
      }
      let rest = total - inked
      let determinant = partition.inkInk * partition.paperPaper - partition.inkPaper * partition.inkPaper
      let ink = (inked * partition.paperPaper - rest * partition.inkPaper) / determinant
      let paper = (rest * partition.inkInk - inked * partition.inkPaper) / determinant
      let gain = ink.dot(inked) + paper.dot(rest)
      if gain > bestGain {
        bestGain = gain
        best = (partition, ink, paper, inkOutside)
      }
    }
    guard let best else {
      return Cell(
        " ", style: CellStyle(background: outside > CellSamples.count / 2 ? .terminalDefault : .rgb(mean.rgb)))
    }
    let inkIsOutside = best.inkOutside > 0.6 * (best.partition.inkInk + best.partition.inkPaper)
    let paperIsOutside = outside - best.inkOutside > 0.6 * (best.partition.paperPaper + best.partition.inkPaper)
    if inkIsOutside, let reverse = best.partition.reverse {
      return Cell(reverse, style: CellStyle(foreground: .rgb(best.paper.rgb)))
    }
    let ink = CellColor.rgb(best.ink.rgb)
    let paper = paperIsOutside ? CellColor.terminalDefault : CellColor.rgb(best.paper.rgb)
    if let symbol = best.partition.symbol {
      return Cell(symbol, style: CellStyle(foreground: ink, background: paper))
    }
    return .blank
  }
}

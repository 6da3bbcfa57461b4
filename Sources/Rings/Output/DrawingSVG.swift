/// A drawing as an SVG document.
package struct DrawingSVG {
  private let drawing: Drawing

  package init(_ drawing: Drawing) {
    self.drawing = drawing
  }

  package var text: String {
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(drawing.width)) \(number(drawing.height))" \
      font-family="system-ui, Helvetica, Arial, sans-serif">
      <rect width="100%" height="100%" fill="\(SVGText.color(drawing.background))"/>

      """
    for item in drawing.items { svg += element(item) + "\n" }
    return svg + "</svg>\n"
  }

  private func number(_ value: Double) -> String { SVGText.number(value) }

  private func element(_ item: Drawing.Item) -> String {
    let color = SVGText.color(item.color)
    let opacity = item.opacity < 1 ? " opacity=\"\(number(item.opacity))\"" : ""
    func closed(_ start: String, _ name: String) -> String {
      item.hint.isEmpty ? start + "/>" : "\(start)><title>\(SVGText.escaped(item.hint))</title></\(name)>"
    }
    switch item.shape {
    case .rectangle(let x, let y, let width, let height, let radius):
      return closed(
        """
        <rect x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))" \
        rx="\(number(radius))" fill="\(color)"\(opacity)
        """, "rect")
    case .line(let fromX, let fromY, let toX, let toY, let width):
      return closed(
        """
        <line x1="\(number(fromX))" y1="\(number(fromY))" x2="\(number(toX))" y2="\(number(toY))" \
        stroke="\(color)" stroke-width="\(number(width))"\(opacity)
        """, "line")
    case .circle(let x, let y, let radius):
      return closed(
        """
        <circle cx="\(number(x))" cy="\(number(y))" r="\(number(radius))" fill="\(color)"\(opacity)
        """, "circle")
    case .text(let text, let x, let y, let size, let isBold, let anchor):
      return """
        <text x="\(number(x))" y="\(number(y))" fill="\(color)" font-size="\(number(size))"\
        \(isBold ? " font-weight=\"bold\"" : "") text-anchor="\(anchor.rawValue)"\(opacity)>\(SVGText.escaped(text))</text>
        """
    }
  }
}

extension StatusSnapshot {
  /// The status line for one bar, without a final newline.
  ///
  /// The text takes at most `style.width` display cells, markup not counted; without a width, what suits the bar (24
  /// cells, no limit for `plain` and `json`). Most formats give one line; `i3blocks` gives up to three.
  ///
  /// - Parameters:
  ///   - followed: Whether the reader stays and gets a line for every change; i3bar and i3blocks read that differently.
  package func line(
    format: StatusFormat, style: StatusStyle, template: StatusTemplate? = nil, followed: Bool = false
  ) -> String {
    let writer = format.writer
    let content = content(style: style, template: template, defaultWidth: writer.defaultWidth)
    return followed ? writer.followedLine(content) : writer.line(content)
  }

  private func content(style: StatusStyle, template: StatusTemplate?, defaultWidth: Int?) -> StatusContent {
    let variants = StatusVariants(snapshot: self, style: style)
    // A template says how long it wants to be, so only a width that somebody gave shortens it.
    if let template, problem == nil || summary != nil || template.speaksOfProblems {
      var text = template.text(for: self, style: style)
      if let width = style.width { text = text.clipped(to: max(0, width), ellipsis: style.isASCII ? "~" : "…") }
      return StatusContent(snapshot: self, style: style, text: text, short: text)
    }
    let width = max(0, style.width ?? defaultWidth ?? .max)
    // Eleven cells hold three numbers of three digits.
    return StatusContent(
      snapshot: self, style: style, text: variants.text(width: width), short: variants.text(width: min(width, 11)))
  }
}

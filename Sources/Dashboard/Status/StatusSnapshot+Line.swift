extension StatusSnapshot {
  /// The status line for one bar, without a final newline.
  ///
  /// The text has at most `style.width` display cells, excluding markup; without a width, the default of the bar
  /// applies (24 cells, unlimited for `plain` and `json`). Most formats produce one line; `i3blocks` produces up to
  /// three.
  ///
  /// - Parameters:
  ///   - followed: whether the reader keeps reading and gets a line for every change; i3bar and i3blocks expect a
  ///     different format then.
  package func line(
    format: StatusFormat, style: StatusStyle, template: StatusTemplate? = nil, followed: Bool = false
  ) -> String {
    let writer = format.writer
    let content = content(style: style, template: template, defaultWidth: writer.defaultWidth)
    return followed ? writer.followedLine(content) : writer.line(content)
  }

  private func content(style: StatusStyle, template: StatusTemplate?, defaultWidth: Int?) -> StatusContent {
    let variants = StatusVariants(snapshot: self, style: style)
    // A template determines its own length, so only an explicit width shortens it.
    if let template, problem == nil || summary != nil || template.showsProblems {
      var text = template.text(for: self, style: style)
      if let width = style.width { text = text.clipped(to: max(0, width), ellipsis: style.isASCII ? "~" : "…") }
      return StatusContent(snapshot: self, style: style, text: text, short: text)
    }
    let width = max(0, style.width ?? defaultWidth ?? .max)
    // Eleven cells fit three numbers of three digits.
    return StatusContent(
      snapshot: self, style: style, text: variants.text(width: width), short: variants.text(width: min(width, 11)))
  }
}

/// The text alone, since a prompt has to know its own width: starship colours a module by its `style` and escapes what
/// a command prints for the shell that it runs in.
struct StarshipStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    content.text.plain
  }
}

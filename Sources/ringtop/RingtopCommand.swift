import ArgumentParser

@main
struct RingtopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "ringtop")
}

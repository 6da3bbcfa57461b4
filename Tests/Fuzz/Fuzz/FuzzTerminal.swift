import Curses
import HealthModel
import StatusLine
import TerminalModel

/// A template is parsed or its error has a position, and it formats a line for every day.
@Sendable func fuzzTemplate(_ bytes: UnsafeRawBufferPointer) {
  let text = bytes.text
  do throws(StatusTemplateError) {
    let template = try StatusTemplate(parsing: text)
    let snapshot = StatusSnapshot(day: Day(number: 20_000), streak: .max)
    _ = snapshot.line(format: .plain, style: StatusStyle(), template: template)
  } catch {
    check(error.position >= 1 && error.position <= text.count + 1, "a mistake outside of the text")
    check(!error.description.isEmpty, "a mistake without a word")
  }
}

/// Any bytes are decoded into keys, mouse reports and replies, and nothing accumulates.
@Sendable func fuzzInput(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  var decoder = InputDecoder()
  var count = 0
  func receive(_ scalar: UInt32) {
    decoder.receive(scalar: scalar)
    // Some bytes stand for pauses, as in the event loop.
    if choice & 1 != 0, scalar == 0x7C { decoder.endBurst(expectsReplies: choice & 2 != 0) }
    if choice & 4 != 0, scalar == 0x7E { decoder.expire() }
    if choice & 8 != 0, scalar == 0x21 { decoder.receive(key: .up) }
  }
  if choice & 16 == 0 {
    for byte in rest { receive(UInt32(byte)) }
  } else {
    for index in stride(from: 0, to: rest.count - 3, by: 4) {
      receive(rest.loadUnaligned(fromByteOffset: index, as: UInt32.self))
    }
  }
  decoder.endBurst()
  decoder.expire()
  check(!decoder.isPending, "something is waited for without end")
  count += decoder.takeEvents().count
  check(count <= rest.count * 4 + 4, "more events than bytes")
  _ = decoder.takeReplies()
}

/// Replies of terminals and tmux, and the cached ones, which are read back as they were written.
@Sendable func fuzzReply(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  switch choice % 3 {
  case 0:
    let answers = TerminalReplies(bytes: rest)
    var memory = TerminalMemory()
    memory.remember(TerminalMemory.Entry(key: "key", replies: answers, instant: 1))
    check(TerminalMemory(text: memory.text).text == memory.text, "answers that are remembered as others")
  case 1:
    let memory = TerminalMemory(text: rest.text)
    check(TerminalMemory(text: memory.text).text == memory.text, "a memory that reads as another")
  default:
    _ = TmuxReply(rest.text)
  }
}

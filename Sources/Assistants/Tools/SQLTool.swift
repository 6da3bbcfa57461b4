import HealthImport

/// One SELECT.
struct SQLTool: AssistantTool {
  let name = "sql"
  let title = "One SELECT"
  let description = """
    One read-only SELECT in SQLite's dialect, for what no other tool answers. Views: day, sample, type, workout, sleep; an \
    unknown column is answered with the list of them. Times are UTC. Do not add up samples: phone and watch record the same \
    steps, so such sums are too high; use statistics for amounts.
    """
  let parameters = [
    ToolParameter(
      "statement", .text, "For example: select date, move from day order by move desc limit 5", isRequired: true),
    .limit,
    .cursor,
  ]
  let results = ToolParameter.rows

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    let offset = try Answer.offset(arguments.text("cursor"))
    let statement = arguments.text("statement") ?? ""
    let result = try SandboxedSelect(context.store, context.sharing).run(statement, isCancelled: context.isCancelled)
    let count = "\(result.rows.count) row\(result.rows.count == 1 ? "" : "s")"
    var answer = Answer(
      result.isCut
        ? "There are more than \(count), and only these can be read, some at a time: select fewer." : "\(count).")
    answer.table = Answer.Table(
      columns: result.columns, rows: Array(result.rows.dropFirst(offset)), offset: offset)
    if statement.lowercased().contains("sum(") {
      answer.notes.append("A sum over sample counts what phone and watch both recorded twice; statistics does not.")
    }
    answer.notes.append("Only shared types are in the views. \(Untrusted.note)")
    return answer
  }
}

import HealthImport

/// Requests that a person can choose from a menu of the client.
extension HealthService {
  private struct Prompt: Sendable {
    let name: String
    let title: String
    let description: String
    /// The name of its only argument, and what it means.
    let argument: (name: String, description: String, standard: String)
    let text: @Sendable (String) -> String
  }

  private static let all = [
    Prompt(
      name: "week_in_review", title: "A week in review", description: "Rings, activity, workouts and sleep of a week.",
      argument: ("week", "The week; default last week.", "last week"),
      text: { week in
        """
        Review my week (\(week)) with the ringtop tools. Use audit with that period for the rings, statistics for steps by \
        day, workouts and sleep, and compare with the week before it. Give at most ten lines: what I did, which rings I \
        closed on how many days, sleep, and the one change that stands out. Name units and the days with data. Do not guess \
        where data are missing.
        """
      }),
    Prompt(
      name: "training_this_month", title: "Training this month", description: "Workouts and training load of a month.",
      argument: ("month", "The month; default this month.", "this month"),
      text: { month in
        """
        Summarize my training (\(month)) with the ringtop tools: workouts for sessions, hours and distance by activity, and \
        statistics by day for trainingLoad, fitness, fatigue and form. Compare the totals with the month before. Where a \
        measure has no value, say the reason that the tool gives. Predict nothing and give no medical advice.
        """
      }),
    Prompt(
      name: "doctor_summary", title: "A summary for a doctor",
      description: "Only facts: values, units, periods, coverage.",
      argument: ("period", "The period; default the last 90 days.", "last 90 days"),
      text: { period in
        """
        Write one page of facts for my doctor (\(period)) with the ringtop tools: resting heart rate, heart rate \
        variability, blood pressure, weight, oxygen saturation, respiratory rate, sleep and activity, as far as there are \
        data. For each, the mean, the lowest and the highest value with unit, the period, the number of days with data, and \
        how it was measured if the tool says so. No interpretation, no diagnosis, no advice. List what has no data.
        """
      }),
  ]

  var prompts: JSONValue {
    .array(
      Self.all.map { prompt in
        [
          "name": .text(prompt.name), "title": .text(prompt.title), "description": .text(prompt.description),
          "arguments": [
            [
              "name": .text(prompt.argument.name), "description": .text(prompt.argument.description),
              "required": false,
            ]
          ],
        ]
      })
  }

  func prompt(_ name: String, _ arguments: JSONValue) throws -> JSONValue? {
    guard let prompt = Self.all.first(where: { $0.name == name }) else { return nil }
    let typed = arguments[prompt.argument.name]
    guard typed == nil || (typed?.text?.utf8.count ?? .max) <= 60 else {
      throw RPCError(.invalidParams, "The argument \(prompt.argument.name) must be a short text.")
    }
    let text = prompt.text(typed?.text.map(Untrusted.plain) ?? prompt.argument.standard)
    return [
      "description": .text(prompt.description),
      "messages": [["role": "user", "content": ["type": "text", "text": .text(text)]]],
    ]
  }
}

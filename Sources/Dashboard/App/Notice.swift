/// A message for the user, shown until the next key.
package struct Notice: Hashable, Sendable {
  package var sentence: String
  /// The problem with the store, if the notice is about one. Such a notice disappears once the store can be read again.
  package var problem: StatusProblem?

  package init(sentence: String, problem: StatusProblem? = nil) {
    self.sentence = sentence
    self.problem = problem
  }

  /// Alternative texts for the available width, longest first.
  var texts: [String] {
    [sentence] + (problem?.texts ?? [])
  }
}

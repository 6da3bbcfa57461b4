/// Something for the user to know, shown until the next key.
package struct Notice: Hashable, Sendable {
  package var sentence: String
  /// What is wrong with the store, where the notice is about that. Such a notice goes by itself once the store is read
  /// again.
  package var problem: StatusProblem?

  package init(sentence: String, problem: StatusProblem? = nil) {
    self.sentence = sentence
    self.problem = problem
  }

  /// The texts to choose from by the room that there is, the longest first.
  var texts: [String] {
    [sentence] + (problem?.texts ?? [])
  }
}

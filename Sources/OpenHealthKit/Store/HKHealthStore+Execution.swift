extension HKHealthStore {
  /// Runs a query in the background. A query can be executed once: a second time ends the process.
  public func execute(_ query: HKQuery) {
    query.execution.begin()
    query.start(in: self)
  }

  /// Stops a query: a handler that is running ends, and none is called after it. A query that has not been executed, or
  /// has ended, is left as it is.
  public func stop(_ query: HKQuery) {
    query.execution.end()
  }
}

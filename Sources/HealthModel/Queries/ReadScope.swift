/// What one client may read in a store.
///
/// Every read goes through a scope: filters, orders, associations and deletions are compiled against it, so that a
/// client cannot find out indirectly what it may not read. A sample is in the scope if its type may be read, or if
/// the client saved it itself. A correlation is in the scope if the client saved it, or if one of its members is in
/// the scope.
package struct ReadScope: Hashable, Sendable {
  /// The client's bundle identifier, which identifies its own samples. A client without one owns no samples.
  package var client: String
  /// The types whose samples from other clients may be read; nil for all types.
  package var readable: Set<String>?

  package init(client: String, readable: Set<String>?) {
    self.client = client
    self.readable = readable
  }

  /// Everything in the store.
  package static let everything = ReadScope(client: "", readable: nil)

  /// The scope of the same client without any grants: only the samples that it saved itself.
  package var ownOnly: ReadScope { ReadScope(client: client, readable: []) }

  /// Whether all samples of a type may be read; for a correlation type, of all types that its members have.
  package func readsEverything(of type: String) -> Bool {
    guard let readable else { return true }
    guard let correlation = CorrelationTypeCatalog.entry(for: type) else { return readable.contains(type) }
    return correlation.members.allSatisfy(readable.contains)
  }

  /// The samples that the client saved itself.
  package var own: SampleFilter {
    client.isEmpty ? .never : .provenance(.client(client))
  }

  /// Whether the client saved the samples of a source.
  package func owns(_ source: Source) -> Bool {
    !client.isEmpty && source.bundleIdentifier.hasSameBytes(as: client)
  }

  // MARK: - Requests

  /// The request limited to the scope, with a filter that does not depend on anything outside it.
  package func restricting(_ request: SampleRequest) -> SampleRequest {
    guard readable != nil else { return request }
    return SampleRequest(
      type: request.type,
      filter: .and([
        restricting(request.filter, hidingContent: hidesContent(of: request.type)), visible(request.type),
      ]).simplified)
  }

  /// Whether the type-specific content of samples of a type may be about types that cannot be read: the time in zones of
  /// workouts.
  private func hidesContent(of type: String) -> Bool {
    guard type == TypeIdentifier.workout, let readable else { return false }
    return !WorkoutZonesContent.types.allSatisfy(readable.contains)
  }

  /// The metadata of a workout or an activity that was saved by somebody else, without what is about types that cannot be
  /// read.
  package func showing(_ metadata: Metadata) -> Metadata {
    guard let readable, let content: WorkoutZonesContent = metadata.content() else { return metadata }
    let shown = content.zones.filter { readable.contains($0.type) }
    return shown.count == content.zones.count ? metadata : metadata.adding(WorkoutZonesContent(zones: shown).entry)
  }

  /// Which samples of a type are in the scope.
  package func visible(_ type: String) -> SampleFilter {
    guard let readable, !readsEverything(of: type) else { return .always }
    guard CorrelationTypeCatalog.entry(for: type) != nil else { return own }
    return .or([own, .hasMember(types: readable, .always), .hasMember(types: nil, own)])
  }

  /// Which deletions of a type the client may see. The members of a deleted correlation are no longer known, so only
  /// clients that may read all possible members see its deletion.
  package func visibleDeletions(_ type: String) -> SampleFilter {
    readsEverything(of: type) ? .always : own
  }

  /// A filter for samples in the scope that matches if the original filter matches as far as the client may know.
  private func restricting(_ filter: SampleFilter, hidingContent: Bool = false) -> SampleFilter {
    guard let readable else { return filter }
    switch filter {
    case .and(let filters): return .and(filters.map { restricting($0, hidingContent: hidingContent) })
    case .or(let filters): return .or(filters.map { restricting($0, hidingContent: hidingContent) })
    case .not(let filter): return .not(restricting(filter, hidingContent: hidingContent))
    case .metadata(let test) where hidingContent && test.key == MetadataKey.content: return .and([own, filter])
    case .ofWorkout(let uuid, _):
      return readable.contains(TypeIdentifier.workout) ? filter : .ofWorkout(uuid, writtenBy: client)
    case .hasMember(let types, let inner):
      let inner = restricting(inner)
      let open = types.map { $0.intersection(readable) } ?? readable
      let closed = types.map { $0.subtracting(readable) }
      return .or([.hasMember(types: open, inner), .hasMember(types: closed, .and([inner, own]))])
    case .workout(let test):
      guard let redacted = test.redacted(to: readable) else { return filter }
      // A client may read all statistics of its own workouts.
      return .or([.and([own, filter]), .and([.not(own), redacted])])
    case .always, .never, .start, .end, .within, .uuid, .quantity, .category, .categoryIn, .provenance, .metadata,
      .noCorrelation:
      // All of this may be known for a sample that may be read. A correlation that contains it has a member in the
      // scope.
      return filter
    }
  }
}

extension WorkoutTest {
  /// The test of a workout that uses only the statistics of these types, nil if it is unchanged.
  fileprivate func redacted(to readable: Set<String>) -> SampleFilter? {
    switch self {
    case .activityType, .duration: return nil
    case .total(let total, let hidden, let comparison, let value):
      let closed = hidden.union(total.types.filter { !readable.contains($0) })
      return closed == hidden ? nil : .workout(.total(total, hiding: closed, comparison, value))
    case .statistic(let type, _, _, _):
      return readable.contains(type) ? nil : .never
    case .hasActivity(let filter):
      let redacted = filter.redacted(to: readable)
      return redacted == filter ? nil : .workout(.hasActivity(redacted))
    }
  }
}

extension ActivityFilter {
  fileprivate func redacted(to readable: Set<String>) -> ActivityFilter {
    switch self {
    case .and(let filters): .and(filters.map { $0.redacted(to: readable) })
    case .or(let filters): .or(filters.map { $0.redacted(to: readable) })
    case .not(let filter): .not(filter.redacted(to: readable))
    case .statistic(let type, _, _, _): readable.contains(type) ? self : .never
    case .always, .never, .activityType, .start, .end, .duration: self
    }
  }
}

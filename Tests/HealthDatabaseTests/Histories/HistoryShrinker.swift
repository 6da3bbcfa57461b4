/// Makes a failing history short: drops steps and samples while it still fails in the same way.
struct HistoryShrinker {
  let fails: ([HistoryStep]) -> Bool

  func shrink(_ steps: [HistoryStep]) -> [HistoryStep] {
    var steps = steps
    var before = Int.max
    while size(steps) < before {
      before = size(steps)
      steps = dropping(steps, fails)
      for index in steps.indices { shrinkContent(of: index, &steps) }
    }
    return steps
  }

  private func size(_ steps: [HistoryStep]) -> Int { steps.reduce(0) { $0 + 1 + $1.action.parts } }

  /// Drops ever smaller runs of elements.
  private func dropping<Element>(_ elements: [Element], _ fails: ([Element]) -> Bool) -> [Element] {
    var elements = elements
    var length = max(1, elements.count / 2)
    while true {
      var start = 0
      while start < elements.count {
        var shorter = elements
        shorter.removeSubrange(start..<min(elements.count, start + length))
        if fails(shorter) { elements = shorter } else { start += length }
      }
      if length == 1 { return elements }
      length /= 2
    }
  }

  private func shrinkContent(of index: Int, _ steps: inout [HistoryStep]) {
    func replacing(_ action: HistoryStep.Action) -> [HistoryStep] {
      var other = steps
      other[index].action = action
      return other
    }
    func attempt(_ action: HistoryStep.Action) {
      let other = replacing(action)
      if fails(other) { steps = other }
    }
    switch steps[index].action {
    case .importFile(var file, let size, let killed):
      shrink(&file) { fails(replacing(.importFile($0, batchSize: size, killedAfter: killed))) }
      steps = replacing(.importFile(file, batchSize: size, killedAfter: killed))
      if killed != nil { attempt(.importFile(file)) }
    case .beginImport(var file, let size):
      shrink(&file) { fails(replacing(.beginImport($0, batchSize: size))) }
      steps = replacing(.beginImport(file, batchSize: size))
    case .deliver(var delivery):
      delivery.samples = dropping(delivery.samples) {
        var other = delivery
        other.samples = $0
        return fails(replacing(.deliver(other)))
      }
      steps = replacing(.deliver(delivery))
    case .save(let samples): steps = replacing(.save(dropping(samples) { fails(replacing(.save($0))) }))
    case .delete(let number) where number > 0:
      for smaller in 0..<min(number, 8) {
        attempt(.delete(smaller))
        if case .delete(smaller) = steps[index].action { break }
      }
    case .undoImport(let number) where number > 0:
      for smaller in 0..<min(number, 4) {
        attempt(.undoImport(smaller))
        if case .undoImport(smaller) = steps[index].action { break }
      }
    default: break
    }
    if steps[index].process != 0 {
      var other = steps
      other[index].process = 0
      if fails(other) { steps = other }
    }
  }

  private func shrink(_ file: inout HistoryFile, _ fails: (HistoryFile) -> Bool) {
    var smaller = file
    smaller.samples = dropping(file.samples) {
      var other = smaller
      other.samples = $0
      return fails(other)
    }
    smaller.days = dropping(file.days) {
      var other = smaller
      other.days = $0
      return fails(other)
    }
    if smaller.zone != nil {
      var other = smaller
      other.zone = nil
      if fails(other) { smaller = other }
    }
    file = smaller
  }
}

extension HistoryStep.Action {
  /// How much it contains.
  fileprivate var parts: Int {
    switch self {
    case .importFile(let file, _, let killed): file.count + (killed == nil ? 0 : 1)
    case .beginImport(let file, _): file.count
    case .deliver(let delivery): delivery.samples.count
    case .save(let samples): samples.count
    default: 0
    }
  }
}

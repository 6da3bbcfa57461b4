import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// Random histories in a small universe, so that samples collide often.
struct HistoryGenerator {
  private var random: SplitMix
  /// What the phone has measured: exports contain most of it.
  private var phone: [HistorySample] = []
  /// What has been sent, which may be sent again.
  private var files: [HistoryFile] = []
  private var deliveries: [HistoryDelivery] = []
  private var saved: [HistorySample] = []
  private var fedUUIDs: [HistorySample] = []
  private var nextUUID = 0
  /// Whether samples name zones.
  private let namesZones: Bool

  init(seed: UInt64) {
    namesZones = seed % 4 == 3
    random = SplitMix(seed: seed &* 7_919 &+ 3)
    for _ in 0..<24 { phone.append(appleSample()) }
  }

  private mutating func chance(_ parts: Int, of whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < parts
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func start() -> Int {
    let minute = pick([0, 0, 1, 2, 4, 10, 57, 59])
    return pick([0, 1, 2, 2]) * HistoryTime.day + pick([0, 0, 8, 12, 22, 23]) * HistoryTime.hour
      + (minute * 60 + pick([0, 0, 0, 30])) * HistoryTime.second + pick([0, 0, 0, 1, 3])
  }

  private mutating func sample(_ source: HistorySource, types: [HistoryType] = HistoryType.single) -> HistorySample {
    let type = pick(types)
    var start = start()
    if type == .stand { start = start / HistoryTime.hour * HistoryTime.hour }
    let length =
      type == .stand
      ? HistoryTime.hour : type == .heart ? 0 : pick([0, 30, 60, 60, 120, 240, 600, 3_600]) * HistoryTime.second
    let value =
      type == .workout
      ? pick([37, 52]) : type.isCategory ? pick([0, 0, 1]) : Int.random(in: 1...4, using: &random) * 10
    return HistorySample(type, value, at: start, length, source)
  }

  private mutating func appleSample() -> HistorySample {
    if chance(1, of: 8) { return correlation(.app) }
    var sample = sample(pick([.watch, .watch, .phone, .app, .oldWatch]))
    sample.isByHand = chance(1, of: 10)
    if namesZones, chance(1, of: 5) { sample.zone = pick(HistoryTime.zones) }
    return sample
  }

  /// Of few values, so that several correlations have equal members.
  private mutating func correlation(_ source: HistorySource) -> HistorySample {
    let start = start()
    let members = (0..<pick([1, 1, 2, 3])).map { _ in HistorySample(.systolic, pick([110, 120]), at: start, 0, source) }
    return HistorySample(.pressure, 0, at: start, 0, source, members: members)
  }

  private mutating func programSample() -> HistorySample {
    if chance(1, of: 8) {
      var correlation = correlation(.program(1))
      for index in correlation.members.indices { correlation.members[index].number = newUUID() }
      correlation.number = newUUID()
      return correlation
    }
    var sample = sample(.program(pick([1, 1, 2])))
    if namesZones, chance(1, of: 2) { sample.zone = pick(["UTC", "Asia/Tokyo", "America/New_York"]) }
    if chance(1, of: 3) {
      sample.sync = HistorySample.Sync(identifier: pick([1, 2]), version: pick([1, 2, 3]))
    }
    // Sometimes one that has been saved before, or another of the same content.
    if chance(1, of: 3), !saved.isEmpty {
      let known = pick(saved.suffix(6))
      if chance(1, of: 2) { return known }
      sample = known
      sample.value += chance(1, of: 2) ? 10 : 0
    }
    sample.number = newUUID()
    saved.append(sample)
    return sample
  }

  private mutating func programSamples() -> [HistorySample] {
    var samples: [HistorySample] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let sample = programSample()
      // Whether an ignored object's UUID counts as used in the same call is nobody's concern.
      if sample.sync == nil || !samples.contains(where: { $0.number == sample.number }) { samples.append(sample) }
    }
    return samples
  }

  private mutating func newUUID() -> Int {
    nextUUID += 1
    return nextUUID
  }

  private mutating func file() -> HistoryFile {
    if chance(1, of: 3), !files.isEmpty {
      var file = pick(files)
      if chance(1, of: 6) { file.zone = pick(HistoryTime.zones) }
      file.deletesMissing = chance(1, of: 8)
      file.isComplete = !chance(1, of: 10)
      return file
    }
    let file = newFile()
    files.append(file)
    return file
  }

  private mutating func newFile() -> HistoryFile {
    if chance(1, of: 3) { phone.append(appleSample()) }
    if chance(1, of: 4) { phone.remove(at: Int.random(in: 0..<phone.count, using: &random)) }
    let date: Int? = chance(1, of: 5) ? nil : pick([36, 60, 60, 84, 84, 108])
    var samples: [HistorySample] = []
    for var sample in phone where chance(3, of: 4) && date.map({ sample.end <= $0 * HistoryTime.hour }) != false {
      sample.noise = chance(1, of: 8) ? 1 : 0
      for index in sample.members.indices { sample.members[index].noise = sample.noise }
      samples.append(sample)
      // Apple prints members also as records of their own, before or after their correlation.
      for member in sample.members where chance(4, of: 5) {
        samples.insert(member, at: chance(1, of: 2) ? samples.count - 1 : samples.count)
      }
      // Apple's exports contain exact duplicates.
      if chance(1, of: 16) { samples.append(sample) }
    }
    if chance(1, of: 4) { samples.shuffle(using: &random) }
    // This program's own exports contain UUIDs.
    if chance(1, of: 6) { samples += saved.suffix(3).filter { $0.sync == nil } }
    var days: [HistoryDay] = []
    if let date, chance(3, of: 4) {
      for day in 0...date / 24 where chance(4, of: 5) {
        let isZero = chance(1, of: 8)
        days.append(
          HistoryDay(
            day, isZero ? 0 : pick([100, 200]), isZero ? 0 : pick([10, 20]), isZero ? 0 : pick([3, 6]),
            goal: pick([0, 400, 400, 600])))
      }
    }
    var file = HistoryFile(
      date.map { "export \($0)" } ?? pick(["a", "b"]), date: date,
      zone: chance(1, of: 12) ? pick(HistoryTime.zones) : nil, samples, days: days)
    file.deletesMissing = chance(1, of: 8)
    return file
  }

  private mutating func delivery() -> HistoryDelivery {
    if chance(1, of: 3), !deliveries.isEmpty {
      var delivery = pick(deliveries)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: delivery.samples.removeLast()
      case 1: delivery.samples.append(fedSample(delivery.feed, type: nil))
      default: break
      }
      return delivery.distinct
    }
    let feed = pick(["objects", "post", "post", "file"])
    let rule: FeedOptions.Replacement =
      switch feed {
      case "post": pick([.overlapping, .sameStart])
      case "file": pick([.nothing, .nothing, .sameStart])
      default: pick([.sameStart, .nothing])
      }
    let type: HistoryType? = chance(1, of: 2) ? nil : pick([.energy, .steps, .mindful, .workout])
    var samples: [HistorySample] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      if feed != "objects", rule != .nothing, chance(1, of: 8) { samples.append(fedCorrelation(feed)) }
      samples.append(fedSample(feed, type: type))
      // Several of one start.
      if feed != "objects", chance(1, of: 4), var rival = samples.last {
        rival.value += 10
        if chance(1, of: 2), rival.type != .stand { rival.length += 60 * HistoryTime.second }
        if rival.number != nil { rival.number = newUUID() }
        samples.append(rival)
      }
    }
    let delivery = HistoryDelivery(feed, rule, isImport: chance(1, of: 4), samples).distinct
    deliveries.append(delivery)
    return delivery
  }

  private mutating func fedSample(_ feed: String, type: HistoryType?) -> HistorySample {
    if feed == "file", chance(1, of: 4), !fedUUIDs.isEmpty { return pick(fedUUIDs) }
    var sample = sample(
      .feed(feed, pick(feed == "post" ? HistorySource.feedDevices : ["Band"])),
      types: type.map { [$0] } ?? [.energy, .energy, .steps, .stand, .mindful, .workout])
    sample.start = sample.start / HistoryTime.second * HistoryTime.second
    if feed == "objects" {
      sample.sync = HistorySample.Sync(identifier: pick([1, 2, 3, 4]), version: pick([1, 2, 3]))
    }
    if feed == "file", chance(1, of: 3) {
      sample.number = newUUID()
      fedUUIDs.append(sample)
    }
    return sample
  }

  private mutating func fedCorrelation(_ feed: String) -> HistorySample {
    var correlation = correlation(.feed(feed, "Band"))
    let start = correlation.start / HistoryTime.second * HistoryTime.second
    correlation.start = start
    for index in correlation.members.indices { correlation.members[index].start = start }
    return correlation
  }

  private mutating func goal() -> HistoryGoal {
    let day = Int.random(in: -1...4, using: &random)
    let ring = pick([0, 1, 2, HistoryGoals.stepNumber])
    let value = pick([0, 10, 300])
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: return .day(day, ring: ring, chance(1, of: 4) ? nil : value)
    case 2: return .schedule(from: day, ring: ring, value, weekday: chance(1, of: 3) ? pick([1, 5, 7]) : nil)
    case 3: return .clearSchedule(ring: ring)
    case 4: return .pause(day, day + pick([0, 1, 3]))
    default: return .resume(day, day + pick([0, 1]))
    }
  }

  private mutating func action() -> HistoryStep.Action {
    let number = Int.random(in: 0..<1_000, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<10: return .importFile(file())
    case 10..<14:
      return .importFile(file(), batchSize: pick([3, 8]), killedAfter: Int.random(in: 0...3, using: &random))
    case 14..<20: return .beginImport(file(), batchSize: pick([4, 9]))
    case 20..<27: return .continueImport
    case 27..<32: return .finishImport
    case 32..<33: return .abandonImport
    case 33..<44: return .deliver(delivery())
    case 44..<51:
      return .save(programSamples())
    case 51..<54:
      var sample = sample(.program(9), types: [.energy, .steps, .heart, .mindful])
      sample.isByHand = true
      nextUUID += 1
      sample.number = nextUUID
      return .enter(sample)
    case 54..<63: return .delete(number)
    case 63..<65: return .deleteOwn(number)
    case 65..<75: return .undo
    case 75..<79: return .undoImport(number)
    case 79..<82: return .zone(pick(HistoryTime.zones))
    case 82..<86: return .goal(goal())
    case 86..<88: return .backup
    case 88: return chance(1, of: 3) ? .expire : .restore
    case 89..<91: return .reopen
    default:
      return .read(
        client: number % HistoryRunner.clientCount, limit: chance(1, of: 3) ? nil : pick([1, 3, 10]),
        pages: chance(1, of: 3) ? nil : pick([1, 2]))
    }
  }

  /// Ever newer exports, each with every day until it was made.
  mutating func exports(_ count: Int) -> [HistoryFile] {
    var hour = 30
    return (0..<count).map { _ in
      hour += pick([6, 11, 24, 30])
      let samples = phone.filter { $0.end <= hour * HistoryTime.hour }
      phone.append(appleSample())
      let days = (0...min(hour / 24, HistoryTime.dayCount - 1)).map { day in
        HistoryDay(day, pick([100, 200]), pick([10, 20]), pick([3, 6]), goal: 400)
      }
      return HistoryFile("export \(hour)", date: hour, samples, days: days)
    }
  }

  mutating func shuffled(_ files: [HistoryFile]) -> [HistoryFile] { files.shuffled(using: &random) }

  /// Changes of the zone between the imports, and the last zone.
  mutating func zoned(_ files: [HistoryFile], last: String? = nil) -> (steps: [HistoryStep], zone: String) {
    var zone = "GMT"
    var steps = [HistoryStep(.zone(zone))]
    for file in files {
      steps.append(HistoryStep(.importFile(file)))
      if chance(2, of: 3) {
        zone = pick(HistoryTime.zones)
        steps.append(HistoryStep(.zone(zone)))
      }
    }
    if let last { steps.append(HistoryStep(.zone(last))) }
    return (steps, last ?? zone)
  }

  mutating func steps(_ count: Int) -> [HistoryStep] {
    (0..<count).map { _ in HistoryStep(action(), process: chance(1, of: 4) ? 1 : 0) }
  }
}

extension HistoryDelivery {
  /// Without what a sender never sends: the same twice, or two versions of one object.
  fileprivate var distinct: HistoryDelivery {
    var delivery = self
    delivery.samples = []
    for sample in samples
    where !delivery.samples.contains(where: {
      HistoryModel.isSame($0, sample) || HistoryModel.isSameObject($0, sample)
        || $0.number != nil && $0.number == sample.number
    }) {
      delivery.samples.append(sample)
    }
    return delivery
  }
}

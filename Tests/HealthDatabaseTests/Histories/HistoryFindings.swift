import HealthModel
import Testing

/// Histories that once ended in another state than the model's, each as short as it can be.
struct HistoryFinding: CustomTestStringConvertible {
  var testDescription: String
  var steps: [HistoryStep]

  init(_ behaviour: String, _ actions: [HistoryStep.Action]) {
    testDescription = behaviour
    steps = actions.map { HistoryStep($0) }
  }

  private static let energy = HistorySample(.energy, 10, at: 129_003, 240, .watch)
  private static let saved = HistorySample(.energy, 20, at: 1_021_680, 480, .program(1), uuid: 1)

  static let all: [HistoryFinding] = imports + log + restores + clients + deliveries + zones

  private static let imports: [HistoryFinding] = [
    .init(
      "the number of an import that was undone is not used again",
      [.importFile(.init("a", [energy])), .undoImport(0), .importFile(.init("export 60", date: 60, []))]),
    .init(
      "an import that is undone while it runs stops",
      [.beginImport(.init("a", [energy, saved]), batchSize: 1), .continueImport, .undoImport(0), .finishImport]),
    .init(
      "a sample that comes back after its import was undone belongs to no other import",
      [
        .importFile(.init("a", [energy])), .delete(0), .undoImport(0), .importFile(.init("export 60", date: 60, [])),
        .undo, .undoImport(0),
      ]),
    .init(
      "a restored sample belongs to its import",
      [.importFile(.init("a", [energy])), .delete(0), .undo, .undoImport(0)]),
  ]

  private static let log: [HistoryFinding] = [
    .init(
      "a watcher is told of every day whose summary by Apple an undone import takes back",
      [
        .importFile(
          .init(
            "export 84", date: 84, [.init(.mindful, 0, at: 331_080, 480, .oldWatch)],
            days: [.init(3, 100, 10, 6, goal: 400)])),
        .undoImport(0),
      ])
  ]

  private static let restores: [HistoryFinding] = [
    .init(
      "a sample that was deleted and imported again is not restored beside itself",
      [.importFile(.init("a", [energy])), .delete(0), .importFile(.init("b", [energy])), .undo]),
    .init(
      "a sample that a running import has stored again is not restored beside itself",
      [
        .importFile(.init("a", [energy])), .beginImport(.init("b", [energy]), batchSize: 9), .delete(0),
        .continueImport, .undo,
      ]),
    .init(
      "a sample that was restored, deleted again and imported again is not restored beside itself",
      [
        .importFile(.init("a", [energy])), .delete(0), .undo, .delete(0), .importFile(.init("b", [energy])), .undo,
      ]),
    .init(
      "a program's sample is restored beside one with another UUID",
      [.save([saved]), .delete(0), .save([.init(.energy, 20, at: 1_021_680, 480, .program(1), uuid: 2)]), .undo]),
    .init(
      "one of two equal samples is restored",
      [.importFile(.init("a", [energy, energy])), .delete(0), .undo]),
    .init(
      "both of two equal samples are restored",
      [.importFile(.init("a", [energy, energy])), .delete(0), .delete(0), .undo, .undo]),
    .init(
      "an edit that cannot be undone can be passed over",
      [
        .goal(.day(0, ring: 0, 300)), .save([saved]), .delete(0),
        .save([.init(.energy, 30, at: 1_021_680, 480, .program(1), uuid: 1)]), .undo, .undo,
      ]),
    .init(
      "a deleted sample that its program has saved again counts as restored",
      [.save([saved]), .delete(0), .save([saved]), .undo]),
    .init(
      "a deleted sample that an import has brought back counts as restored",
      [.save([saved]), .delete(0), .importFile(.init("a", [saved])), .undo]),
  ]

  private static let clients: [HistoryFinding] = [
    .init(
      "no client is told that a restored sample is deleted",
      [.importFile(.init("a", [energy])), .read(client: 0, limit: nil, pages: nil), .delete(0), .undo]),
    .init(
      "no client is told that a sample which its program has saved again is deleted",
      [.save([saved]), .delete(0), .save([saved])]),
    .init(
      "no client is told that a sample which an import has brought back is deleted",
      [.save([saved]), .deleteOwn(0), .importFile(.init("a", [saved]))]),
  ]

  private static let deliveries: [HistoryFinding] = [
    .init(
      "samples of one delivery with one start do not replace each other",
      [
        .deliver(
          .init(
            "post", .sameStart,
            [.init(.steps, 20, at: 0, 0, .feed("post", "")), .init(.steps, 30, at: 0, 0, .feed("post", ""))]))
      ]),
    .init(
      "objects with different identifiers are different, whatever they contain",
      [
        .deliver(
          .init("objects", .sameStart, [.init(.stand, 1, at: 691_200, 14_400, .feed("objects", "Band"), sync: (2, 3))])),
        .deliver(
          .init("objects", .nothing, [.init(.stand, 1, at: 691_200, 14_400, .feed("objects", "Band"), sync: (4, 1))])),
      ]),
    .init(
      "records with different UUIDs are different, whatever they contain",
      [
        .deliver(.init("file", .sameStart, [.init(.steps, 10, at: 0, 240, .feed("file", "Band"), uuid: 1)])),
        .deliver(.init("file", .sameStart, [.init(.steps, 10, at: 0, 240, .feed("file", "Band"), uuid: 2)])),
      ]),
    .init(
      "of two sources that differ only in their program the same one counts, whichever wrote first",
      [
        .deliver(
          .init(
            "objects", .sameStart, [.init(.energy, 10, at: 806_640, 14_400, .feed("objects", "Band"), sync: (2, 3))])
        ),
        .deliver(.init("file", .sameStart, [.init(.energy, 20, at: 806_640, 14_400, .feed("file", "Band"))])),
      ]),
  ]

  private static let zones: [HistoryFinding] = [
    .init(
      "a zone that the first import names moves the days that exist",
      [
        .save([.init(.energy, 10, at: 1_036_680, 240, .program(2), uuid: 1)]),
        .importFile(.init("export 36", date: 36, zone: "Europe/Berlin", [])),
      ]),
    .init(
      "a zone that the resumed first import names moves the days that exist",
      [
        .importFile(.init("export 36", date: 36, [energy, energy]), batchSize: 2, killedAfter: 1),
        .delete(0),
        .importFile(.init("export 36", date: 36, zone: "Asia/Tokyo", [])),
      ]),
    .init(
      "a watcher is told of a zone that a delivery finds in the data",
      [
        .save([
          .init(.mindful, 0, at: 679_320, 120, .program(1), uuid: 1, zone: "America/New_York"),
          .init(.mindful, 0, at: 679_320, 120, .program(1), uuid: 2, zone: "America/New_York"),
        ]), .deliver(.init("file", .nothing, [])),
      ]),
    .init(
      "a sample that names a zone counts once, though marks of two days beside it were taken back",
      [
        .save([.init(.mindful, 0, at: 691_680, 480, .program(2), uuid: 1, zone: "Asia/Tokyo")]),
        .importFile(
          .init(
            "export 84", date: 84,
            [
              .init(.heart, 40, at: 359_403, 0, .oldWatch, zone: "Asia/Tokyo"),
              .init(.energy, 30, at: 1_008_961, 2_400, .watch, zone: "GMT"),
            ])), .undoImport(0),
      ]),
    .init(
      "a zone changes no day that Apple has finished",
      [
        .importFile(
          .init(
            "export 60", date: 60, [.init(.energy, 10, at: 676_803, 120, .app)], days: [.init(1, 100, 10, 6, goal: 600)]
          )),
        .zone("Europe/Berlin"),
      ]),
    .init(
      "a day is finished if an export that repeats its row was made after its end in the zone that holds now",
      [
        .zone("Asia/Tokyo"),
        .importFile(
          .init(
            "export 66", date: 66, [.init(.energy, 10, at: 720_000, 240, .watch)],
            days: [.init(2, 100, 10, 3, goal: 400)])),
        .importFile(
          .init(
            "export 72", date: 72, [.init(.energy, 10, at: 720_000, 240, .watch)],
            days: [.init(2, 100, 10, 3, goal: 400)])),
        .zone("GMT"),
      ]),
    .init(
      "what samples have added since Apple's row is counted in the zone that holds now",
      [
        .importFile(.init("export 36", date: 36, [], days: [.init(0, 100, 10, 3, goal: 400)])),
        .save([.init(.exercise, 30, at: 348_000, 0, .program(2), uuid: 4)]), .zone("America/New_York"),
      ]),
    .init(
      "what was deleted since Apple's row stays with its day when the zone becomes known",
      [
        .importFile(
          .init(
            "export 108", date: 108, [.init(.exercise, 30, at: 1_024_920, 960, .watch)],
            days: [.init(3, 200, 20, 3, goal: 400)])), .delete(0), .zone("Europe/Berlin"),
      ]),
    .init(
      "an import that deletes samples and makes the zone known reports all days as changed",
      [
        .importFile(.init("export 36", date: 36, [.init(.systolic, 10, at: 123, 240, .phone)])),
        .importFile(.init("export 108", date: 108, zone: "America/New_York", deletesMissing: true, [])),
      ]),
  ]
}

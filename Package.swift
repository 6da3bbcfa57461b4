// swift-tools-version: 6.1
import PackageDescription

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Two stacks of modules, health and terminal, that are combined only in `ringtop`. The allowed imports are listed only here;
// `Tests/ArchitectureTests` and `--explicit-target-dependency-import-check error` enforce them.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

// Whether another package depends on this one by its URL: then its sources are a checkout, in the folder of that package's builds.
let isDependency =
  Context.packageDirectory.contains("/checkouts/")
  && access(Context.packageDirectory + "/../../workspace-state.json", F_OK) == 0

// Fitting a picture to cells is arithmetic in loops: without optimization its tests take minutes and debug builds draw with a
// visible delay. Unsafe flags are not allowed in a package that another depends on.
let arithmetic = strict + (isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

// By default, programs with Swift's static libraries export every symbol. This program loads no plugins, and the symbol table
// is a megabyte that every run of a status line would read.
let unexported = LinkerSetting.unsafeFlags(
  ["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux], configuration: .release))

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil, excluding: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: excluding, resources: resources, swiftSettings: settings)
}

// Apple's own frameworks have these names on Apple's platforms, where the small part of Foundation is missing.
#if canImport(Darwin)
  let locations: [Target.Dependency] = []
  let fileTypes: [Target.Dependency] = []
  let essentials: [Target.Dependency] = ["FoundationEssentials"]
#else
  let locations: [Target.Dependency] = ["CoreLocation"]
  let fileTypes: [Target.Dependency] = ["UniformTypeIdentifiers"]
  let essentials: [Target.Dependency] = []
#endif
let appleModules = locations + fileTypes

var products: [Product] = [
  .executable(name: "ringtop", targets: ["ringtop"]),
  .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
  .library(name: "OpenHealthKitCore", targets: ["OpenHealthKitCore"]),
  .library(name: "TerminalRings", targets: ["TerminalRings"]),
]

var targets: [Target] = [
  // Health data.
  library("HealthModel", essentials),
  library("HealthAnalysis", ["HealthModel"] + essentials),
  library("StoreFiles", ["HealthModel"]),
  library("HealthDatabase", ["StoreFiles", "HealthModel", grdb, sqlite]),
  library("HealthQueries", ["HealthDatabase", "StoreFiles", "HealthModel", grdb, sqlite]),
  library("StoreCare", ["HealthDatabase", "StoreFiles", "HealthModel", grdb, sqlite]),
  library("StorePages", ["HealthModel", sqlite]),
  library("ForeignDatabases", ["HealthModel", sqlite]),
  .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
  library("HealthImport", ["HealthModel", "CZlib"] + essentials),
  library("ForeignFormats", ["HealthImport", "HealthModel"] + essentials),
  library("HealthExport", ["HealthModel"]),
  // The samples with classes of their own lie in OpenHealthKit: a program that needs only this compiles less.
  library("OpenHealthKitCore", ["HealthModel", "StoreFiles", "HealthDatabase", "HealthQueries"] + locations),
  library(
    "OpenHealthKit",
    ["OpenHealthKitCore", "HealthModel", "HealthDatabase", "HealthQueries"] + appleModules),

  // Terminal.
  library("TOML"),
  library("TerminalModel"),
  .systemLibrary(
    name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
  .target(name: "CTypeface", exclude: ["OFL.txt"]),
  .target(
    name: "Graphics", dependencies: ["TerminalModel", "CFreeType", "CTypeface"] + essentials, swiftSettings: arithmetic),
  .target(name: "Rings", dependencies: ["Graphics", "TerminalModel"], swiftSettings: arithmetic),
  library("TerminalRings", ["Rings", "Graphics", "TerminalModel"]),
  .target(
    name: "CNCurses",
    linkerSettings: [
      .linkedLibrary("ncursesw", .when(platforms: [.linux])),
      .linkedLibrary("ncurses", .when(platforms: [.macOS])),
    ]),
  library("Curses", ["TerminalModel", "CNCurses"]),
  library("Presentation", ["TerminalModel", "Rings", "HealthAnalysis", "HealthModel"] + essentials),
  library("StatusLine", ["Presentation", "TerminalModel", "Rings", "HealthModel"] + essentials),
  library("Widgets", ["Presentation", "TerminalModel", "Rings", "Graphics", "HealthAnalysis", "HealthModel"]),
  library(
    "Dashboard",
    ["Widgets", "Presentation", "TerminalModel", "Rings", "Graphics", "HealthAnalysis", "HealthModel"] + essentials),

  .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
  library("TerminalImages", ["TerminalModel", "CPNG"] + essentials),
  library("TerminalPictures", ["Widgets", "TerminalImages", "Curses", "TerminalModel"]),

  // Both.
  library("Demo", ["HealthQueries", "HealthDatabase", "HealthModel"] + essentials),
  library("Processes", ["OpenHealthKit", "HealthImport", "HealthModel", "TerminalModel", "Curses"]),
  library(
    "Configuration",
    ["Processes", "HealthModel", "Dashboard", "Widgets", "Presentation", "Rings", "TerminalModel", "Curses", "TOML"]),
  library(
    "Sharing",
    ["Configuration", "Processes", "HealthQueries", "HealthDatabase", "HealthAnalysis", "HealthModel", "Presentation"]),
  library(
    "Reports",
    [
      "Sharing", "Configuration", "Processes", "HealthExport", "OpenHealthKit", "StoreCare", "HealthQueries",
      "HealthDatabase", "StoreFiles", "HealthImport",
      "HealthAnalysis",
      "HealthModel", "Dashboard", "Widgets", "StatusLine", "Presentation", "Rings", "Graphics", "TerminalModel",
      "TerminalPictures", "TerminalImages",
      "Curses",
    ] + appleModules),
  .systemLibrary(
    name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
  library(
    "Serving",
    [
      "CQREncode", "Reports", "Sharing", "Configuration", "Processes", "HealthAnalysis", "StoreCare", "HealthQueries",
      "HealthDatabase", "StoreFiles", "StorePages", "HealthImport", "HealthModel",
      "Presentation", "Rings", "Graphics", "Curses",
    ]),
  library(
    "Assistants",
    [
      "Reports", "Configuration", "Processes", "HealthExport", "OpenHealthKit", "HealthQueries", "HealthDatabase",
      "HealthImport",
      "HealthAnalysis", "HealthModel", "Presentation", "Rings", "TerminalModel", sqlite,
    ]),
  library(
    "Watching",
    [
      "Reports", "Sharing", "Configuration", "Processes", "HealthQueries", "HealthDatabase", "StoreFiles",
      "HealthAnalysis",
      "HealthModel",
      "StatusLine", "Presentation", "TerminalModel",
    ]),
  .executableTarget(
    name: "ringtop",
    dependencies: [
      "Assistants", "Serving", "Watching", "Reports", "Sharing", "Configuration", "Processes", "HealthExport",
      "OpenHealthKit", "StoreCare", "HealthQueries", "HealthDatabase", "StoreFiles", "ForeignDatabases",
      "ForeignFormats",
      "HealthAnalysis", "HealthModel", "HealthImport", "Demo",
      "Dashboard", "Widgets", "StatusLine",
      "Presentation", "Rings", "Graphics", "TerminalModel", "Curses", "TerminalPictures", "TerminalImages",
      argumentParser,
    ] + appleModules,
    swiftSettings: strict, linkerSettings: [unexported]),

  tests("HealthModelTests", ["HealthModel", "TestSupport"]),
  tests("HealthAnalysisTests", ["HealthAnalysis", "HealthModel", "TestSupport"]),
  tests("DemoTests", ["Demo", "HealthModel"]),
  // Injects faults into SQLite's file system and memory allocation.
  .target(name: "CFaults", path: "Tests/CFaults", linkerSettings: [.linkedLibrary("sqlite3")]),
  tests(
    "HealthDatabaseTests",
    [
      "StoreCare", "HealthQueries", "HealthDatabase", "StoreFiles", "StorePages", "HealthModel", "CFaults", grdb,
      sqlite,
    ],
    excluding: ["Fixtures"]),
  tests(
    "HealthImportTests",
    [
      "ForeignFormats", "HealthImport", "ForeignDatabases", "HealthModel", "HealthQueries", "HealthDatabase", "CZlib",
      grdb,
    ]),
  tests(
    "OpenHealthKitTests",
    [
      "OpenHealthKit", "OpenHealthKitCore", "HealthQueries", "HealthDatabase", "StoreFiles", "HealthImport",
      "HealthModel",
    ]
      + appleModules),
  tests("TOMLTests", ["TOML"]),
  tests("TerminalModelTests", ["TerminalModel"]),
  tests("GraphicsTests", ["Graphics", "TerminalModel"], settings: arithmetic),
  tests(
    "RingsTests",
    [
      "Rings", "Graphics", "TerminalModel", "Dashboard", "Widgets", "Presentation", "HealthAnalysis", "HealthModel",
      "TestSupport",
    ], resources: [.copy("Fixtures")], settings: arithmetic),
  tests("TerminalRingsTests", ["TerminalRings", "Rings", "TerminalModel"]),
  tests("TerminalImagesTests", ["TerminalImages", "TerminalModel", "Rings", "CPNG"]),
  // Prevents tests that start programs from running concurrently with CPU-bound tests.
  .target(name: "TestSupport", dependencies: ["HealthModel"], path: "Tests/TestSupport", swiftSettings: strict),
  tests("CursesTests", ["Curses", "TerminalModel", "TestSupport"]),
  tests(
    "PresentationTests", ["Presentation", "HealthModel", "Rings", "TerminalModel", "TestSupport"]),
  tests("StatusLineTests", ["StatusLine", "Presentation", "HealthModel", "Rings", "TerminalModel", "TestSupport"]),
  tests(
    "DashboardTests",
    [
      "Dashboard", "Widgets", "Presentation", "HealthAnalysis", "HealthModel", "Rings", "Graphics", "TerminalModel",
      "TestSupport",
    ],
    excluding: ["Fixtures"]),
  // A client of the smaller library, started by tests.
  .executableTarget(
    name: "observer-program", dependencies: ["OpenHealthKitCore"], path: "Tests/ObserverProgram", swiftSettings: strict),
  tests("HealthExportTests", ["HealthExport", "HealthModel", "TestSupport"]),
  tests("ConfigurationTests", ["Configuration", "Processes", "HealthModel", "Presentation", "TerminalModel"]),
  tests(
    "ReportsTests",
    [
      "Reports", "Processes", "Sharing", "HealthQueries", "HealthDatabase", "HealthAnalysis", "HealthModel",
      "Dashboard", "TestSupport",
    ]),
  tests(
    "ServingTests",
    ["Serving", "StorePages", "Sharing", "Configuration", "Processes", "HealthDatabase", "StoreFiles", "HealthModel"]),
  tests(
    "WatchingTests", ["Watching", "Configuration", "HealthAnalysis", "HealthModel", "Presentation", "TestSupport"]),
  tests(
    "SharingTests", ["Sharing", "Configuration", "HealthDatabase", "HealthAnalysis", "HealthModel", "TestSupport"]),
  tests(
    "AssistantsTests",
    [
      "Assistants", "Reports", "Configuration", "Demo", "HealthQueries", "HealthDatabase", "HealthImport",
      "HealthModel",
      "OpenHealthKit",
      "Presentation", "TestSupport",
    ]),
  // Starts the program.
  tests(
    "RingtopTests",
    [
      "ringtop", "Serving", "StorePages", "Watching", "Configuration", "Processes", "observer-program", "Curses",
      "Dashboard", "Demo",
      "Widgets", "HealthAnalysis", "HealthQueries", "HealthDatabase", "StoreFiles", "HealthModel", "OpenHealthKit",
      "TerminalPictures", "TerminalModel",
      "TestSupport",
      subprocess,
      argumentParser,
    ] + appleModules),
  // Limits how many tests run at the same time: those of all modules, because one program contains them.
  .target(name: "CTestSupport", path: "Tests/CTestSupport"),
  tests("ArchitectureTests", ["CTestSupport"], settings: arithmetic),
]

#if canImport(Darwin)
  targets.append(library("FoundationEssentials"))
#else
  products += [
    .library(name: "HealthKit", targets: ["HealthKit"]), .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "HealthKitUI", targets: ["HealthKitUI"]),
  ]
  targets += [
    library("UniformTypeIdentifiers"), library("CoreLocation"), tests("CoreLocationTests", ["CoreLocation"]),
    library("HealthKit", ["OpenHealthKit"]), tests("HealthKitTests", ["HealthKit"]),
    // The code of some of these tests, as an app in the older language mode has it.
    .target(
      name: "Swift5Shapes", dependencies: ["HealthKit"], path: "Tests/Swift5Shapes",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    library("HealthKitUI", ["OpenHealthKit", "TerminalRings", "TerminalImages", "TerminalModel"]),
    // Written with nothing but Apple's documented calls.
    .executableTarget(
      name: "step-chart", dependencies: ["HealthKit"], path: "Assets/examples/step-chart", swiftSettings: strict),
    .executableTarget(
      name: "workout-logger", dependencies: ["HealthKit"], path: "Assets/examples/workout-logger",
      swiftSettings: strict),
    tests(
      "HealthKitUITests", ["HealthKitUI", "HealthKit", "TerminalRings"], excluding: ["Ledger/symbols.tsv"]),
  ]
#endif

// The benchmarks are not a dependency of clients: they are included only on request.
if Context.environment["RINGTOP_BENCHMARKS"] == "1" {
  targets += [
    .target(name: "CMeasure", path: "Tests/Performance/CMeasure"),
    .executableTarget(
      name: "ringtop-benchmarks",
      dependencies: [
        "CMeasure", "CZlib", "HealthQueries", "HealthDatabase", "HealthModel", "OpenHealthKit", "Rings",
        "TerminalModel",
        sqlite,
        argumentParser,
      ],
      path: "Tests/Performance/Benchmarks", swiftSettings: strict),
  ]
}

// The fuzzer's `main` comes from libFuzzer: it builds only with `--sanitize=fuzzer`. `predicate` adds the parser that needs
// the whole library, which takes much longer to build.
if let parsers = Context.environment["RINGTOP_FUZZ"] {
  let hasPredicates = parsers == "predicate"
  targets.append(
    .executableTarget(
      name: "ringtop-fuzz",
      dependencies: ["HealthModel", "HealthImport", "ForeignFormats", "StatusLine", "Curses", "TerminalModel", "TOML"]
        + (hasPredicates ? ["OpenHealthKitCore"] : []),
      path: "Tests/Fuzz/Fuzz", swiftSettings: strict + (hasPredicates ? [.define("FUZZ_PREDICATES")] : [])))
} else {
  // The same parsers, each once with the inputs that are kept.
  targets.append(
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "HealthModel", "HealthImport", "ForeignFormats", "StatusLine", "Curses", "TerminalModel", "TOML",
        "OpenHealthKitCore",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "run"], swiftSettings: strict + [.define("FUZZ_PREDICATES")]))
}

var dependencies: [Package.Dependency] = [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")]

// A client gets the libraries only: it would also have to resolve what the program and the tests need, and to build its plugins.
if isDependency {
  products.removeAll { $0.name == "ringtop" }
  targets.removeAll { [.executable, .test].contains($0.type) }
} else {
  dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ]
}

let package = Package(
  name: "ringtop", platforms: [.macOS(.v15)], products: products, dependencies: dependencies, targets: targets)

// `RINGTOP_DOCS=1 swift package generate-documentation --target OpenHealthKit` needs a plugin that clients of the library do
// not need.
if Context.environment["RINGTOP_DOCS"] == "1" {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

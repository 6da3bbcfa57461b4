/// The exports of the Health app in the usual folders.
package struct ExportsQuery: StoreQuery {
  package init() {}

  package static var needsStore: Bool { false }

  package func run(in source: some QuerySource) throws -> [ExportFile] { source.exports() }
}

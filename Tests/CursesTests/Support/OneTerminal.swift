import TestSupport
import Testing

/// Contains the tests that open a terminal: there is one per process, so they run serially.
@Suite(.serialized, .programs) enum OneTerminal {}

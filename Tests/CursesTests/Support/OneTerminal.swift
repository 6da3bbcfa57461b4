import TestSupport
import Testing

/// Around the tests that open a terminal: there is one for a process, so they run one after the other.
@Suite(.serialized, .programs) enum OneTerminal {}

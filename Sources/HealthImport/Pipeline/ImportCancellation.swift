package import HealthModel

/// Tells a running import to stop after the batch it is at. Any thread may do so, a signal handler's too.
package typealias ImportCancellation = Cancellation

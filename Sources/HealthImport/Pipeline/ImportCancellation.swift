package import HealthModel

/// Cancels a running import after its current batch. Any thread, including a signal handler's, may call it.
package typealias ImportCancellation = Cancellation

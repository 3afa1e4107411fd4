import type { QueueObserver } from "./queue/work-queue.js";

/**
 * The outcome of a run, with the names of controller-runtime's metrics, and the kinds of errors that it counts
 * separately.
 */
export type Outcome = "success" | "requeue_after" | "error" | "terminal" | "timeout";

/** The callbacks through which a controller reports its metrics. */
export interface ControllerObserver {
  readonly queue: QueueObserver;
  /** Called when a worker starts a run. */
  started(): void;
  ended(outcome: Outcome, ms: number): void;
}

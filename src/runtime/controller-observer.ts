import type { QueueObserver } from "./queue/work-queue.js";

/** How one run ended, in the words of controller-runtime's metrics, and the kinds of errors that it counts apart. */
export type Outcome = "success" | "requeue_after" | "error" | "terminal" | "timeout";

/** What a controller tells those who measure it. */
export interface ControllerObserver {
  readonly queue: QueueObserver;
  /** A worker has begun a run. */
  started(): void;
  ended(outcome: Outcome, ms: number): void;
}

import type { Clock } from "../core/clock.js";
import type { Logger } from "./logger.js";

/** The external dependencies of a part of the runtime. */
export interface Surroundings {
  readonly log: Logger;
  readonly clock: Clock;
  /** From 0 to less than 1. */
  readonly random: () => number;
}

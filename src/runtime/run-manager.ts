import { systemClock } from "../core/clock.js";
import { createManager } from "./create-manager.js";
import type { Manager } from "./manager.js";
import { operate, type RunManagerOptions } from "./operate.js";
import { currentProcess } from "./operator-process.js";

/**
 * Runs the main program of an operator: reads the flags (`--help` lists them), creates a manager, calls `setup` and
 * runs the manager until SIGTERM or SIGINT. Then running reconciles may finish; a second signal ends the process at
 * once. Under npm, whose shell dies without forwarding the signal, the end of the parent process counts as a signal.
 *
 * Resolves when the manager has stopped, and sets the exit code: 0 after a clean stop, 2 for an invalid flag, 1 for any
 * other error, which is logged. Never rejects.
 *
 * @example
 * ```ts
 * import { done, runManager } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 *
 * await runManager({ name: "operator-demo" }, (manager) => {
 *   manager
 *     .controller("configmap")
 *     .for(ConfigMap)
 *     .complete({ reconcile: () => Promise.resolve(done()) });
 * });
 * ```
 */
export async function runManager(options: RunManagerOptions, setup: (manager: Manager) => unknown): Promise<void> {
  await operate(options, setup, { host: currentProcess(), create: createManager, clock: systemClock });
}

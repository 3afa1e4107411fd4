import type { KubeObject } from "../../kube/objects.js";
import type { CreateManagerOptions } from "../../runtime/create-manager-options.js";
import type { Manager } from "../../runtime/manager.js";
import { checkList, checkOptions } from "../environment/check-options.js";
import type { RequestMatch } from "../environment/faults.js";
import type { ManifestSource, TestEnvironmentOptions } from "../environment/options.js";
import type { TestEnvironment } from "../environment/test-environment.js";

/**
 * What {@link killAtEveryWrite} runs, again and again.
 *
 * @example
 * ```ts
 * import { done, type Manager } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { eventually, type KillOptions } from "tsop/testing";
 *
 * export const options: KillOptions = {
 *   setUp: (manager: Manager) => manager.controller("greeter").for(ConfigMap).complete({ reconcile: async () => done() }),
 *   scenario: async ({ client }) => {
 *     const metadata = { namespace: "default", name: "a" };
 *     await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
 *     await eventually(() => client.getOrThrow(ConfigMap, metadata));
 *   },
 * };
 * ```
 */
export interface KillOptions {
  /**
   * Gives a new manager its controllers, as `main.ts` does; again after each kill. What it makes is lost with the kill. What
   * modules remember is not, so that is where nothing of the operator should be.
   */
  readonly setUp: (manager: Manager, environment: TestEnvironment) => unknown;
  /**
   * What users do, and what they wait for: creates, changes and deletes objects, with {@link eventually} in between. It does
   * not notice the kill, but for the time that the new operator takes.
   */
  readonly scenario: (environment: TestEnvironment) => Promise<unknown>;
  /** Roles whose rights the operator has. Default: it may do everything. */
  readonly roles?: readonly ManifestSource[];
  /** The environment, of which each run has its own. Default: the embedded server with the CRDs of `config/crd/bases`. */
  readonly environment?: TestEnvironmentOptions;
  /** How the manager is made, besides. */
  readonly manager?: Omit<Partial<CreateManagerOptions>, "config">;
  /** Creations that may be done more often than undisturbed. Default: none. */
  readonly repeatable?: readonly RequestMatch[];
  /** Changes what is compared of an object, which it may modify; undefined leaves the object out. */
  readonly normalize?: (object: KubeObject) => KubeObject | undefined;
  /** For how long the result may stay different, and the operator at work, when the scenario is over. Default 10,000. */
  readonly timeoutMs?: number;
  /** How many runs there are at a time. Default 2. */
  readonly concurrency?: number;
}

const known = [
  ...["setUp", "scenario", "roles", "environment", "manager", "repeatable", "normalize", "timeoutMs", "concurrency"],
];

/** @throws TsopError `usage/invalid-argument` for what a caller without types got wrong */
export function checkKillOptions(options: KillOptions): void {
  const call = "killAtEveryWrite()";
  checkOptions(call, options, known);
  checkList(call, "roles", options.roles);
  checkList(call, "repeatable", options.repeatable);
}

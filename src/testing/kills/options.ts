import type { KubeObject } from "../../kube/objects.js";
import type { CreateManagerOptions } from "../../runtime/create-manager-options.js";
import type { Manager } from "../../runtime/manager.js";
import { checkList, checkOptions } from "../environment/check-options.js";
import type { RequestMatch } from "../environment/faults.js";
import type { ManifestSource, TestEnvironmentOptions } from "../environment/options.js";
import type { TestEnvironment } from "../environment/test-environment.js";

/**
 * The scenario that {@link killAtEveryWrite} runs repeatedly.
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
   * Adds the controllers to a new manager, as `main.ts` does; called again after each kill. A kill discards everything
   * that this function creates. It does not discard the state of modules, so keep no state of the operator there.
   */
  readonly setUp: (manager: Manager, environment: TestEnvironment) => unknown;
  /**
   * The actions of users, and the results that they wait for: creates, changes and deletes objects, with
   * {@link eventually} in between. The kill is visible to it only as a delay until the new operator runs.
   */
  readonly scenario: (environment: TestEnvironment) => Promise<unknown>;
  /** The roles that define the operator's permissions. Default: it may do everything. */
  readonly roles?: readonly ManifestSource[];
  /**
   * The options of the environment; each run has its own. Default: the embedded server with the CRDs of
   * `config/crd/bases`.
   */
  readonly environment?: TestEnvironmentOptions;
  /** More options of the manager. */
  readonly manager?: Omit<Partial<CreateManagerOptions>, "config">;
  /** The creations that may happen more often than in the undisturbed run. Default: none. */
  readonly repeatable?: readonly RequestMatch[];
  /** Changes an object before the comparison, in place if you like; undefined excludes the object. */
  readonly normalize?: (object: KubeObject) => KubeObject | undefined;
  /**
   * The number of milliseconds after the scenario within which the result must match and the operator must become idle.
   * Default 10,000.
   */
  readonly timeoutMs?: number;
  /** The number of concurrent runs. Default 2. */
  readonly concurrency?: number;
}

const known = [
  ...["setUp", "scenario", "roles", "environment", "manager", "repeatable", "normalize", "timeoutMs", "concurrency"],
];

/** @throws TsopError `usage/invalid-argument` if an option is invalid, which TypeScript would not compile */
export function checkKillOptions(options: KillOptions): void {
  const call = "killAtEveryWrite()";
  checkOptions(call, options, known);
  checkList(call, "roles", options.roles);
  checkList(call, "repeatable", options.repeatable);
}

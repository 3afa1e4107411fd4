import type { Logger } from "./logger.js";
import type { ManagerFlags } from "./manager-flags.js";

/**
 * What `createManager` is told. All flags are optional here, with the defaults of the command line.
 *
 * @example
 * ```ts
 * import type { CreateManagerOptions } from "tsop";
 *
 * export const options: CreateManagerOptions = { name: "operator-demo", healthProbeBindAddress: "0", namespaces: ["dev"] };
 * ```
 */
export interface CreateManagerOptions extends Partial<ManagerFlags> {
  /** The operator's name, for the fields it manages by server-side apply, and for the lease unless that has its own. */
  readonly name: string;
  /** Name of the Lease, the same in all replicas and no other operator's. Default: `name`. */
  readonly leaderElectionId?: string;
  /**
   * For how long a cache may hear nothing of the API server before `/readyz` fails, in milliseconds. Default: 11 minutes,
   * for a server without bookmarks may say nothing of a quiet kind for ten.
   */
  readonly cacheStaleAfterMs?: number;
  /** Where to log. Default: lines on stderr. */
  readonly log?: Logger;
}

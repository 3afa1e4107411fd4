import { TsopError } from "../core/errors.js";
import type { ClusterOptions } from "./choose-cluster.js";

/** What all commands that change a cluster can be told. */
export interface ClusterCommandOptions extends ClusterOptions {
  /** `client`: list what would be done, without asking the server. `server`: let it check too. */
  readonly dryRun?: "client" | "server";
  /** Show what changes in each object, and change nothing: `--dry-run=server` follows from it. */
  readonly diff?: boolean;
  /** Wait until it has come to its end. Default true. */
  readonly wait?: boolean;
  /** Milliseconds for all of it. */
  readonly timeout?: number;
}

/**
 * The options, with what `--diff` implies: the API server compares, and stores nothing.
 *
 * @throws TsopError `usage/invalid-argument` with `--dry-run=client`: who is not asked cannot say what differs
 */
export function withImpliedDryRun<Options extends ClusterCommandOptions>(options: Options): Options {
  if (options.diff !== true) return options;
  if (options.dryRun !== "client") return { ...options, dryRun: "server" };
  throw new TsopError(
    "usage/invalid-argument",
    "--diff compares with the cluster, which --dry-run=client does not ask",
    {
      hint: "Leave out --dry-run=client: --diff changes nothing either.",
    },
  );
}

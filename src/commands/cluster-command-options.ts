import { TsopError } from "../core/errors.js";
import type { ClusterCommandOptions } from "./declared/shared.js";

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

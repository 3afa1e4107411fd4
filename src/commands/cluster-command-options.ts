import { TsopError } from "../core/errors.js";
import type { ClusterOptions } from "./choose-cluster.js";

/** What all commands that change a cluster can be told. */
export interface ClusterCommandOptions extends ClusterOptions {
  /** `client`: list what would be done, without asking the server. `server`: let it check too. */
  readonly dryRun?: "client" | "server";
  /** Show what changes in each object. */
  readonly diff?: boolean;
  /** Wait until it has come to its end. Default true. */
  readonly wait?: boolean;
  /** Milliseconds for all of it. */
  readonly timeout?: number;
}

/** Who is not asked cannot say what differs. @throws TsopError `usage/invalid-argument` */
export function checkPreview({ dryRun, diff }: ClusterCommandOptions): void {
  if (dryRun !== "client" || diff !== true) return;
  throw new TsopError(
    "usage/invalid-argument",
    "--diff compares with the cluster, which --dry-run=client does not ask",
    {
      hint: "Use --dry-run=server --diff.",
    },
  );
}

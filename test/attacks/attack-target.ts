/** One kind of process, from its start to its end. */
import type { TargetOptions } from "./listener.js";
import { type AttackRun, runAttacks } from "./run-attacks.js";
import { measureSlowness } from "./slowness.js";
import { Tally } from "./tally.js";
import { startTarget, type Target } from "./target.js";

export const targetKinds = ["operator", "api-server", "proxies"] as const satisfies readonly TargetOptions["kind"][];

/** Caches that fill more slowly than a first half lasts: of schemas and types, and what a proxy records for its test. */
const mostGrowthBytes = { operator: 2_000_000, "api-server": 12_000_000, proxies: 12_000_000 };

/** Starts it, and the API server that it needs; attacks it, and stops it. What was violated is in the tally. */
export async function attackTarget(
  program: string,
  kind: TargetOptions["kind"],
  run: Omit<AttackRun, "slowness" | "mostGrowthBytes">,
): Promise<Tally> {
  const tally = new Tally();
  const targets: Target[] = [];
  try {
    const server = await startTarget(program, { kind: "api-server" });
    targets.push(server);
    if (kind !== "api-server" && server.api !== undefined) {
      targets.push(await startTarget(program, { kind, api: server.api }));
    }
    await runAttacks(
      targets.at(-1)!,
      { ...run, slowness: measureSlowness(), mostGrowthBytes: mostGrowthBytes[kind] },
      tally,
    );
    return tally;
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
}

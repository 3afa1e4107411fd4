import { TsopError } from "../../core/errors.js";
import { matches } from "../environment/faults.js";
import type { KillPoint } from "./kill-proxy.js";
import { checkKillOptions, type KillOptions } from "./options.js";
import { ScenarioRun } from "./scenario-run.js";
import { collectionOf, type State, stateDifferences } from "./state.js";
import type { OperatorWrite } from "./write.js";

/**
 * The result of {@link killAtEveryWrite}.
 *
 * @example
 * ```ts
 * import type { KillReport } from "tsop/testing";
 *
 * export const steps = ({ writes }: KillReport): string => writes.join("\n");
 * ```
 */
export interface KillReport {
  /**
   * The writes of the undisturbed operator, in order: `create StatefulSet default/db`,
   * `update status of Bar default/a`.
   */
  readonly writes: readonly string[];
  /** The number of times an operator was killed. */
  readonly kills: number;
}

/**
 * Checks that an operator reaches the same result wherever it is killed. Runs a scenario once undisturbed and counts
 * the operator's writes. Then, for each write, it runs the scenario once with the operator killed right before the
 * write, and once right after it, when the server has carried out the write and the response is lost. Each time, a new
 * operator without any memory takes over.
 *
 * The result is the same if no object was created more often and all custom resources and all objects of the kinds that
 * the operator writes are equal. The comparison ignores times, uids, generated names and other values that the API
 * server assigns. It also ignores Leases and events. Each run has its own API server.
 *
 * @throws TsopError `testing/not-converged` with the writes after which the result differs, and the differences
 *
 * @example
 * ```ts
 * import { done, type Manager } from "tsop";
 * import { ConfigMap, Secret } from "tsop/k8s/core/v1";
 * import { eventually, killAtEveryWrite } from "tsop/testing";
 * import { expect, test } from "vitest";
 *
 * function setUp(manager: Manager): void {
 *   manager.controller("copier").for(Secret).complete({
 *     async reconcile(metadata) {
 *       await manager.client.apply<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
 *       return done();
 *     },
 *   });
 * }
 *
 * test("wherever it is killed, each Secret gets its ConfigMap", async () => {
 *   const metadata = { namespace: "default", name: "a" };
 *   const { writes } = await killAtEveryWrite({
 *     setUp,
 *     scenario: async ({ client }) => {
 *       await client.create<Secret>({ apiVersion: "v1", kind: "Secret", metadata });
 *       await eventually(() => client.getOrThrow(ConfigMap, metadata));
 *     },
 *   });
 *   expect(writes).toEqual(["apply ConfigMap default/a"]);
 * });
 * ```
 */
export async function killAtEveryWrite(options: KillOptions): Promise<KillReport> {
  checkKillOptions(options);
  const undisturbed = await playUndisturbed(options);
  const points = undisturbed.writes.flatMap((_write, index): KillPoint[] => [
    { index: index + 1, moment: "before" },
    { index: index + 1, moment: "after" },
  ]);
  const failures: { readonly point: KillPoint; readonly text: string }[] = [];
  let kills = 0;
  const waiting = [...points];
  const work = async (): Promise<void> => {
    for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
      const { wasKilled, problem } = await playKilled(options, point, undisturbed);
      if (wasKilled) kills += 1;
      if (problem !== undefined) failures.push({ point, text: problem });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 2 }, work));
  if (failures.length > 0) {
    const texts = failures.sort((a, b) => points.indexOf(a.point) - points.indexOf(b.point)).map(({ text }) => text);
    throw notConverged(`${failures.length} of ${points.length} kills changed the result:\n${texts.join("\n")}`);
  }
  return { writes: undisturbed.writes.map(({ text }) => text), kills };
}

interface Undisturbed {
  readonly state: State;
  readonly writes: readonly OperatorWrite[];
  readonly creations: readonly OperatorWrite[];
}

async function playUndisturbed(options: KillOptions): Promise<Undisturbed> {
  const run = await ScenarioRun.start(options);
  try {
    await run.play();
    const { state, isAtRest } = await run.settle(() => []);
    if (isAtRest) return { state, writes: run.writes, creations: run.creations };
    throw notConverged(`without kills, the operator does not stop writing: ${lastTexts(run.writes)}`);
  } finally {
    await run.end();
  }
}

async function playKilled(
  options: KillOptions,
  point: KillPoint,
  undisturbed: Undisturbed,
): Promise<{ readonly wasKilled: boolean; readonly problem: string | undefined }> {
  const run = await ScenarioRun.start(options);
  const explain = (lines: readonly string[]): string => {
    const { text } = run.killedAt ?? undisturbed.writes[point.index - 1] ?? { text: "?" };
    const head = `${point.moment} ${text} (write ${point.index} of ${undisturbed.writes.length}):`;
    const error = run.lastError === undefined ? [] : [`the operator's last error: ${run.lastError}`];
    return [head, ...lines, ...error].join("\n  ");
  };
  const compare = (state: State): string[] => [
    ...stateDifferences(undisturbed.state, state),
    ...repeated(undisturbed.creations, run.creations, options),
  ];
  const judge = async (): Promise<string | undefined> => {
    await run.play(point);
    const { isAtRest, complaints } = await run.settle(compare, undisturbed.writes.map(collectionOf));
    if (complaints.length > 0) return explain(complaints);
    return isAtRest ? undefined : explain([`the operator does not stop writing: ${lastTexts(run.writes)}`]);
  };
  try {
    const problem = await judge().catch((error: unknown) => explain([`the scenario failed: ${messageOf(error)}`]));
    return { wasKilled: run.killedAt !== undefined, problem };
  } finally {
    await run.end();
  }
}

/**
 * Returns the objects that were created more often than in the undisturbed run, even if not all of them still exist.
 */
function repeated(
  undisturbed: readonly OperatorWrite[],
  killed: readonly OperatorWrite[],
  { repeatable = [] }: KillOptions,
): string[] {
  const texts = new Set(
    killed.filter((write) => !repeatable.some((match) => matches(match, write))).map(({ text }) => text),
  );
  const count = (writes: readonly OperatorWrite[], wanted: string): number =>
    writes.filter(({ text }) => text === wanted).length;
  return [...texts]
    .filter((text) => count(killed, text) > count(undisturbed, text))
    .map((text) => `${text}: done ${count(killed, text)} times, without kills ${count(undisturbed, text)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function lastTexts(writes: readonly OperatorWrite[]): string {
  const last = writes.slice(-3).map(({ text }) => text);
  return last.length === 0 ? "reads" : last.join(", ");
}

function notConverged(message: string): TsopError {
  return new TsopError("testing/not-converged", message, {
    hint: "Read the current objects before each step, derive the names of created objects from their owner, and store in the status what must survive the operator.",
  });
}

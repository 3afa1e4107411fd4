/** Tries the witnesses that users see on a real API server. */
import { expect } from "vitest";
import type { Change } from "../../../src/compatibility/change.js";
import type { Crds } from "../../../src/compatibility/compare-crds.js";
import { type TrialGroup, trialsOfWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { tryWrites } from "../../../src/compatibility/witness/trial.js";
import type { Outcome, Witness, WitnessSearch } from "../../../src/compatibility/witness/witness.js";
import { showChange } from "../../support/crdify-output.js";
import type { TrialCluster } from "./cluster-server.js";
import { withUsedFields } from "./used-fields.js";

/** Whether to try all witnesses with whole CRDs, which takes a real API server much longer. */
export const isEvery = process.env["TSOP_EVERY_WITNESS"] === "1";

/** Expects that the witness of each change shows the same on the real API server. Returns the changes that have one. */
export async function expectWitnessesHold(
  crds: Crds,
  found: ReadonlyMap<Change, WitnessSearch>,
  server: TrialCluster,
  title: string,
): Promise<Change[]> {
  const outcomes = new Map<Change, Outcome | undefined>();
  for (const group of trialsOfWitnesses(crds, found)) {
    const own = await tryOnCluster(group, server);
    for (const [index, { change }] of group.all.entries()) outcomes.set(change, own[index]);
  }
  const shown = Array.from(found).flatMap(([change, search]) =>
    search.kind === "found" ? [{ change, witness: search.witness }] : [],
  );
  const summary = (outcomeOf: (change: Change, witness: Witness) => Outcome | undefined): unknown[] =>
    shown.map(({ change, witness }) => ({
      ...{ change: showChange(change), writes: witness.writes },
      outcome: withSortedWords(outcomeOf(change, witness)),
    }));
  expect(
    summary((change) => outcomes.get(change)),
    title,
  ).toEqual(summary((_, { outcome }) => outcome));
  return shown.map(({ change }) => change);
}

/** Returns the outcome of each trial of the group on the real API server. */
export function tryOnCluster({ sides, all }: TrialGroup, server: TrialCluster): Promise<(Outcome | undefined)[]> {
  const trials = all.flatMap((each) => each.trials);
  const writes = trials.map((trial) => trial.writes);
  const used = isEvery ? sides : withUsedFields(sides, writes);
  return server.during(used.from.group, (start) => tryWrites(used, trials, start));
}

/** kube-apiserver reports the errors of an object in any order. */
export function withSortedWords(outcome: Outcome | undefined): unknown {
  return outcome !== undefined && "message" in outcome
    ? { ...outcome, message: outcome.message.split(/[\s,[\]]+/).toSorted() }
    : outcome;
}

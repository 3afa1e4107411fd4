/** Finds objects that show what the changes of an API break. */
import { groupBy } from "../../core/group-by.js";
import type { ExactJsonObject } from "../../core/json.js";
import { Patterns } from "../../schema/patterns.js";
import { brokenDirections, type Change } from "../change.js";
import type { Crds } from "../compare-crds.js";
import type { Crd } from "../crd.js";
import { candidates } from "./candidates.js";
import { type Sides, versionsOf } from "./ground.js";
import { messageMatcher, placeMatcher } from "./place-of.js";
import { smallerWrites } from "./shrink.js";
import { type StartTrialServer, type Trial, tryWrites } from "./trial.js";
import { ValueMaker } from "./values.js";
import type { Outcome, Witness, WitnessDirection, WitnessSearch, Writes } from "./witness.js";

/** The most attempts to make a witness smaller, and the most objects in each. */
const rounds = 12;
const mostSmaller = 24;

/**
 * Searches a witness for each change that breaks something: objects that the old CRD accepts, and the new CRD rejects or
 * changes; or the other way around if only a rollback or the readers of objects break.
 */
export async function findWitnesses(
  before: Crd,
  after: Crd,
  changes: readonly Change[],
  start?: StartTrialServer,
): Promise<ReadonlyMap<Change, WitnessSearch>> {
  const found = new Map<Change, WitnessSearch>();
  const search = async (direction: WitnessDirection, those: readonly Change[]): Promise<void> => {
    const sides = sidesOf(direction, before, after);
    for (const [change, { witness, tried }] of await searchSide(sides, direction, those, start)) {
      const all = tried + (found.get(change)?.tried ?? 0);
      found.set(change, witness === undefined ? { kind: "none", tried: all } : { kind: "found", witness, tried: all });
    }
  };
  const breaking = changes.filter((change) => brokenDirections(change).length > 0);
  await search("forward", breaking);
  await search(
    "back",
    breaking.filter((change) => found.get(change)?.kind !== "found"),
  );
  return found;
}

/**
 * Sends the requests of a witness. Returns what the API server does: the outcome of the witness, if it holds; undefined if
 * the requests show nothing.
 */
export async function tryWitness(
  { before, after }: Crds,
  change: Change,
  { direction, writes }: Witness,
  start?: StartTrialServer,
): Promise<Outcome | undefined> {
  const whole = sidesOf(direction, before, after);
  const version = soleVersion(change);
  const sides = version === undefined ? whole : alone(whole, version);
  const [outcome] = await tryWrites(sides, [trialOf(sides, change, writes)], start);
  return outcome;
}

function sidesOf(direction: WitnessDirection, before: Crd, after: Crd): Sides {
  return direction === "forward" ? { from: before, to: after } : { from: after, to: before };
}

interface SideResult {
  readonly witness: Witness | undefined;
  readonly tried: number;
}

async function searchSide(
  given: Sides,
  direction: WitnessDirection,
  changes: readonly Change[],
  start: StartTrialServer | undefined,
): Promise<Map<Change, SideResult>> {
  const maker = new ValueMaker(new Patterns());
  const results = new Map<Change, SideResult>();
  for (const [version, those] of groupBy(changes, soleVersion)) {
    const sides = version === undefined ? given : alone(given, version);
    const run = (trials: readonly Trial[]): Promise<(Outcome | undefined)[]> => tryWrites(sides, trials, start);
    const all = those.map((change) => {
      const trials = candidates(maker, sides, change).map((writes) => trialOf(sides, change, writes));
      return { change, trials };
    });
    const outcomes = await run(all.flatMap(({ trials }) => trials));
    let at = 0;
    const open: Open[] = [];
    for (const { change, trials } of all) {
      const own = outcomes.slice(at, (at += trials.length));
      results.set(change, { witness: undefined, tried: own.length });
      const best = own.findIndex((each) => each !== undefined);
      const [trial, outcome] = [trials[best], own[best]];
      if (trial !== undefined && outcome !== undefined) open.push({ change, trial, outcome });
    }
    for (const { change, trial, outcome } of await shrink(open, run)) {
      const tried = results.get(change)?.tried ?? 0;
      results.set(change, { witness: { direction, writes: trial.writes, outcome }, tried });
    }
  }
  return results;
}

interface Open {
  readonly change: Change;
  readonly trial: Trial;
  readonly outcome: Outcome;
}

/** Removes parts of the witnesses, one part of each in a round, as long as they show the same. */
async function shrink(
  given: readonly Open[],
  run: (trials: readonly Trial[]) => Promise<(Outcome | undefined)[]>,
): Promise<Open[]> {
  const done: Open[] = [];
  let open = [...given];
  for (let round = 0; open.length > 0 && round < rounds; round += 1) {
    const tries = open.map((each) => ({
      each,
      trials: smallerWrites(each.trial.writes)
        .slice(0, mostSmaller)
        .map((writes) => ({ ...each.trial, writes })),
    }));
    const outcomes = await run(tries.flatMap(({ trials }) => trials));
    let at = 0;
    const next: Open[] = [];
    for (const { each, trials } of tries) {
      const own = outcomes.slice(at, (at += trials.length));
      const index = own.findIndex((outcome) => outcome?.kind === each.outcome.kind);
      const [trial, outcome] = [trials[index], own[index]];
      if (trial === undefined || outcome === undefined) done.push(each);
      else next.push({ change: each.change, trial, outcome });
    }
    open = next;
  }
  return [...done, ...open];
}

/** Returns the only version that a trial needs. The changes of a CRD as a whole, and those between two versions, need all. */
function soleVersion({ place, detail }: Change): string | undefined {
  return place.versionAfter === undefined && detail.kind !== "version-removed" ? place.version : undefined;
}

/** Returns CRDs with this version alone: no other version, and no webhook, takes part in a trial. */
function alone({ from, to }: Sides, version: string): Sides {
  return { from: only(from, version), to: only(to, version) };
}

function only(crd: Crd, version: string): Crd {
  const spec = crd.manifest["spec"] as ExactJsonObject;
  const versions = (spec["versions"] as readonly ExactJsonObject[])
    .filter((each) => each["name"] === version)
    .map((each) => ({ ...each, storage: true }));
  return { ...crd, manifest: { ...crd.manifest, spec: { ...spec, versions, conversion: { strategy: "None" } } } };
}

function trialOf({ from }: Sides, change: Change, writes: Writes): Trial {
  const [version, versionAfter] = versionsOf(from, change.place);
  return { writes, version, versionAfter, isPlace: placeMatcher(change), isMessage: messageMatcher(change) };
}

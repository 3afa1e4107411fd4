/** Finds objects that show what the changes of an API break. */
import { groupBy } from "../../core/group-by.js";
import type { ExactJsonObject } from "../../core/json.js";
import { Patterns } from "../../schema/patterns.js";
import { brokenDirections, type Change } from "../change.js";
import type { Crds } from "../compare-crds.js";
import type { Crd } from "../crd.js";
import { isDefinition } from "../served.js";
import { candidates } from "./candidates.js";
import { type Sides, versionsOf } from "./ground.js";
import { messageMatcher, placeMatcher } from "./place-of.js";
import { smallerWrites } from "./shrink.js";
import { isShownByValue } from "./signs.js";
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
  start: StartTrialServer,
): Promise<ReadonlyMap<Change, WitnessSearch>> {
  const found = new Map<Change, WitnessSearch>();
  const search = async (direction: WitnessDirection, those: readonly Change[]): Promise<void> => {
    for (const [change, { witness, tried }] of await searchSide({ before, after }, direction, those, { start })) {
      const all = tried + (found.get(change)?.tried ?? 0);
      found.set(change, witness === undefined ? { kind: "none", tried: all } : { kind: "found", witness, tried: all });
    }
  };
  const breaking = changes.filter((change) => brokenDirections(change).length > 0 && isShownByCrd(change, after));
  await search("forward", breaking);
  await search(
    "back",
    breaking.filter((change) => found.get(change)?.kind !== "found"),
  );
  return found;
}

/** The trials run with a CRD. An extension API server must serve one version at least, so that it does not even start. */
function isShownByCrd({ detail }: Change, after: Crd): boolean {
  return detail.kind !== "served-changed" || !isDefinition(after);
}

/** The versions that take part in the trials of a change. */
type Scope = "all" | "new CRD" | { readonly version: string };

/** A change between two served versions is one of the new CRD alone, and a removed version needs the others. */
function scopeOf({ place: { version, versionAfter }, detail }: Change): Scope {
  if (versionAfter !== undefined) return "new CRD";
  const concernsOthers = ["version-removed", "field-unstored", "field-stored"].includes(detail.kind);
  return version === undefined || concernsOthers ? "all" : { version };
}

function sidesOf(scope: Scope, direction: WitnessDirection, { before, after }: Crds): Sides {
  if (scope === "new CRD") return { from: after, to: after };
  const whole = direction === "forward" ? { from: before, to: after } : { from: after, to: before };
  return scope === "all" ? whole : { from: only(whole.from, scope.version), to: only(whole.to, scope.version) };
}

/** Returns the change as the direction sees it: clients of the second version write, and those of the first one read. */
function seen(change: Change, direction: WitnessDirection): Change {
  const { version, versionAfter } = change.place;
  if (direction === "forward" || version === undefined || versionAfter === undefined) return change;
  return { ...change, place: { ...change.place, version: versionAfter, versionAfter: version } };
}

/** Trials on the same CRDs. */
export interface TrialGroup {
  readonly sides: Sides;
  readonly all: readonly { readonly change: Change; readonly trials: readonly Trial[] }[];
}

/** Returns the first trials of a search in one direction. */
export function trialsOf(crds: Crds, direction: WitnessDirection, changes: readonly Change[]): TrialGroup[] {
  const maker = new ValueMaker(new Patterns());
  return [...groupBy(changes, (change) => JSON.stringify(scopeOf(change))).values()].flatMap((those) => {
    const [first] = those;
    if (first === undefined) return [];
    const sides = sidesOf(scopeOf(first), direction, crds);
    const all = those.map((change) => {
      const view = seen(change, direction);
      return { change, trials: candidates(maker, sides, view).map((writes) => trialOf(sides, view, writes)) };
    });
    return [{ sides, all }];
  });
}

/** Returns the witnesses as trials, which show whether they hold on another API server. */
export function trialsOfWitnesses(crds: Crds, found: ReadonlyMap<Change, WitnessSearch>): TrialGroup[] {
  const shown = Array.from(found).flatMap(([change, search]) =>
    search.kind === "found" ? [{ change, scope: scopeOf(change), witness: search.witness }] : [],
  );
  const groups = groupBy(shown, ({ scope, witness }) => JSON.stringify([witness.direction, scope]));
  return [...groups.values()].flatMap((those) => {
    const [first] = those;
    if (first === undefined) return [];
    const { direction } = first.witness;
    const sides = sidesOf(first.scope, direction, crds);
    const trialsFor = (change: Change, { writes }: Witness): Trial[] => [
      trialOf(sides, seen(change, direction), writes),
    ];
    return [{ sides, all: those.map(({ change, witness }) => ({ change, trials: trialsFor(change, witness) })) }];
  });
}

/** The result of a search in one direction. */
export interface SideResult {
  readonly witness: Witness | undefined;
  readonly tried: number;
}

export interface SearchOptions {
  readonly start: StartTrialServer;
  /** Whether a witness may be larger than necessary, which takes less time. */
  readonly isQuick?: boolean;
}

/** Searches a witness for each of the changes in one direction, whatever their verdicts. */
export async function searchSide(
  crds: Crds,
  direction: WitnessDirection,
  changes: readonly Change[],
  { start, isQuick = false }: SearchOptions,
): Promise<Map<Change, SideResult>> {
  const results = new Map<Change, SideResult>();
  for (const { sides, all } of trialsOf(crds, direction, changes)) {
    const run = (trials: readonly Trial[]): Promise<(Outcome | undefined)[]> => tryWrites(sides, trials, start);
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
    for (const { change, trial, outcome } of isQuick ? open : await shrink(open, run)) {
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

/** Returns the CRD with this version alone: no other version, and no webhook, takes part in a trial. */
function only(crd: Crd, version: string): Crd {
  const spec = crd.manifest["spec"] as ExactJsonObject;
  const versions = (spec["versions"] as readonly ExactJsonObject[])
    .filter((each) => each["name"] === version)
    .map((each) => ({ ...each, storage: true }));
  return { ...crd, manifest: { ...crd.manifest, spec: { ...spec, versions, conversion: { strategy: "None" } } } };
}

function trialOf({ from }: Sides, change: Change, writes: Writes): Trial {
  const [version, versionAfter] = versionsOf(from, change.place);
  return {
    ...{ writes, version, versionAfter },
    isPlace: placeMatcher(change),
    isMessage: messageMatcher(change),
    isShownByValue: isShownByValue(change.detail.kind, writes),
    ignoresNew: ["field-added", "field-stored"].includes(change.detail.kind),
  };
}

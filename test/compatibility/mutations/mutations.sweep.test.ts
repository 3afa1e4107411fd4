import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenDirections, type Change, showPath } from "../../../src/compatibility/change.js";
import { compareCrds, type Crds } from "../../../src/compatibility/compare-crds.js";
import { schemasAlong } from "../../../src/compatibility/schema-at.js";
import { searchSide, type SideResult, trialsOf } from "../../../src/compatibility/witness/find-witnesses.js";
import { install, replace } from "../../../src/compatibility/witness/requests.js";
import { createEmbeddedServer, tryWrites } from "../../../src/compatibility/witness/trial.js";
import type { WitnessSearch } from "../../../src/compatibility/witness/witness.js";
import { printExactJson } from "../../../src/core/exact-json.js";
import type { ExactJsonObject } from "../../../src/core/json.js";
import { crdFrom } from "../../support/compared-crds.js";
import { assetsFolder, type ControlPlane, startControlPlane } from "../../support/control-plane.js";
import { judges, runCrdify } from "../../support/crdify.js";
import { missed } from "../../support/crdify-missed.js";
import { type CrdifyFinding, showChange } from "../../support/crdify-output.js";
import { tempFolder } from "../../support/temp-folder.js";
import { trialCluster, type TrialCluster } from "../witness/cluster-server.js";
import { expectWitnessesHold, isEvery, tryOnCluster, withSortedWords } from "../witness/shown-witnesses.js";
import { mutatedCrd } from "./mutated-crds.js";
import { seeds } from "./seeds.js";
import { withoutWitness } from "./without-witness.js";

describe("200 mutations of published CRDs", () => {
  let controlPlane: ControlPlane | undefined;
  let cluster: TrialCluster | undefined;
  beforeAll(async () => {
    if (assetsFolder === undefined) return;
    controlPlane = await startControlPlane();
    cluster = trialCluster(controlPlane.kubeconfig);
  });
  afterAll(async () => {
    await cluster?.end();
    await controlPlane?.stop();
  });

  test.concurrent.each(seeds)("%i", async (seed) => {
    const { title, before, after } = await mutatedCrd(seed);
    const crds = { before: crdFrom(before), after: crdFrom(after) };
    const changes = compareCrds(crds.before, crds.after);
    expect(changes.length, title).toBeGreaterThan(0);
    const unknown = changes.filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange), title).toEqual([]);

    const start = cluster?.startEmbedded ?? createEmbeddedServer;
    const server = await start();
    await install(server, before);
    const isAccepted = await replace(server, after);
    const isFatal = changes.some(({ verdicts }) => verdicts.objects.level === "breaking");
    expect(isAccepted || isFatal, `${title}: the API server rejects the CRD`).toBe(true);

    const forward = await searchSide(crds, "forward", changes, { start });
    const isShown = (change: Change): boolean => forward.get(change)?.witness !== undefined;
    const shown = changes.filter(isShown);
    const open = changes.filter((change) => !isShown(change));
    const back = new Map([
      ...(await searchSide(crds, "back", open, { start })),
      ...(await searchSide(crds, "back", shown, { start, isQuick: true })),
    ]);
    const wrong = changes.flatMap((change) => [
      ...overlooked(change, changes, forward, ["objects", "clients"]),
      ...overlooked(change, changes, back, ["rollback", "clients"]),
      ...(hasRulesAround(change, crds) ? [] : falseAlarm(change, forward, back)),
    ]);
    expect(wrong, title).toEqual([]);

    if (judges !== undefined) expect(missed(findingsOf(before, after), crds, changes), title).toEqual([]);
    if (cluster === undefined) return;
    await expectWitnessesHold(crds, witnessesOf(changes, forward, back), cluster, title);
    if (!isEvery) return;
    // The objects that a search tries first have the same outcomes, also those that show nothing.
    for (const direction of ["forward", "back"] as const) {
      for (const group of trialsOf(crds, direction, changes)) {
        const trials = group.all.flatMap((each) => each.trials);
        const expected = await tryWrites(group.sides, trials, start);
        const outcomes = await tryOnCluster(group, cluster);
        expect(outcomes.map(withSortedWords), title).toEqual(expected.map(withSortedWords));
      }
    }
  });
});

function findingsOf(before: ExactJsonObject, after: ExactJsonObject): CrdifyFinding[] {
  const folder = tempFolder({});
  const [old, now] = Object.entries({ before, after }).map(([name, crd]) => {
    const file = path.join(folder, `${name}.yaml`);
    writeFileSync(file, printExactJson(crd));
    return file;
  });
  return runCrdify(old!, now!);
}

function witnessesOf(changes: readonly Change[], forward: Results, back: Results): Map<Change, WitnessSearch> {
  const found = new Map<Change, WitnessSearch>();
  for (const change of changes) {
    const shown = [forward, back].map((results) => results.get(change)).find((each) => each?.witness !== undefined);
    if (shown?.witness !== undefined) found.set(change, { kind: "found", witness: shown.witness, tried: shown.tried });
  }
  return found;
}

type Results = ReadonlyMap<Change, SideResult>;

/**
 * A witness shows that a client or an object breaks: the verdicts must contain it, here or on an object around. Differences between two
 * versions that exist before the mutation are no changes, but they have witnesses in the same places.
 */
function overlooked(change: Change, changes: readonly Change[], results: Results, those: readonly string[]): string[] {
  const witness = results.get(change)?.witness;
  const isKnown = changes.some(
    (each) => isAround(each, change) && brokenDirections(each).some((at) => those.includes(at)),
  );
  const { version, versionAfter } = change.place;
  if (witness === undefined || isKnown || version === undefined || versionAfter !== undefined) return [];
  return [`overlooked: ${showChange(change)} ${JSON.stringify(witness)}`];
}

function isAround(outer: Change, inner: Change): boolean {
  const [around, at] = [outer, inner].map(({ place }) => `${showPath(place.path)}.`) as [string, string];
  return outer.place.version === inner.place.version && (around === "." || at.startsWith(around));
}

/** A CEL rule can prevent that any object shows the change: only the API server could prove it. */
function hasRulesAround({ place: { version, path } }: Change, { before, after }: Crds): boolean {
  return [before, after].some(({ versions }) => {
    const root = versions.find(({ name }) => name === version)?.schema;
    return (
      root !== undefined &&
      schemasAlong(root, path).around.some((each) => each["x-kubernetes-validations"] !== undefined)
    );
  });
}

/** A change that breaks something has a witness, except for the kinds that no object shows. */
function falseAlarm(change: Change, forward: Results, back: Results): string[] {
  const { detail, place } = change;
  // Between two versions, other differences can prevent that any object exists in both.
  const isPair = place.versionAfter !== undefined;
  // Only typed clients check it.
  const isInt32 = detail.kind === "format-changed" && [detail.before, detail.after].includes("int32");
  if (brokenDirections(change).length === 0 || withoutWitness.has(detail.kind) || isPair || isInt32) return [];
  const searches = [forward, back].map((results) => results.get(change));
  const tried = searches.reduce((sum, search) => sum + (search?.tried ?? 0), 0);
  const isShown = searches.some((search) => search?.witness !== undefined);
  return isShown || tried === 0 ? [] : [`no witness in ${tried}: ${showChange(change)} ${JSON.stringify(detail)}`];
}

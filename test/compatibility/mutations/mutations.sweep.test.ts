import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { brokenDirections, type Change, showPath } from "../../../src/compatibility/change.js";
import { compareCrds, type Crds } from "../../../src/compatibility/compare-crds.js";
import { schemasAlong } from "../../../src/compatibility/schema-at.js";
import { install, replace } from "../../../src/compatibility/witness/requests.js";
import { searchSide, type SideResult } from "../../../src/compatibility/witness/find-witnesses.js";
import { embeddedServer } from "../../../src/compatibility/witness/trial.js";
import { printExactJson } from "../../../src/core/exact-json.js";
import { crdFrom } from "../../support/compared-crds.js";
import { judges, runCrdify } from "../../support/crdify.js";
import { missed } from "../../support/crdify-missed.js";
import { showChange } from "../../support/crdify-output.js";
import { tempFolder } from "../../support/temp-folder.js";
import { mutatedCrd } from "./mutated-crds.js";
import { seeds } from "./seeds.js";
import { withoutWitness } from "./without-witness.js";

describe("200 mutations of published CRDs", () => {
  test.each(seeds)("%i", async (seed) => {
    const { title, before, after } = await mutatedCrd(seed);
    const crds = { before: crdFrom(before), after: crdFrom(after) };
    const changes = compareCrds(crds.before, crds.after);
    expect(changes.length, title).toBeGreaterThan(0);
    const unknown = changes.filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange), title).toEqual([]);

    const server = await embeddedServer();
    await install(server, before);
    const isAccepted = await replace(server, after);
    const isFatal = changes.some(({ verdicts }) => verdicts.objects.level === "breaking");
    expect(isAccepted || isFatal, `${title}: the API server rejects the CRD`).toBe(true);

    const forward = await searchSide(crds, "forward", changes, { isQuick: true });
    const back = await searchSide(crds, "back", changes, { isQuick: true });
    const wrong = changes.flatMap((change) => [
      ...overlooked(change, changes, forward, ["objects", "clients"]),
      ...overlooked(change, changes, back, ["rollback", "clients"]),
      ...(hasRulesAround(change, crds) ? [] : falseAlarm(change, forward, back)),
    ]);
    expect(wrong, title).toEqual([]);

    if (judges === undefined) return;
    const folder = tempFolder({});
    const files = [before, after].map((crd, index) => {
      const file = path.join(folder, `${index}.yaml`);
      writeFileSync(file, printExactJson(crd));
      return file;
    });
    expect(missed(runCrdify(files[0]!, files[1]!), crds, changes), title).toEqual([]);
  });
});

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

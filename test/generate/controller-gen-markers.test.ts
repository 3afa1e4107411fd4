import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findMarker, findTag, tagRecords } from "../../src/model/tags/registry.js";
import { goldenCases, readFolder } from "../support/manifest-cases.js";

/** The targets that each marker allows, according to controller-gen itself (`npm run reference:go`). */
const known = JSON.parse(
  readFileSync(new URL("../data/controller-gen-markers.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly Target[]>>;

type Target = "field" | "type" | "package";

const uniqueItems = "the API server refuses uniqueItems";
const webhooks =
  "what a handler says itself, a marker repeats in Go: the API server is the judge (webhooks.cluster.test.ts)";
const packageDefault = "a field says itself whether it may be absent: the marker is an error outside of fields";
const enumOfConstants = "a union of literals says it, and is compared in every case that has an enum";

/** Markers of controller-gen that no reference covers, with the reason; with a target, only on that target. */
const exempt: Readonly<Record<string, string>> = {
  "kubebuilder:validation:UniqueItems": uniqueItems,
  "kubebuilder:validation:items:UniqueItems": uniqueItems,
  "kubebuilder:webhook": webhooks,
  "kubebuilder:webhookconfiguration": webhooks,
  "kubebuilder:validation:Optional on package": packageDefault,
  "kubebuilder:validation:Required on package": packageDefault,
  "k8s:enum": enumOfConstants,
  "kubebuilder:object:generate on package": "it steers a generator of Go code",
  "k8s:deepcopy-gen": "it steers a generator of Go code",
};

/** Tags without an equivalent marker of controller-gen. */
const ownTags: Readonly<Record<string, string>> = {
  allOf: "junctors have no marker",
  csv: "operator-sdk has the marker",
  declaredEnum: "controller-gen takes the values of the type itself",
  imported: "it says where a kind comes from",
  listKind: "controller-gen knows the usual name only",
  anyOf: "junctors have no marker",
  not: "junctors have no marker",
  oneOf: "junctors have no marker",
  matchCondition: "controller-gen has no marker for conditions",
  namespaceSelector: "controller-gen has no marker for selectors",
  objectSelector: "controller-gen has no marker for selectors",
  webhook: webhooks,
  webhookConfiguration: webhooks,
  macro: "sets of tags have no marker",
  maxDescLen: "controller-gen has one length for all descriptions, and is compared at that",
  noStatusSubresource: "controller-gen has the subresource only where a marker asks for it",
  recursionDepth: "controller-gen makes schemas that no API server accepts of recursive types",
  schemaKeywords: "it says what no Go type and no marker does",
  uniqueItems,
};

const compared = goldenCases("manifests").filter(({ folder }) => hasFiles(path.join(folder, "reference", "want")));
const exercised = new Set(
  compared.flatMap(({ folder }) =>
    Object.values(readFolder(path.join(folder, "reference", "go"))).flatMap(markersOfGo),
  ),
);

const texts = compared.flatMap(({ folder }) =>
  ["input", "input-markers"].flatMap((input) => Object.values(readFolder(path.join(folder, input)))),
);

function hasFiles(folder: string): boolean {
  return Object.keys(readFolder(folder)).length > 0;
}

/** Finds `marker on target` in a gofmt-formatted source, in which the target directly follows the comment of the marker. */
function markersOfGo(source: string): string[] {
  const found: string[] = [];
  let pending: string[] = [];
  for (const line of source.split("\n")) {
    const [, marker] = /^\t?\/\/ ?\+([^\s=]+)/.exec(line) ?? [];
    if (marker !== undefined) pending.push(nameOf(marker));
    if (/^\t?\/\//.test(line)) continue;
    const target = line.startsWith("type ") ? "type" : line.startsWith("\t") ? "field" : "package";
    found.push(...pending.map((name) => `${name} on ${target}`));
    pending = [];
  }
  return found;
}

/** Returns the marker without the name of the first argument, which follows another colon. */
function nameOf(marker: string): string {
  const name = marker.replace(/:$/, "");
  return name in known ? name : name.replace(/:[^:]*$/, "");
}

describe("each marker that controller-gen knows", () => {
  const all = Object.entries(known).flatMap(([name, targets]) => targets.map((target) => ({ name, target })));

  test.each(all)("is exercised by a reference: $name on $target", ({ name, target }) => {
    if (exempt[name] !== undefined || exempt[`${name} on ${target}`] !== undefined) return;
    expect([...exercised]).toContain(`${name} on ${target}`);
  });

  test.each(Object.keys(known))("is in the registry: %s", (name) => {
    expect(findMarker(name.replace(":items:", ":"))).toBeDefined();
  });

  test.each(Object.keys(exempt))("is exempt for a reason, and not exercised: %s", (entry) => {
    const [name = "", target] = entry.split(" on ");
    expect(known[name]).toBeDefined();
    expect(
      [...exercised].filter((each) => (target === undefined ? each.startsWith(`${name} on `) : each === entry)),
    ).toEqual([]);
  });
});

describe("each tag of the registry", () => {
  const own = tagRecords.filter(({ name }) => findTag(name) !== undefined);
  const foreign = tagRecords.filter(({ name }) => findTag(name) === undefined);
  const spellings = own.map(({ name, aliases = [] }) => ({ name, spelled: [name, ...aliases] }));
  const isSpelled = (tag: string): boolean =>
    texts.some((text) =>
      new RegExp(String.raw`^\s*(?:/\*\*|\*|//) @${tag.replace(".", "\\.")}(?![\w.])`, "m").test(text),
    );

  test.each(spellings)("is compared with a reference, spelled as it is: @$name", ({ name, spelled }) => {
    expect(spelled.some(isSpelled)).toBe(ownTags[name] === undefined);
  });

  const ofItems = own.filter(
    ({ name, markers }) =>
      ownTags[name] === undefined &&
      markers.some(
        (marker) =>
          typeof marker === "string" &&
          marker.replace("validation:", "validation:items:") in known &&
          marker.includes("validation:"),
      ),
  );

  test.each(ofItems)("is compared with a reference on the items of a list: @items.$name", ({ name }) => {
    expect(isSpelled(`items.${name}`)).toBe(true);
  });

  test("that only a marker spells is passed over", () => {
    expect(new Set(foreign.map(({ effect }) => effect.kind))).toEqual(new Set(["needless"]));
  });
});

import { describe, expect, test } from "vitest";
import { PackedTypes, RecursiveTypeFault } from "../../src/schema/packed-types.js";
import type { Schema } from "../../src/schema/schema.js";
import { readEmbeddedTypes } from "../support/embedded-types.js";

const types = new PackedTypes();
const reference = readEmbeddedTypes();

/** Where a CRD from tsop differs from one of controller-gen, and why. */
const exceptions: readonly { readonly where: RegExp; readonly why: string }[] = [
  {
    where: /^apiextensions\/v1\.JSONSchemaPropsOr\w+ (type|x-kubernetes-preserve-unknown-fields)$/,
    why: "controller-gen has an object without fields, in which nothing survives",
  },
  {
    where: /^core\/v1\.ServiceAccount(List\.items\[\])?\.secrets x-kubernetes-list-(type|map-keys)$/,
    why: "the API server refuses a key that an item need not have",
  },
  {
    where: /^apps\/v1\.\w+(\.\w+|\[\])*\.conditions x-kubernetes-list-(type|map-keys)$/,
    why: "as above",
  },
  {
    where:
      /^flowcontrol\/v1\.(FlowSchema|PriorityLevelConfiguration)(List\.items\[\]\.status|\.status|Status)\.conditions x-kubernetes-list-(type|map-keys)$/,
    why: "as above",
  },
  {
    where:
      /^resource\/v1\.ResourceClaim(List\.items\[\]\.status|\.status|Status)\.devices x-kubernetes-list-(type|map-keys)$/,
    why: "as above",
  },
  {
    where: /(\.|^batch\/v1\.)(scheduling|JobSchedulingConfiguration)(\.\w+)? x-kubernetes-validations$/,
    why: "controller-gen makes rules with oldSelf of Go's markers for updates, which the API server refuses inside a list",
  },
];

/** It contains itself. controller-gen ends that with `{}`, which the API server refuses. */
const recursive = [
  "CustomResourceDefinition",
  "CustomResourceDefinitionList",
  "CustomResourceDefinitionSpec",
  "CustomResourceDefinitionVersion",
  "CustomResourceValidation",
  "JSONSchemaProps",
];

/**
 * Lists and maps of strings with a name of their own in Go: controller-gen describes the strings. OpenAPI has no such
 * types, and so no descriptions.
 */
const namedStrings = new Set([
  ...[
    "add[]",
    "allocatedResourceStatuses{}",
    "attestations{}",
    "drop[]",
    "extra{}",
    "failed[]",
    "finalizers[]",
    "ipFamilies[]",
  ],
  ...["operations[]", "policyTypes[]", "scopes[]", "succeeded[]", "usages[]", "validationActions[]"],
  ...["volumeLifecycleModes[]"],
]);

interface Compared {
  /** `core/v1.PodSpec.containers[].name` and the keyword; with a list's items as `[]`, a map's values as `{}`. */
  readonly place: string;
  readonly made: unknown;
  readonly wanted: unknown;
}

/** All keywords of two schemas, side by side. */
function* compare(place: string, made: Schema = {}, wanted: Schema = {}): Generator<Compared> {
  const { properties, items, additionalProperties, ...own } = made;
  const { properties: wantedFields, items: wantedItems, additionalProperties: wantedValues, ...wantedOwn } = wanted;
  for (const keyword of keysOf(own, wantedOwn)) {
    yield { place: `${place} ${keyword}`, made: wordOf(own, keyword), wanted: wordOf(wantedOwn, keyword) };
  }
  for (const name of keysOf(properties ?? {}, wantedFields ?? {})) {
    yield* compare(`${place}.${name}`, properties?.[name], wantedFields?.[name]);
  }
  if (items ?? wantedItems) yield* compare(`${place}[]`, items, wantedItems);
  if (additionalProperties ?? wantedValues) yield* compare(`${place}{}`, additionalProperties, wantedValues);
}

function keysOf(a: object, b: object): Set<string> {
  return new Set([...Object.keys(a), ...Object.keys(b)]);
}

/** A keyword's value, where order or white space means nothing without it: OpenAPI joins the lines of a description. */
function wordOf(schema: object, keyword: string): unknown {
  const value: unknown = (schema as Record<string, unknown>)[keyword];
  if (keyword === "description") return String(value).split(/\s+/).join(" ").trim();
  return keyword === "required" || keyword === "enum" ? (value as string[] | undefined)?.toSorted() : value;
}

function differencesOf(module: string, name: string): Compared[] {
  const compared = compare(`${module}.${name}`, types.find(module, name)?.schema(), reference[module]?.[name]);
  return Array.from(compared).filter(({ made, wanted }) => JSON.stringify(made) !== JSON.stringify(wanted));
}

function isNamedString(place: string): boolean {
  const [, field] = /\.(\w+(?:\[\]|\{\})) description$/.exec(place) ?? [];
  return field !== undefined && namedStrings.has(field);
}

const modules = types.modules().map((module) => {
  const names = types.names(module).filter((name) => module !== "apiextensions/v1" || !recursive.includes(name));
  return { module, differences: names.flatMap((name) => differencesOf(module, name)) };
});

describe("Kubernetes' own types, in structure and in words,", () => {
  test.each(modules)("are those of controller-gen: $module", ({ differences }) => {
    const faults = differences.filter(
      ({ place }) => !isNamedString(place) && !exceptions.some(({ where }) => where.test(place)),
    );
    expect(faults).toEqual([]);
  });

  test.each(exceptions)("differ where $where: $why", ({ where }) => {
    expect(modules.some(({ differences }) => differences.some(({ place }) => where.test(place)))).toBe(true);
  });

  test.each([...namedStrings])("have no words for strings that OpenAPI does not name: %s", (field) => {
    const places = modules.flatMap(({ differences }) => differences.map(({ place }) => place));
    expect(places.some((place) => place.endsWith(`.${field} description`))).toBe(true);
  });

  test("are all compared", () => {
    const known = Object.entries(reference).map(([module, schemas]) => [module, Object.keys(schemas)]);
    expect(known).toEqual(types.modules().map((module) => [module, types.names(module)]));
    expect(known.flat(2).length).toBeGreaterThan(550);
  });

  test.each(recursive)("cannot be embedded where they contain themselves: %s", (name) => {
    expect(() => types.find("apiextensions/v1", name)?.schema()).toThrow(RecursiveTypeFault);
  });
});

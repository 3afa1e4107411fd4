import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import type { TsopError } from "../../src/core/errors.js";
import type { JsonValue } from "../../src/core/json.js";
import {
  type CustomResource,
  defineKind,
  type KubeObject,
  type ObjectPart,
  type PartOf,
  type Spoke,
  spoke,
} from "../../src/index.js";
import { findFault } from "../../src/schema/check-value.js";
import { Patterns } from "../../src/schema/patterns.js";
import type { Schema } from "../../src/schema/schema.js";
import { arbitraryValue } from "../../src/testing/round-trip/arbitrary-object.js";
import { roundTrip, type RoundTripOptions } from "../../src/testing/round-trip/round-trip.js";

interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { size: number; note?: string };
}
const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { replicas: number };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

const size: Schema = { type: "integer", format: "int32", minimum: 0 };
const schemas = {
  v1: object({ spec: object({ size, note: { type: "string" } }, ["size"]) }, ["spec"]),
  v2: object({ spec: object({ replicas: size }, ["replicas"]) }, ["spec"]),
};

function object(properties: Record<string, Schema>, required: string[] = []): Schema {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

function crdOf(versions: Record<string, Schema>): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "bars.foo.abc.com" },
    spec: {
      group: "foo.abc.com",
      names: { kind: "Bar", plural: "bars" },
      scope: "Namespaced",
      versions: Object.entries(versions).map(([name, openAPIV3Schema]) => ({
        ...{ name, served: true, storage: name === "v2" },
        schema: { openAPIV3Schema },
      })),
    },
  };
}

const crd = crdOf(schemas);

const forgetful = spoke(BarV1, {
  toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
  fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
});

const noteKey = "foo.abc.com/note";
const careful = spoke(BarV1, {
  toHub: ({ spec, metadata: { annotations } }) => ({
    spec: { replicas: spec.size },
    metadata: { annotations: { ...annotations, ...(spec.note === undefined ? {} : { [noteKey]: spec.note }) } },
  }),
  fromHub: ({ spec, metadata: { annotations = {} } }: ObjectPart<BarV2>) => {
    const { [noteKey]: note, ...rest } = annotations;
    return { spec: { size: spec.replicas, ...(note === undefined ? {} : { note }) }, metadata: { annotations: rest } };
  },
});

async function refusal(promise: Promise<void>): Promise<TsopError> {
  const error: unknown = await promise.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: "TsopError" });
  return error as TsopError;
}

const options: RoundTripOptions = { crd, seed: 1 };

describe("a round trip", () => {
  test("is well where nothing is lost", () => roundTrip(BarV2, careful, options));

  test("names the field that was lost, in the smallest object", async () => {
    const error = await refusal(roundTrip(BarV2, forgetful, options));
    expect(error.message).toBe(
      'Bar v1 → v2 (hub) → v1: spec.note was "", and is missing\n\nThe object:\n' +
        '  apiVersion: foo.abc.com/v1\n  kind: Bar\n  metadata:\n    name: a\n    namespace: default\n  spec:\n    note: ""\n    size: 0',
    );
    expect(error.hint).toContain('mayChange: { v1: ["spec.note"] }');
  });

  test("lets fields go that the author has named", () =>
    roundTrip(BarV2, forgetful, { ...options, mayChange: { v1: ["spec.note"] } }));

  test("drops on the way what the other version does not have, as the API server does", async () => {
    const smuggler = spoke(BarV1, {
      toHub: ({ spec }) => ({ spec: { ...spec, replicas: spec.size } }),
      fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { ...spec, size: spec.replicas } }),
    });
    const error = await refusal(roundTrip(BarV2, smuggler, options));
    expect(error.message).toContain('spec.note was "');
  });

  test("says what a converter throws", async () => {
    const picky = spoke(BarV1, {
      toHub: ({ spec }) => {
        if ((spec.size ?? 0) > 1000) throw new Error("too large for v2");
        return { spec: { replicas: spec.size } };
      },
      fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
    });
    const error = await refusal(roundTrip(BarV2, picky, { ...options, mayChange: { v1: ["spec.note"] } }));
    expect(error.message).toContain("the conversion threw an error: too large for v2");
    expect(error.message).toContain("size: 1001");
  });

  test("wants parts of objects converted, too", async () => {
    interface Listed extends CustomResource<"foo.abc.com/v1", "Bar"> {
      spec: { names: string[] };
    }
    const text: Schema = { type: "array", items: { type: "string", maxLength: 3, pattern: "^[a-z]*$" } };
    const listed = crdOf({
      v1: object({ spec: object({ names: text }, ["names"]) }, ["spec"]),
      v2: object({ spec: object({ names: text }, ["names"]) }, ["spec"]),
    });
    type Names = (spec: PartOf<Listed["spec"]>) => string[] | undefined;
    const reversing = (names: Names): Spoke<KubeObject> =>
      spoke<KubeObject, Listed>(defineKind<Listed>("foo.abc.com/v1", "Bar"), {
        toHub: ({ spec }) => ({ spec: { names: names(spec) } }),
        fromHub: (hub) => ({ spec: (hub as unknown as ObjectPart<Listed>).spec }),
      });
    const Hub = defineKind<KubeObject>("foo.abc.com/v2", "Bar");
    const error = await refusal(
      roundTrip(
        Hub,
        reversing(({ names }) => names!.map((name) => name)),
        { crd: listed, seed: 1 },
      ),
    );
    expect(error.message).toBe(
      "Bar v1 → v2: cannot convert a part of an object: Cannot read properties of undefined (reading 'map')" +
        "\n\nThe part:\n  apiVersion: foo.abc.com/v1\n  kind: Bar\n  spec: {}",
    );
    expect(error.hint).toContain("spec.rules?.map(…)");
    const careful = reversing(({ names }) => names?.map((name) => name));
    await roundTrip(Hub, careful, { crd: listed, seed: 1 });
  });

  test("finds changes on the way from the hub", async () => {
    const clamping = spoke(BarV1, {
      toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
      fromHub: ({ spec }: ObjectPart<BarV2>) => ({
        spec: { size: spec.replicas === undefined ? undefined : Math.min(spec.replicas, 5) },
      }),
    });
    const error = await refusal(roundTrip(BarV2, clamping, { ...options, mayChange: { v1: ["spec"] } }));
    expect(error.message).toContain("Bar v2 → v1 → v2: spec.replicas was 6, and is 5");
  });

  test("labels may be added, and not lost", async () => {
    const labelling = (labels: Record<string, string>, keeps: boolean) =>
      spoke(BarV1, {
        toHub: ({ spec, metadata }) => ({
          spec: { replicas: spec.size },
          metadata: { labels: { ...(keeps ? metadata.labels : {}), ...labels } },
        }),
        fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
      });
    const allowed = { ...options, mayChange: { v1: ["spec.note"] } };
    await roundTrip(BarV2, labelling({ "foo.abc.com/seen": "yes" }, true), allowed);
    const error = await refusal(roundTrip(BarV2, labelling({}, false), allowed));
    expect(error.message).toMatch(/metadata\.labels\.\w+ was ".*", and is missing/);
  });

  test("a version that the CRD does not have, and a pattern that texts cannot be made for", async () => {
    const old = await refusal(roundTrip(BarV2, careful, { crd: crdOf({ v2: schemas.v2 }) }));
    expect(old.message).toBe("bars.foo.abc.com has no schema of v1");
    expect([old.code, (await refusal(roundTrip(BarV2, forgetful, options))).code]).toEqual([
      "testing/invalid-schema",
      "testing/round-trip",
    ]);
    const note: Schema = { type: "string", pattern: "(?i)^yes$" };
    const odd = crdOf({ ...schemas, v1: object({ spec: object({ size, note }, ["size"]) }, ["spec"]) });
    const error = await refusal(roundTrip(BarV2, careful, { crd: odd }));
    expect(error.message).toContain('spec.note: cannot generate strings that match the pattern "(?i)^yes$"');
    await roundTrip(BarV2, careful, { crd: odd, values: { "spec.note": ["yes", "YES"] } });
  });

  test("a file without a CRD", async () => {
    expect((await refusal(roundTrip(BarV2, careful, { crd: "package.json" }))).code).toMatch(/^cluster\//);
  });
});

const form = (type: string, own: string[]): Schema => ({
  properties: { type: { enum: [type] } },
  required: ["type", ...own],
  ...(own.length === 0 ? { not: { required: ["level"] } } : {}),
});

describe("objects made up from a schema are valid", () => {
  test.each<{ name: string; schema: Schema }>([
    { name: "limits", schema: { type: "integer", minimum: 2, exclusiveMinimum: true, maximum: 9, multipleOf: 3 } },
    { name: "doubles", schema: { type: "number", minimum: 0.5, maximum: 0.75, exclusiveMaximum: true } },
    { name: "patterns", schema: { type: "string", pattern: "^[a-z]{2,4}-\\d+$", maxLength: 8 } },
    {
      name: "formats",
      schema: object({ at: { type: "string", format: "date-time" }, data: { type: "string", format: "byte" } }),
    },
    { name: "texts", schema: { type: "string", minLength: 3, maxLength: 4 } },
    {
      name: "int or string",
      schema: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    },
    {
      name: "maps of objects in sets and maps",
      schema: {
        type: "object",
        additionalProperties: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: object({ name: { type: "string", maxLength: 1 }, on: { type: "boolean" } }, ["name"]),
        },
      },
    },
    {
      name: "one of several forms",
      schema: {
        ...object({ type: { type: "string", enum: ["on", "off"] }, level: size }, ["type"]),
        oneOf: [form("on", ["level"]), form("off", [])],
      },
    },
    {
      name: "one field or the other",
      schema: { ...object({ a: size, b: size, c: size }), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    },
    { name: "what may be null", schema: object({ a: { type: "string", nullable: true } }) },
    { name: "anything", schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  ])("$name", ({ schema }) => {
    const patterns = new Patterns();
    fc.assert(
      fc.property(arbitraryValue({ fc, values: {} }, schema, ""), (value: JsonValue) => {
        expect(findFault(patterns, value, schema)).toBeUndefined();
      }),
      { seed: 7 },
    );
  });
});

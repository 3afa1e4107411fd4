/** Facts recorded from kube-apiserver 1.35 about its handling of custom resources. */
import { describe, expect, test } from "vitest";
import { customResources } from "../../../src/apiserver/custom-resources/custom-resources.js";
import type { Definition } from "../../../src/apiserver/custom-resources/definition.js";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import type { ServedResource } from "../../../src/apiserver/resource.js";
import { atomicNode } from "../../../src/apiserver/types/untyped-nodes.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { nowhere, ourVerdict } from "./verdict.js";

const kubernetesVersion = "1.35";

const schema: JsonObject = {
  type: "object",
  required: ["spec"],
  "x-kubernetes-validations": [{ rule: "!has(self.spec) || !has(self.spec.bad)" }],
  properties: {
    spec: {
      type: "object",
      properties: {
        bad: { type: "boolean" },
        count: { type: "integer", format: "int32", minimum: 1, default: 3 },
        half: { type: "number", multipleOf: 0.5 },
        choice: { type: "string", enum: ["a", "b"] },
        port: { "x-kubernetes-int-or-string": true },
        inner: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        form: { type: "string", anyOf: [{ minLength: 3 }, { pattern: "^x" }] },
        set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
        nothing: { type: "string", nullable: true },
        map: { type: "object", additionalProperties: { type: "string" } },
        when: { type: "string", format: "date-time" },
      },
    },
    status: { type: "object", properties: { ready: { type: "integer", minimum: 0 } } },
  },
};

function served(more: JsonObject = {}): ServedResource {
  const names = { plural: "probes", singular: "probe", kind: "Probe", listKind: "ProbeList" };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: { openAPIV3Schema: schema },
    ...more,
  };
  const definition: JsonObject = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "probes.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names, versions: [version] },
  };
  const host = { objectMeta: atomicNode, version: kubernetesVersion, resolveService: nowhere } as const;
  return customResources(definition as Definition, host)[0]!;
}

const resource = served();

function probe(spec?: Json, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Probe",
    metadata: { name: "a" },
    ...(spec === undefined ? {} : { spec }),
    ...more,
  };
}

const notChecked =
  "FieldValueInvalid <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

describe("a new object is refused", () => {
  test.each<[what: string, spec: Json | undefined, causes: string[]]>([
    [
      "below a minimum",
      { count: 0 },
      ["FieldValueInvalid spec.count: Invalid value: 0: spec.count in body should be greater than or equal to 1"],
    ],
    [
      "a whole number and half a factor",
      { half: 1 },
      ["FieldValueInvalid spec.half: Invalid value: 0: factor MultipleOf declared for spec.half must be positive: 0"],
    ],
    [
      "no multiple",
      { half: 1.2 },
      ["FieldValueInvalid spec.half: Invalid value: 1.2: spec.half in body should be a multiple of 0.5"],
    ],
    [
      "none of the values",
      { choice: "c" },
      [notChecked, 'FieldValueNotSupported spec.choice: Unsupported value: "c": supported values: "a", "b"'],
    ],
    [
      "of another type",
      { choice: 97 },
      [
        notChecked,
        'FieldValueTypeInvalid spec.choice: Invalid value: "integer": spec.choice in body must be of type string: "integer"',
      ],
    ],
    [
      "neither integer nor string",
      { port: 1.5 },
      [
        notChecked,
        'FieldValueTypeInvalid spec.port: Invalid value: "number": spec.port in body must be of type integer,string: "number"',
      ],
    ],
    [
      "an empty embedded resource",
      { inner: {} },
      [
        notChecked,
        "FieldValueRequired spec.inner.apiVersion: Required value",
        "FieldValueRequired spec.inner.kind: Required value",
      ],
    ],
    [
      "none of two forms",
      { form: "ab" },
      [
        'FieldValueInvalid <nil>: Invalid value: "": "spec.form" must validate at least one schema (anyOf)',
        'FieldValueInvalid spec.form: Invalid value: "ab": spec.form in body should be at least 3 chars long',
      ],
    ],
    ["twice in a set", { set: ["a", "a", "b", "a"] }, ['FieldValueDuplicate spec.set[1]: Duplicate value: "a"']],
    [
      "a wrong value of a map",
      { map: { a: 1, b: null } },
      [
        notChecked,
        'FieldValueTypeInvalid spec.map.a: Invalid value: "integer": spec.map.a in body must be of type string: "integer"',
      ],
    ],
    [
      "by a rule",
      { bad: true },
      ["FieldValueInvalid <nil>: Invalid value: failed rule: !has(self.spec) || !has(self.spec.bad)"],
    ],
    ["without what it must have", undefined, [notChecked, "FieldValueRequired spec: Required value"]],
    ["with null for what it must have", null, [notChecked, "FieldValueRequired spec: Required value"]],
    [
      "not of a format",
      { when: "soon" },
      [
        notChecked,
        'FieldValueTypeInvalid spec.when: Invalid value: "soon": spec.when in body must be of type date-time: "soon"',
      ],
    ],
  ])("%s", (_what, spec, causes) => {
    expect(ourVerdict(resource, probe(spec), kubernetesVersion)).toEqual({ kind: "invalid", causes });
  });

  test.each<[message: string, object: JsonObject]>([
    ["spec.inner.apiVersion: Invalid value: 1: must be a string", probe({ inner: { apiVersion: 1, kind: "x" } })],
    [
      'spec.inner.metadata: Invalid value: {"labels":{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      probe({ inner: { apiVersion: "v1", kind: "Pod", metadata: { labels: { a: 1 } } } }),
    ],
    [
      "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string",
      probe({}, { metadata: { name: "x", labels: 1 } }),
    ],
  ])("unread: %s", (message, object) => {
    expect(ourVerdict(resource, object, kubernetesVersion)).toEqual({ kind: "unreadable", message });
  });
});

describe("a new object is accepted", () => {
  test.each<[what: string, object: JsonObject, spec: Json, unknownFields: string[]]>([
    ["with defaults", probe({}), { count: 3 }, []],
    ["beyond 32 bits", probe({ count: 99_999_999_999 }), { count: 99_999_999_999 }, []],
    ["without nulls that mean nothing", probe({ nothing: null, choice: null }), { count: 3, nothing: null }, []],
    ["a default for null", probe({ count: null }), { count: 3 }, []],
    ["without unknown fields", probe({ zzz: 1 }, { foo: 1 }), { count: 3 }, ["foo", "spec.zzz"]],
    [
      "without unknown fields of embedded metadata",
      probe({ inner: { apiVersion: "v1", kind: "Pod", more: 1, metadata: { name: "a", foo: 1 } } }),
      { count: 3, inner: { apiVersion: "v1", kind: "Pod", more: 1, metadata: { name: "a" } } },
      ["spec.inner.metadata.foo"],
    ],
    ["without status", probe({}, { status: 5 }), { count: 3 }, []],
  ])("%s", (_what, object, spec, unknownFields) => {
    const accepted = { apiVersion: "example.com/v1", kind: "Probe", spec };
    expect(ourVerdict(resource, object, kubernetesVersion)).toEqual({
      kind: "accepted",
      object: accepted,
      unknownFields,
    });
  });
});

describe("a changed object", () => {
  const stored = (spec: Json): ApiObject =>
    probe(spec, { metadata: { name: "a", namespace: "default", resourceVersion: "1" } }) as ApiObject;

  test("may keep what was wrong before, and not add to it", () => {
    const old = stored({ count: 0, choice: "c" });
    expect(resource.strategy.validateUpdate(stored({ count: 0, choice: "c", half: 0.5 }), old)).toEqual([]);
    expect(resource.strategy.validateUpdate(stored({ count: -1, choice: "c" }), old)).toMatchObject([
      { field: "spec.count" },
    ]);
  });

  test("may keep a list with repeated items, which the rules of lists find whole", () => {
    const old = stored({ set: ["a", "a"] });
    expect(resource.strategy.validateUpdate(stored({ set: ["a", "a", "b"] }), old)).toEqual([]);
  });

  test("has its status written apart, and judged apart", () => {
    const status = resource.subresources.get("status");
    if (status?.type !== "update") throw new Error("there is no status");
    const object = { ...stored({ count: 7 }), status: { ready: -1 } };
    status.strategy.prepareForUpdate(object, stored({ count: 3 }), 0);
    expect(object).toMatchObject({ spec: { count: 3 }, status: { ready: -1 } });
    expect(status.strategy.validateUpdate(object, stored({ count: 3 }))).toEqual([
      {
        type: "FieldValueInvalid",
        field: "status.ready",
        message: "Invalid value: -1: ready in body should be greater than or equal to 0",
      },
    ]);
  });
});

describe("what kubectl shows", () => {
  test.each<[type: string, jsonPath: string, cell: Json]>([
    ["string", ".spec.map", '{"a":"b"}'],
    ["string", ".spec.count", "3"],
    ["integer", ".spec.half", 2],
    ["integer", ".spec.choice", null],
    ["date", ".spec.when", "5m"],
    ["date", ".spec.choice", "<invalid>"],
    ["boolean", ".spec.none", null],
    ["string", ".spec.set[1]", "y"],
    ["string", ".spec.set[-1]", "y"],
    ["string", ".spec.set[9]", null],
    ["string", '.spec.items[?(@.name=="two")].value', "2"],
  ])("%s %s", (type, jsonPath, cell) => {
    const { table } = served({ additionalPrinterColumns: [{ name: "Cell", type, jsonPath }] });
    const items = [
      { name: "one", value: "1" },
      { name: "two", value: "2" },
    ];
    const spec = {
      count: 3,
      half: 2.5,
      choice: "a",
      set: ["x", "y"],
      map: { a: "b" },
      when: "2026-01-01T00:00:00Z",
      items,
    };
    expect(table.cells(probe(spec) as ApiObject, Date.parse("2026-01-01T00:05:00Z"), [])).toEqual(["a", cell]);
  });
});

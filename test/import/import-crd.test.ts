import { describe, expect, test } from "vitest";
import { importCrds } from "../../src/import/import-crd.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { crdOf } from "../support/crds.js";
import { generateCrds, importAgain } from "../support/import-again.js";
import { field, findings, object, version, versions } from "./crd-findings.js";

describe("what types cannot say is left out with a warning:", () => {
  test.each<[string, unknown, string]>([
    [
      "a conversion webhook",
      crdOf(object, {
        conversion: { strategy: "Webhook", webhook: { clientConfig: {}, conversionReviewVersions: ["v1"] } },
      }),
      'spec.conversion: the strategy "Webhook" is not part of the types',
    ],
    [
      "labels that are restricted",
      crdOf({
        type: "object",
        properties: {
          metadata: { type: "object", properties: { name: { type: "string" }, labels: { type: "object" } } },
        },
      }),
      "spec.versions[v1].schema.metadata: the API server does not allow properties.labels here",
    ],
    [
      "a keyword that is none",
      crdOf(field({ type: "string", minlength: 1 })),
      "spec.versions[v1].schema.spec.a.minlength: it is not a keyword of a schema",
    ],
    [
      "a number that was rounded",
      crdOf(field({ type: "integer", format: "int64", default: 2 ** 60 })),
      `spec.versions[v1].schema.spec.a.default: the number ${2 ** 60} may differ from the number in the CRD`,
    ],
  ])("%s", (_name, crd, message) => {
    expect(findings(crd)).toEqual([`warning ${message}`]);
    expect(importAgain(crd).diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("a surprising part that the API server accepts is preserved with a warning:", () => {
  const text = { type: "string" };
  test.each<[string, unknown, string]>([
    [
      "items of no list",
      crdOf(field({ ...object, items: text })),
      "spec.versions[v1].schema.spec.a: it has items, and is not a list",
    ],
    [
      "fields of a string",
      crdOf(field({ ...text, properties: { b: text } })),
      "spec.versions[v1].schema.spec.a: it has fields, and is not an object",
    ],
    [
      "entries of a list",
      crdOf(field({ type: "array", items: text, additionalProperties: text })),
      "spec.versions[v1].schema.spec.a: it has fields, and is not an object",
    ],
    [
      "no entries",
      crdOf(field({ ...object, additionalProperties: false })),
      "spec.versions[v1].schema.spec.a: `additionalProperties: false` allows no fields at all",
    ],
    [
      "a kind in lower case",
      crdOf(object, { names: { kind: "bar", plural: "bars" } }),
      'spec.names.kind: "bar" is not a word in PascalCase',
    ],
  ])("%s", (_name, crd, message) => {
    const { diagnostics } = importCrds([crd], "crd.yaml");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning import/doubtful"]);
    expect(findings(crd)).toEqual([`warning ${message}`]);
  });

  test.each([
    ["the same", { rule: "self != ''" }],
    ["one with another message", { rule: "self != ''", message: "no" }],
  ])("a rule twice, %s, is one", (_name, second) => {
    const rules = [{ rule: "self != ''" }, second];
    const crd = crdOf(field({ ...text, "x-kubernetes-validations": rules }));
    expect(findings(crd)).toEqual([
      `warning spec.versions[v1].schema.spec.a.x-kubernetes-validations[1]: the rule "self != ''" occurs twice`,
    ]);
    expect(importAgain(crd).files["api/v1/bar_types.ts"]?.match(/@cel/g)).toHaveLength(1);
  });

  test("and is kept in silence where it does no harm", () => {
    expect(findings(crdOf(field({ ...object, additionalProperties: true })))).toEqual([]);
    expect(findings(crdOf(field({ type: "integer", minLength: 1 })))).toEqual([]);
  });
});

describe("the source of a CRD that the API server accepts, but that users do not write, is", () => {
  const restricted = { type: "integer", format: "int32", minimum: 5, maximum: 3 };
  const imported = importAgain(crdOf(field(restricted)));
  const generated = (types: string): string[] =>
    generateCrds({ "api/v1/bar_types.ts": types }).diagnostics.map(({ severity, message }) => `${severity} ${message}`);

  test("a warning in imported types", () => {
    const types = imported.files["api/v1/bar_types.ts"] ?? "";
    expect(types).toContain("/** @imported */\nexport interface Bar ");
    expect(generated(types)).toEqual(["warning no value is valid: @minimum 5 is above @maximum 3"]);
  });

  test("an error once the kind has been taken over", () => {
    const types = imported.files["api/v1/bar_types.ts"]?.replace("/** @imported */\n", "") ?? "";
    expect(generated(types)).toEqual(["error no value is valid: @minimum 5 is above @maximum 3"]);
  });
});

describe("a CRD comes back with", () => {
  const names = { kind: "Bar", plural: "barren", singular: "barry", shortNames: ["b", "br"], categories: ["all"] };
  const scale = { specReplicasPath: ".spec.a", statusReplicasPath: ".status.b", labelSelectorPath: ".status.c" };
  const full = {
    type: "object",
    description: "Bar.",
    properties: {
      spec: { type: "object", properties: { a: { type: "integer", format: "int32" } } },
      status: { type: "object", properties: { b: { type: "integer" }, c: { type: "string" } } },
    },
    required: ["metadata", "spec"],
  };
  const of = (changes: object) => versions(version({ schema: { openAPIV3Schema: full }, ...changes }));

  test.each<[string, Record<string, unknown>]>([
    ["its names", { ...crdOf(object, { names }), metadata: { name: "barren.example.com" } }],
    ["its scope", crdOf(object, { scope: "Cluster" })],
    [
      "annotations and labels",
      {
        ...crdOf(object),
        metadata: {
          name: "bars.example.com",
          annotations: { "example.com/a": "x", "example.com/b": 'y; "z"\n', "example.com/c": "" },
          labels: { team: "a" },
        },
      },
    ],
    ["a status subresource", of({ subresources: { status: {} } })],
    ["a status that is none", of({})],
    ["a status subresource without a field", versions(version({ subresources: { status: {} } }))],
    ["a scale", of({ subresources: { status: {}, scale } })],
    ["a deprecation", of({ deprecated: true })],
    ["a warning", of({ deprecated: true, deprecationWarning: 'use "v2" = now' })],
    ["selectable fields", of({ selectableFields: [{ jsonPath: ".spec.a" }] })],
    [
      "columns",
      of({
        additionalPrinterColumns: [
          { name: "A b", type: "integer", jsonPath: ".spec.a", priority: 1, format: "int32" },
          {
            name: "Ready",
            type: "string",
            jsonPath: '.status.conditions[?(@.type=="Ready")].status',
            description: "Is it, or not?",
          },
        ],
      }),
    ],
    [
      "several versions",
      versions(
        version({ name: "v1alpha1", served: false, storage: false }),
        version({ name: "v1" }),
        version({ name: "v2", storage: false, schema: { openAPIV3Schema: full } }),
      ),
    ],
    ["anything in it", crdOf({ type: "object", "x-kubernetes-preserve-unknown-fields": true })],
    ["rules of the whole", crdOf({ ...full, "x-kubernetes-validations": [{ rule: "self.metadata.name.size() < 9" }] })],
  ])("%s", (_name, crd) => {
    const again = importAgain(crd);
    expect(again.diagnostics).toEqual([]);
    expect(crdMeaning(again.crd)).toEqual(crdMeaning(crd));
  });

  test("none of the traces that tools leave", () => {
    const annotations = {
      "controller-gen.kubebuilder.io/version": "v0.18.0",
      "kubectl.kubernetes.io/last-applied-configuration": "{}",
      "api-approved.kubernetes.io": "https://example.com/approval",
    };
    const [kind] = importCrds([{ ...crdOf(object), metadata: { name: "bars.example.com", annotations } }], "-").kinds;
    expect(kind?.types.match(/@annotation \S+/g)).toEqual([
      "@annotation api-approved.kubernetes.io=https://example.com/approval",
    ]);
  });
});

describe("of several documents", () => {
  test("the CRDs are imported, in lists too, and the others passed over", () => {
    const second = {
      ...crdOf(object, { names: { kind: "Foo", plural: "foos" } }),
      metadata: { name: "foos.example.com" },
    };
    const documents = [{ kind: "Namespace" }, null, "text", { kind: "List", items: [second] }, crdOf(object)];
    expect(importCrds(documents, "-").kinds.map(({ kind }) => kind)).toEqual(["Foo", "Bar"]);
  });

  test("one that is refused does not keep the others from being imported", () => {
    const broken = crdOf(field({}), { names: { kind: "Broken", plural: "brokens" } });
    const { kinds, diagnostics, refused } = importCrds([broken, crdOf(object)], "-");
    expect(kinds.map(({ kind }) => kind)).toEqual(["Bar"]);
    expect(refused).toEqual(["brokens.example.com"]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "brokens.example.com: spec.versions[v1].schema.spec.a: it has no type",
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { importCrds } from "../../src/import/import-crd.js";
import { crdOf } from "../support/crds.js";
import { field, findings, object, version, versions } from "./crd-findings.js";

describe("a CRD that the API server would refuse is refused:", () => {
  test.each<[string, unknown, string]>([
    [
      "an old version",
      { ...crdOf(object), apiVersion: "apiextensions.k8s.io/v1beta1" },
      'apiVersion: expected apiextensions.k8s.io/v1, found "apiextensions.k8s.io/v1beta1"',
    ],
    ["no spec", { ...crdOf(object), spec: [] }, "spec: expected an object, found []"],
    ["a group that is none", crdOf(object, { group: "no dots" }), 'spec.group: "no dots" cannot be a name here'],
    [
      "a kind that is none",
      crdOf(object, { names: { kind: "1bar", plural: "bars" } }),
      'spec.names.kind: "1bar" cannot be a name here',
    ],
    [
      "a plural that is none",
      crdOf(object, { names: { kind: "Bar", plural: "../bars" } }),
      'spec.names.plural: "../bars" cannot be a name here',
    ],
    [
      "short names that are none",
      crdOf(object, { names: { kind: "Bar", plural: "bars", shortNames: ["*/"] } }),
      'spec.names.shortNames: "*/" cannot be a name here',
    ],
    [
      "categories of no list",
      crdOf(object, { names: { kind: "Bar", plural: "bars", categories: "all" } }),
      'spec.names.categories: expected a list of names, found "all"',
    ],
    ["an unknown scope", crdOf(object, { scope: "World" }), 'spec.scope: "World" cannot be a name here'],
    [
      "fields of any name for all",
      crdOf(object, { preserveUnknownFields: true }),
      "spec.preserveUnknownFields: it must not be true",
    ],
    ["no versions", versions(), "spec.versions: it has no version"],
    ["a version twice", versions(version(), version({ storage: false })), "spec.versions: the version v1 occurs twice"],
    [
      "two stored versions",
      versions(version(), version({ name: "v2" })),
      "spec.versions: exactly one version must be the storage version",
    ],
    [
      "a version that is none",
      versions(version({ name: "../v1" })),
      'spec.versions[0].name: "../v1" cannot be a name here',
    ],
    [
      "no schema",
      versions(version({ schema: undefined })),
      "spec.versions[v1].schema: expected a schema, found nothing",
    ],
    [
      "a column without a path",
      versions(version({ additionalPrinterColumns: [{ name: "A", type: "string" }] })),
      "spec.versions[v1].additionalPrinterColumns[0].jsonPath: expected a text, found nothing",
    ],
    [
      "columns of no list",
      versions(version({ additionalPrinterColumns: {} })),
      "spec.versions[v1].additionalPrinterColumns: expected a list of objects, found {}",
    ],
    [
      "a scale without a path",
      versions(version({ subresources: { scale: { specReplicasPath: ".spec.a" } } })),
      "spec.versions[v1].subresources.scale.statusReplicasPath: expected a text, found nothing",
    ],
    [
      "a list as the whole",
      crdOf({ type: "array", items: object }),
      "spec.versions[v1].schema: the schema of a kind has the type object, not array",
    ],
    ["no type", crdOf(field({})), "spec.versions[v1].schema.spec.a: it has no type"],
    [
      "an unknown type",
      crdOf(field({ type: "int" })),
      'spec.versions[v1].schema.spec.a.type: expected one of string, integer, number, boolean, object, array, found "int"',
    ],
    [
      "a list without items",
      crdOf(field({ type: "array" })),
      "spec.versions[v1].schema.spec.a: the items of the list have no schema",
    ],
    [
      "fields and entries",
      crdOf(field({ type: "object", properties: { b: object }, additionalProperties: object })),
      "spec.versions[v1].schema.spec.a: properties and additionalProperties exclude each other",
    ],
    [
      "an integer or string with a type",
      crdOf(field({ type: "string", "x-kubernetes-int-or-string": true })),
      "spec.versions[v1].schema.spec.a: an x-kubernetes-int-or-string has no other type",
    ],
    [
      "a reference",
      crdOf(field({ $ref: "#/definitions/a" })),
      "spec.versions[v1].schema.spec.a.$ref: a CRD cannot contain references or definitions: write each schema where it is used",
    ],
    [
      "unique items",
      crdOf(field({ type: "array", items: { type: "string" }, uniqueItems: true })),
      "spec.versions[v1].schema.spec.a.uniqueItems: uniqueItems is not allowed; use x-kubernetes-list-type: set",
    ],
    [
      "a length that is none",
      crdOf(field({ type: "string", maxLength: 0.5 })),
      "spec.versions[v1].schema.spec.a.maxLength: expected a whole number, found 0.5",
    ],
    [
      "a bound that is none",
      crdOf(field({ type: "integer", minimum: "1" })),
      'spec.versions[v1].schema.spec.a.minimum: expected a number, found "1"',
    ],
    [
      "a flag that is none",
      crdOf(field({ type: "string", nullable: "yes" })),
      'spec.versions[v1].schema.spec.a.nullable: expected true or false, found "yes"',
    ],
    [
      "a description that is none",
      crdOf(field({ type: "string", description: 5 })),
      "spec.versions[v1].schema.spec.a.description: expected a text, found 5",
    ],
    [
      "required of no list",
      crdOf(field({ type: "object", required: true })),
      "spec.versions[v1].schema.spec.a.required: expected a list of texts, found true",
    ],
    [
      "an enum of no list",
      crdOf(field({ type: "string", enum: "a" })),
      'spec.versions[v1].schema.spec.a.enum: expected a list of values, found "a"',
    ],
    [
      "a rule without a rule",
      crdOf(field({ type: "string", "x-kubernetes-validations": [{}] })),
      "spec.versions[v1].schema.spec.a.x-kubernetes-validations[0]: a validation needs a rule that is a string",
    ],
    [
      "rules of no list",
      crdOf(field({ type: "string", "x-kubernetes-validations": "true" })),
      'spec.versions[v1].schema.spec.a.x-kubernetes-validations: expected a list of rules, found "true"',
    ],
    [
      "a group of the Kubernetes project without its approval",
      crdOf(object, { group: "foo.k8s.io" }),
      "spec.group: foo.k8s.io belongs to the Kubernetes project, and the annotation api-approved.kubernetes.io is missing",
    ],
    [
      "a rule of a field that is none",
      crdOf(field({ ...object, properties: { b: object }, "x-kubernetes-validations": [{ rule: "has(self.c)" }] })),
      'spec.versions[v1].schema.spec.a.x-kubernetes-validations[0]: the rule on spec.a: no field "c" in spec.a (column 1)',
    ],
    [
      "a rule that costs too much",
      crdOf(
        field({
          type: "array",
          items: {
            type: "array",
            maxItems: 1000,
            items: { type: "string", "x-kubernetes-validations": [{ rule: "self.matches('^a+$')" }] },
          },
        }),
      ),
      "spec.versions[v1].schema.spec.a.items.items.x-kubernetes-validations[0]: the rule on spec.a[][]: its estimated cost is more than 100 times the limit of one expression",
    ],
    [
      "a default of another type",
      crdOf(field({ type: "object", additionalProperties: { type: "string" }, default: { b: 1 } })),
      "spec.versions[v1].schema.spec.a: the default is not valid: b: expected a string, found 1",
    ],
    [
      "a name that is another",
      { ...crdOf(object), metadata: { name: "bars.other.com" } },
      'metadata.name: it must be bars.example.com, not "bars.other.com"',
    ],
    [
      "a kind of lists that is the kind",
      crdOf(object, { names: { kind: "Bar", plural: "bars", listKind: "Bar" } }),
      'spec.names.listKind: the kind of lists cannot be "Bar" too',
    ],
    [
      "a kind of lists that is too long",
      crdOf(object, { names: { kind: "B".repeat(60), plural: "bars" } }),
      `spec.names.listKind: "${"B".repeat(36)}... cannot be a name here`,
    ],
    [
      "a warning of a version that is not deprecated",
      versions(version({ deprecationWarning: "use v2" })),
      "spec.versions[v1].deprecationWarning: the version is not deprecated",
    ],
    [
      "a column of another type",
      versions(version({ additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".a" }] })),
      'spec.versions[v1].additionalPrinterColumns[0].type: expected one of integer, number, string, boolean, date, found "text"',
    ],
    [
      "a column of another format",
      versions(version({ additionalPrinterColumns: [{ name: "A", type: "string", format: "x", jsonPath: ".a" }] })),
      'spec.versions[v1].additionalPrinterColumns[0].format: expected one of int32, int64, float, double, byte, date, date-time, password, found "x"',
    ],
    [
      "a column whose path has no dot",
      versions(version({ additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec.a" }] })),
      'spec.versions[v1].additionalPrinterColumns[0].jsonPath: the path "spec.a" must start with .',
    ],
    [
      "replicas outside of the status",
      versions(version({ subresources: { scale: { specReplicasPath: ".spec.a", statusReplicasPath: ".spec.b" } } })),
      'spec.versions[v1].subresources.scale.statusReplicasPath: the path ".spec.b" must start with .status.',
    ],
    [
      "entries of the whole",
      crdOf({ type: "object", additionalProperties: true }),
      "spec.versions[v1].schema: the schema of a kind cannot have additionalProperties",
    ],
    [
      "a type in a branch",
      crdOf(field({ type: "string", anyOf: [{ type: "object" }] })),
      "spec.versions[v1].schema.spec.a: type is not allowed inside oneOf, anyOf, allOf and not",
    ],
    [
      "a description in a branch",
      crdOf(field({ type: "string", not: { description: "x" } })),
      "spec.versions[v1].schema.spec.a.not: description is not allowed inside oneOf, anyOf, allOf and not",
    ],
    [
      "fields of no object",
      crdOf({ type: "object", properties: [] }),
      "spec.versions[v1].schema.properties: expected schemas by name, found []",
    ],
  ])("%s", (_name, crd, message) => {
    expect(findings(crd)).toContain(`error ${message}`);
    expect(importCrds([crd], "crd.yaml").kinds).toEqual([]);
  });
});

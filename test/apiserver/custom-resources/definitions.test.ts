/** Facts recorded from kube-apiserver 1.35 about its handling of CustomResourceDefinitions. */
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import type { Definition } from "../../../src/apiserver/custom-resources/definition.js";
import { apiextensionsRules } from "../../../src/apiserver/custom-resources/definition/definition-rules.js";
import { crdStatus } from "../../../src/apiserver/custom-resources/definition/definition-status.js";
import type { Json, JsonObject } from "../../../src/core/json.js";

const rules = apiextensionsRules["customresourcedefinitions"]!;

function definition(spec: JsonObject = {}, schema: JsonObject = { type: "object" }): ApiObject {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "probes.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "probes", kind: "Probe" },
      versions: [version],
      ...spec,
    },
  };
}

function causes(object: ApiObject): string[] {
  const copy = structuredClone(object);
  rules.setDefaults?.(copy);
  rules.prepareForCreate?.(copy, { username: "admin", groups: [] });
  return (rules.validate?.(copy) ?? []).map(({ field, message }) => `${field}: ${message}`).sort();
}

const at = (path: string): string => `spec.validation.openAPIV3Schema${path}`;
const inSpec = (properties: Json): JsonObject => ({
  type: "object",
  properties: { spec: { type: "object", properties } },
});

describe("a definition", () => {
  test("gets its names, its conversion and its stored version", () => {
    const object = definition();
    rules.setDefaults?.(object);
    rules.prepareForCreate?.(object, { username: "admin", groups: [] });
    expect(rules.validate?.(object)).toEqual([]);
    expect(object).toMatchObject({
      spec: { names: { singular: "probe", listKind: "ProbeList" }, conversion: { strategy: "None" } },
      status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] },
    });
  });

  test.each<[schema: JsonObject, causes: string[]]>([
    [
      inSpec({ a: {} }),
      [at(".properties[spec].properties[a].type: Required value: must not be empty for specified object fields")],
    ],
    [
      inSpec({ a: { type: "array" } }),
      [at(".properties[spec].properties[a].items: Required value: must be specified")],
    ],
    [
      inSpec({ a: { type: "string", anyOf: [{ type: "string" }] } }),
      [at(".properties[spec].properties[a].anyOf[0].type: Forbidden: must be empty to be structural")],
    ],
    [
      inSpec({ a: { type: "string", default: 5 } }),
      [
        at(
          '.properties[spec].properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"',
        ),
      ],
    ],
    [
      inSpec({ a: { type: "object", properties: { b: { type: "string" } }, default: { c: 1 } } }),
      [at('.properties[spec].properties[a].default: Invalid value: {"c":1}: must not have unknown fields')],
    ],
    [
      inSpec({ a: { type: "array", uniqueItems: true, items: { type: "string" } } }),
      [
        at(
          ".properties[spec].properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ),
      ],
    ],
    [
      inSpec({ a: { type: "array", "x-kubernetes-list-type": "map", items: { type: "string" } } }),
      [
        at(
          '.properties[spec].properties[a].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
        ),
        at(
          ".properties[spec].properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
        ),
      ],
    ],
    [
      { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata" }] },
      [
        at(
          '.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.metadata","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
        ),
      ],
    ],
    [
      { type: "object", "x-kubernetes-validations": [{ rule: "true", fieldPath: ".x" }] },
      [at('.x-kubernetes-validations[0].fieldPath: Invalid value: ".x": must be a valid path')],
    ],
    [
      { type: "object", properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } } },
      [
        at(
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ),
      ],
    ],
  ])("is refused for its schema %j", (schema, expected) => {
    expect(causes(definition({}, schema))).toEqual(expected);
  });

  test.each<[spec: JsonObject, causes: string[]]>([
    [
      { preserveUnknownFields: true },
      [
        "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
      ],
    ],
    [
      { conversion: { strategy: "Foo" } },
      ['spec.conversion.strategy: Unsupported value: "Foo": supported values: "None", "Webhook"'],
    ],
    [
      { conversion: { strategy: "Webhook" } },
      [
        "spec.conversion.conversionReviewVersions: Required value",
        "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
      ],
    ],
    [{ scope: "" }, ["spec.scope: Required value"]],
    [
      { group: "example" },
      [
        'metadata.name: Invalid value: "probes.example.com": must be spec.names.plural+"."+spec.group',
        'spec.group: Invalid value: "example": should be a domain with at least one dot',
      ],
    ],
  ])("is refused for its spec %j", (spec, expected) => {
    expect(causes(definition(spec))).toEqual(expected);
  });
});

describe("the status of a definition", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  const ready = (names: JsonObject): Definition => {
    const object = definition({ names });
    rules.setDefaults?.(object);
    rules.prepareForCreate?.(object, { username: "admin", groups: [] });
    return object as unknown as Definition;
  };

  test("says that it is established", () => {
    expect(crdStatus(ready({ plural: "probes", kind: "Probe" }), [], now, undefined)).toEqual({
      acceptedNames: { plural: "probes", singular: "probe", kind: "Probe", listKind: "ProbeList" },
      storedVersions: ["v1"],
      conditions: [
        {
          type: "NamesAccepted",
          status: "True",
          lastTransitionTime: "2026-01-31T12:00:00Z",
          reason: "NoConflicts",
          message: "no conflicts found",
        },
        {
          type: "Established",
          status: "True",
          lastTransitionTime: "2026-01-31T12:00:00Z",
          reason: "InitialNamesAccepted",
          message: "the initial names have been accepted",
        },
      ],
    });
  });

  test("says whose names are taken", () => {
    const first = ready({ plural: "probes", kind: "Probe" });
    const holder = { ...first, status: crdStatus(first, [], now, undefined) } as Definition;
    const second = {
      ...ready({ plural: "others", singular: "probe", kind: "Other" }),
      metadata: { name: "others.example.com" },
    } as Definition;
    expect(crdStatus(second, [holder], now, undefined)).toMatchObject({
      acceptedNames: { plural: "others", kind: "Other" },
      conditions: [
        { type: "NamesAccepted", status: "False", reason: "SingularConflict", message: '"probe" is already in use' },
        { type: "Established", status: "False", reason: "NotAccepted", message: "not all names are accepted" },
      ],
    });
  });
});

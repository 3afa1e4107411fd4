import { describe, expect, test } from "vitest";
import type { ObjectMeta } from "../../../src/apiserver/api-object.js";
import { validateObjectMeta, validateObjectMetaUpdate } from "../../../src/apiserver/objects/validate-metadata.js";
import { nameIsDnsSubdomain } from "../../../src/apiserver/kinds/validation/names.js";

const options = { namespaced: true, validateName: nameIsDnsSubdomain, version: "1.35" } as const;
const good: ObjectMeta = { name: "web", namespace: "default" };

function faultsOf(meta: ObjectMeta): string[] {
  return validateObjectMeta(meta, options, "metadata").map(({ field, message }) => `${field}: ${message}`);
}

describe("the metadata of a new object", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "1", controller: true };
  const cases: [ObjectMeta, string[]][] = [
    [good, []],
    [{ ...good, name: "" }, ["metadata.name: Required value: name or generateName is required"]],
    [{ name: "web" }, ["metadata.namespace: Required value"]],
    [{ ...good, generation: -1 }, ["metadata.generation: Invalid value: -1: must be greater than or equal to 0"]],
    [{ ...good, annotations: { "Example.COM/a": "b" } }, []],
    [
      { ...good, annotations: { a: "b".repeat(262144) } },
      ["metadata.annotations: Too long: may not be more than 262144 bytes"],
    ],
    [
      { ...good, ownerReferences: [{ ...owner, uid: "" }] },
      ['metadata.ownerReferences.uid: Invalid value: "": must not be empty'],
    ],
    [
      { ...good, ownerReferences: [owner, { ...owner, name: "b" }] },
      [
        expect.stringMatching(
          /Only one reference can have Controller set to true. Found "true" in references for ConfigMap\/a and ConfigMap\/b$/,
        ),
      ],
    ],
    [
      { ...good, finalizers: ["orphan", "foregroundDeletion"] },
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
  ];

  test.each(cases)("%o", (meta, faults) => {
    expect(faultsOf(meta)).toEqual(faults);
  });
});

describe("the metadata of a changed object", () => {
  const old: ObjectMeta = { ...good, uid: "1", resourceVersion: "5", generation: 2 };
  const cases: [ObjectMeta, ObjectMeta, string[]][] = [
    [old, old, []],
    [{ ...old, uid: "2" }, old, ['metadata.uid: Invalid value: "2": field is immutable']],
    [
      { ...old, resourceVersion: "" },
      old,
      ['metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    ],
    [{ ...old, generation: 1 }, old, ["metadata.generation: Invalid value: 1: must not be decremented"]],
    [
      { ...old, finalizers: ["a/b"], deletionTimestamp: "2026-01-01T00:00:00Z" },
      { ...old, deletionTimestamp: "2026-01-01T00:00:00Z" },
      [
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b"}',
      ],
    ],
  ];

  test.each(cases)("%o after %o", (meta, before, faults) => {
    const found = validateObjectMetaUpdate(meta, before, "metadata", options.version);
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
  });
});

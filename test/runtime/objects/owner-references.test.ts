import { describe, expect, test } from "vitest";
import {
  getControllerOf,
  hasControllerReference,
  hasOwnerReference,
  type OwnerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "../../../src/index.js";
import { type Thing, thing } from "../../support/scripted-api.js";

const owner = thing("default/owner", 1);
const reference: OwnerReference = {
  apiVersion: "test.example.com/v1",
  kind: "Thing",
  name: "owner",
  uid: "uid-of-owner",
};
const other: OwnerReference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "1" };
const stale: OwnerReference = { ...reference, uid: "uid-of-an-earlier-one" };

function owned(...ownerReferences: OwnerReference[]): Thing {
  const object = thing("default/owned", 1);
  object.metadata.ownerReferences = ownerReferences;
  return object;
}

describe("setOwnerReference", () => {
  test("adds an owner once, beside others", () => {
    const object = owned(other);
    setOwnerReference(owner, object);
    setOwnerReference(thing("default/owner", 2), object);
    expect(object.metadata.ownerReferences).toEqual([other, reference]);
  });

  test("works on an object that has no name yet, and none of the metadata", () => {
    const object = { metadata: { generateName: "x-", namespace: "default" } };
    setOwnerReference(owner, object);
    expect(object.metadata).toHaveProperty("ownerReferences", [reference]);
  });

  test("leaves a controller what it is", () => {
    const object = thing("default/owned", 1);
    setControllerReference(owner, object);
    setOwnerReference(owner, object);
    expect(object.metadata.ownerReferences).toEqual([{ ...reference, controller: true, blockOwnerDeletion: true }]);
    setOwnerReference(owner, object, { blockOwnerDeletion: false });
    expect(object.metadata.ownerReferences).toEqual([{ ...reference, controller: true, blockOwnerDeletion: false }]);
  });

  test("lets another object be the controller", () => {
    const object = owned({ ...other, controller: true });
    setOwnerReference(owner, object, { blockOwnerDeletion: true });
    expect(object.metadata.ownerReferences).toEqual([
      { ...other, controller: true },
      { ...reference, blockOwnerDeletion: true },
    ]);
  });

  test.each<[string, OwnerReference[], OwnerReference[]]>([
    ["to an earlier object of its name", [stale, other], [reference, other]],
    ["by another version of the API", [{ ...reference, apiVersion: "test.example.com/v2" }], [reference]],
    [
      "twice",
      [{ ...stale, controller: true }, other, { ...reference, blockOwnerDeletion: true }],
      [other, { ...reference, blockOwnerDeletion: true }],
    ],
  ])("replaces a reference %s", (_, before, after) => {
    const object = owned(...before);
    setOwnerReference(owner, object);
    expect(object.metadata.ownerReferences).toEqual(after);
  });

  test("may name an owner without a namespace, of an object with or without one", () => {
    for (const object of [thing("default/owned", 1), thing("owned", 1)]) {
      setOwnerReference(thing("owner", 1), object);
      expect(object.metadata.ownerReferences).toEqual([reference]);
    }
  });

  test.each<[string, Thing, Thing]>([
    ["it has no UID", { ...owner, metadata: { name: "owner", namespace: "default" } }, owned()],
    ["it has no UID", { ...owner, metadata: { ...owner.metadata, uid: "" } }, owned()],
    ["it is the same object", owner, thing("default/owner", 1)],
    ["it is in namespace one, and the object is in namespace two", thing("one/owner", 1), thing("two/owned", 1)],
    ["it is in namespace one, and the object has none", thing("one/owner", 1), thing("owned", 1)],
  ])("is refused where %s", (message, from, object) => {
    const before = structuredClone(object);
    expect(() => setOwnerReference(from, object)).toThrow(
      expect.objectContaining({ code: "runtime/invalid-owner", message: expect.stringContaining(message) as string }),
    );
    expect(object).toEqual(before);
  });
});

describe("an owner", () => {
  test("is found by its UID, or by its name where it has none", () => {
    const nameless = { ...owner, metadata: { name: "owner" } };
    expect(hasOwnerReference(owner, owned(other, reference))).toBe(true);
    expect(hasOwnerReference(owner, owned(other, stale))).toBe(false);
    expect(hasOwnerReference(nameless, owned(stale))).toBe(true);
    expect(hasOwnerReference(owner, owned(other))).toBe(false);
    expect(hasOwnerReference(owner, thing("default/owned", 1))).toBe(false);
  });

  test("is removed alone, and once", () => {
    const object = owned(other, reference);
    expect(removeOwnerReference(owner, object)).toBe(true);
    expect(object.metadata.ownerReferences).toEqual([other]);
    expect(removeOwnerReference(owner, object)).toBe(false);
    expect(removeOwnerReference(owner, thing("default/owned", 1))).toBe(false);
    const last = owned(reference);
    removeOwnerReference(owner, last);
    expect(last.metadata).not.toHaveProperty("ownerReferences");
  });

  test("is removed as the controller only if it is the controller", () => {
    const plain = owned(reference, { ...other, controller: true });
    expect(removeControllerReference(owner, plain)).toBe(false);
    expect(plain.metadata.ownerReferences).toHaveLength(2);
    const controlled = owned({ ...reference, controller: true }, other);
    expect(removeControllerReference(owner, controlled)).toBe(true);
    expect(controlled.metadata.ownerReferences).toEqual([other]);
    expect(removeControllerReference(owner, controlled)).toBe(false);
    expect(removeControllerReference(owner, owned({ ...stale, controller: true }))).toBe(false);
  });
});

describe("the controller", () => {
  test("is told from plain owners, in a copy", () => {
    const object = owned(other, { ...reference, controller: true });
    expect(getControllerOf(object)).toEqual({ ...reference, controller: true });
    getControllerOf(object)!.name = "changed";
    expect(object.metadata.ownerReferences?.[1]?.name).toBe("owner");
    expect(hasControllerReference(object)).toBe(true);
    expect(hasControllerReference(owned(other))).toBe(false);
    expect(getControllerOf(thing("default/owned", 1))).toBeUndefined();
  });
});

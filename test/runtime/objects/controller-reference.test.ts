import { describe, expect, test } from "vitest";
import { setControllerReference } from "../../../src/runtime/objects/owner-references.js";
import { type Thing, thing } from "../../support/scripted-api.js";

const reference = {
  apiVersion: "test.example.com/v1",
  kind: "Thing",
  name: "owner",
  uid: "uid-of-owner",
  controller: true,
  blockOwnerDeletion: true,
};

describe("a controller reference", () => {
  test("is set once, beside other references", () => {
    const object = thing("default/owned", 1);
    const other = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "1" };
    object.metadata.ownerReferences = [other];
    setControllerReference(thing("default/owner", 1), object);
    setControllerReference(thing("default/owner", 2), object);
    expect(object.metadata.ownerReferences).toEqual([other, reference]);
  });

  test("makes a plain owner the controller", () => {
    const object = thing("default/owned", 1);
    object.metadata.ownerReferences = [{ ...reference, controller: false }];
    setControllerReference(thing("default/owner", 1), object);
    expect(object.metadata.ownerReferences).toEqual([reference]);
  });

  test("blocks the deletion of its owner unless it is told not to", () => {
    const object = thing("default/owned", 1);
    setControllerReference(thing("default/owner", 1), object, { blockOwnerDeletion: false });
    expect(object.metadata.ownerReferences).toEqual([{ ...reference, blockOwnerDeletion: false }]);
    setControllerReference(thing("default/owner", 1), object);
    expect(object.metadata.ownerReferences).toEqual([reference]);
  });

  test("may name an owner without a namespace, and an object without a name", () => {
    const object = { metadata: { generateName: "x-", namespace: "default" } };
    setControllerReference(thing("owner", 1), object);
    expect(object.metadata).toHaveProperty("ownerReferences", [reference]);
  });

  test.each<[string, Thing, Thing]>([
    ["Thing another already controls it", thing("default/owner", 1), controlled("another")],
    [
      "it has no UID",
      { ...thing("default/owner", 1), metadata: { name: "owner", namespace: "default" } },
      thing("default/owned", 1),
    ],
    ["it is in namespace one, and the object is in namespace two", thing("one/owner", 1), thing("two/owned", 1)],
    ["it is in namespace one, and the object has none", thing("one/owner", 1), thing("owned", 1)],
  ])("is refused where %s", (message, owner, object) => {
    const before = structuredClone(object);
    expect(() => setControllerReference(owner, object)).toThrow(message);
    expect(() => setControllerReference(owner, object)).toThrow(
      expect.objectContaining({ code: "runtime/invalid-owner" }),
    );
    expect(object).toEqual(before);
  });
});

function controlled(by: string): Thing {
  const object = thing("default/owned", 1);
  object.metadata.ownerReferences = [{ ...reference, name: by, uid: `uid-of-${by}` }];
  return object;
}

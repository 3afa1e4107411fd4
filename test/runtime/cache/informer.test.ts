import { describe, expect, test } from "vitest";
import { compareResourceVersions } from "../../../src/runtime/cache/resource-version.js";
import { type Thing, thing } from "../../support/scripted-api.js";
import { print, setUp, synced } from "./set-up-informer.js";

// F15
describe("an event", () => {
  test.each([5, 4, 10])("of resourceVersion %d, which was told before, changes nothing", (resourceVersion) => {
    const { informer, told, contents } = synced();
    informer.apply(undefined, "MODIFIED", thing("a", resourceVersion));
    informer.apply(undefined, "DELETED", thing("a", resourceVersion));
    expect(contents()).toEqual(["a@5"]);
    expect(told).toEqual([]);
  });

  test("that comes after a newer one is not let in", () => {
    const { informer, contents } = synced();
    informer.apply(undefined, "MODIFIED", thing("a", 30));
    informer.apply(undefined, "MODIFIED", thing("a", 20));
    expect(contents()).toEqual(["a@30"]);
    informer.apply(undefined, "DELETED", thing("a", 31));
    informer.apply(undefined, "MODIFIED", thing("a", 20));
    expect(contents()).toEqual([]);
  });

  test("compares versions as numbers of any length", () => {
    const { informer, contents } = synced();
    informer.apply(undefined, "MODIFIED", thing("a", 99));
    informer.apply(undefined, "MODIFIED", thing("a", 100));
    expect(contents()).toEqual(["a@100"]);
  });

  // F17
  test("with another UID means that the object was deleted and created again", () => {
    const { informer, told } = synced();
    informer.apply(undefined, "MODIFIED", thing("a", 20, { uid: "another" }));
    expect(told).toEqual(["deleted a@5", "added a@20"]);
  });

  // F16
  test("of deletion tells the last state", () => {
    const { informer, told } = synced();
    informer.apply(undefined, "DELETED", thing("a", 20));
    informer.apply(undefined, "DELETED", thing("never-there", 21));
    expect(told).toEqual(["deleted a@20"]);
  });

  test("is taken as it comes where versions are no numbers", () => {
    const { informer, contents } = setUp();
    const odd = (version: string): Thing => ({
      ...thing("a", 1),
      metadata: { ...thing("a", 1).metadata, resourceVersion: version },
    });
    informer.replace(undefined, [odd("x9")], "x9");
    informer.apply(undefined, "MODIFIED", odd("x1"));
    expect(contents()).toEqual(["a@x1"]);
  });
});

describe("a list", () => {
  test("reports additions, changes and deletions", () => {
    const { informer, told } = setUp();
    informer.replace(undefined, [thing("a", 1), thing("b", 2), thing("c", 3)], "3");
    told.length = 0;
    informer.replace(undefined, [thing("a", 1), thing("b", 9), thing("d", 8)], "10");
    expect(told).toEqual(["updated b@9", "added d@8", "deleted c@3"]);
  });

  test("reports an object that was created again without a watch", () => {
    const { informer, told } = synced();
    informer.replace(undefined, [thing("a", 40, { uid: "another" })], "41");
    expect(told).toEqual(["deleted a@5", "added a@40"]);
  });

  // F14
  test("is believed where the server has gone back in time", () => {
    const { informer, contents } = synced();
    informer.apply(undefined, "ADDED", thing("b", 20));
    informer.replace(undefined, [thing("a", 3)], "4");
    expect(contents()).toEqual(["a@3"]);
    informer.apply(undefined, "MODIFIED", thing("a", 5));
    expect(contents()).toEqual(["a@5"]);
  });

  test("of one namespace does not affect the others, and all must be complete", () => {
    const { informer, contents } = setUp(["one", "two"]);
    informer.replace("one", [thing("one/a", 1)], "5");
    expect(informer.isSynced).toBe(false);
    informer.replace("two", [thing("two/a", 2)], "7");
    expect(informer.isSynced).toBe(true);
    informer.replace("one", [], "9");
    expect(contents()).toEqual(["two/a@2"]);
    expect(informer.resourceVersion).toBe("7");
    expect([informer.covers("one"), informer.covers("three")]).toEqual([true, false]);
  });
});

describe("two scopes that have the same namespace", () => {
  // F14
  test("never go back in time while one takes over from the other", () => {
    const { informer, told, contents } = setUp(["one"]);
    informer.replace("one", [thing("one/a", 5), thing("one/b", 6)], "10");
    informer.cover([undefined]);
    informer.apply("one", "DELETED", thing("one/b", 20));
    informer.apply("one", "ADDED", thing("one/c", 21));
    told.length = 0;
    // The list is older than what the watch of the namespace has told since.
    informer.replace(undefined, [thing("one/a", 5), thing("one/b", 6), thing("two/x", 7)], "15");
    informer.apply(undefined, "MODIFIED", thing("one/b", 19));
    expect(contents()).toEqual(["one/a@5", "one/c@21", "two/x@7"]);
    informer.drop("one");
    informer.apply(undefined, "MODIFIED", thing("one/a", 30));
    expect(told).toEqual(["added two/x@7", "updated one/a@30"]);
  });
});

test("what a transform returns is kept, managedFields are not", () => {
  const { informer, told } = setUp();
  informer.configure({ transform: ({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata }) });
  const full = thing("a", 1, { size: 3 });
  full.metadata.managedFields = [{ manager: "me" }];
  informer.replace(undefined, [full], "1");
  expect(informer.get({ name: "a" })).not.toHaveProperty("spec");
  informer.observeWrite(thing("a", 2, { size: 4 }));
  expect(informer.get({ name: "a" })).not.toHaveProperty("spec");
  expect(told).toEqual(["added a@1", "updated a@2"]);
});

// F37
test.each<[string, (object: Thing) => Thing]>([
  [
    "throws",
    (object) => {
      delete object.spec;
      throw new Error("boom");
    },
  ],
  ["returns nothing", () => undefined as unknown as Thing],
  ["returns another object", () => thing("b", 1)],
])("an object whose transform %s is kept as it was, and that is logged", (_, transform) => {
  const { informer, log } = setUp();
  informer.configure({ transform });
  informer.replace(undefined, [thing("a", 1, { size: 3 }), thing("c", 1)], "1");
  expect(informer.get({ name: "a" })!.spec).toEqual({ size: 3 });
  expect(informer.size).toBe(2);
  expect(log.messages("error")).toHaveLength(2);
});

test("managedFields are kept where that is asked for", () => {
  const { informer } = setUp();
  informer.configure({ stripManagedFields: false });
  const full = thing("a", 1);
  full.metadata.managedFields = [{ manager: "me" }];
  informer.replace(undefined, [full], "1");
  expect(informer.get({ name: "a" })!.metadata.managedFields).toEqual([{ manager: "me" }]);
});

test("objects are kept without managedFields", () => {
  const { informer } = setUp();
  const full = thing("a", 1);
  full.metadata.managedFields = [{ manager: "me" }];
  informer.replace(undefined, [full], "1");
  expect(informer.get({ name: "a" })!.metadata).not.toHaveProperty("managedFields");
});

// F38
test.each(["__proto__", "constructor", "toString"])("an object and a namespace may be called %s", (name) => {
  const { informer, contents } = setUp();
  expect(informer.get({ namespace: name, name })).toBeUndefined();
  informer.replace(undefined, [thing(`${name}/${name}`, 1)], "1");
  expect(informer.get({ namespace: name, name })!.metadata.name).toBe(name);
  informer.apply(undefined, "DELETED", thing(`${name}/${name}`, 2));
  expect(contents()).toEqual([]);
});

// F37
test("a handler that throws is logged, and the others are told", () => {
  const { informer, log, told } = setUp();
  informer.onChange(() => {
    throw new Error("boom");
  });
  informer.onChange((change) => told.push(`second ${change.kind}`));
  informer.replace(undefined, [thing("a", 1)], "1");
  expect(told).toEqual(["added a@1", "second added"]);
  expect(log.messages("error")).toEqual(["a change handler failed"]);
});

test("a late handler gets all existing objects", () => {
  const { informer } = synced();
  const told: string[] = [];
  informer.onChange((change) => told.push(`${change.kind} ${print(change.object)}`));
  expect(told).toEqual(["added a@5"]);
});

test.each([
  ["9", "10", -1],
  ["10", "9", 1],
  ["7", "7", 0],
  ["123456789012345678901", "123456789012345678902", -1],
  ["007", "7", undefined],
  ["", "1", undefined],
  ["1", undefined, undefined],
  ["1.5", "2", undefined],
] as const)("resourceVersions %j and %j compare as %j", (a, b, expected) => {
  const result = compareResourceVersions(a, b);
  expect(result === undefined ? undefined : Math.sign(result)).toBe(expected);
});

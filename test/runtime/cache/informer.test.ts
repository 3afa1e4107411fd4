import { describe, expect, test } from "vitest";
import { Informer } from "../../../src/runtime/cache/informer.js";
import { compareResourceVersions } from "../../../src/runtime/cache/resource-version.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { Thing, thing } from "../../support/scripted-api.js";

interface SetUp {
  informer: Informer<Thing>;
  log: RecordingLogger;
  told: string[];
  contents: () => string[];
}

function print({ metadata }: Thing): string {
  const where = metadata.namespace === undefined ? "" : `${metadata.namespace}/`;
  return `${where}${metadata.name}@${metadata.resourceVersion}`;
}

function setUp(scopes: readonly (string | undefined)[] = [undefined]): SetUp {
  const log = new RecordingLogger();
  const informer = new Informer({ kind: Thing, log });
  informer.cover(scopes);
  const told: string[] = [];
  informer.onChange((change) => told.push(`${change.kind} ${print(change.object)}`));
  return { informer, log, told, contents: () => Array.from(informer.values(), print).sort() };
}

/** `a@5` is known, and the watch has told everything up to 10. */
function synced(): SetUp {
  const result = setUp();
  result.informer.replace(undefined, [thing("a", 5)], "10");
  result.told.length = 0;
  return result;
}

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
  test("with another UID means that the object was deleted and made anew", () => {
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
  test("tells what is new, what has changed and what is gone", () => {
    const { informer, told } = setUp();
    informer.replace(undefined, [thing("a", 1), thing("b", 2), thing("c", 3)], "3");
    told.length = 0;
    informer.replace(undefined, [thing("a", 1), thing("b", 9), thing("d", 8)], "10");
    expect(told).toEqual(["updated b@9", "added d@8", "deleted c@3"]);
  });

  test("tells of an object that was made anew while nobody looked", () => {
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

  test("of one namespace leaves the others alone, and all have to be there", () => {
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

// F31
describe("an own write", () => {
  test("is there at once, and its event is no second change", () => {
    const { informer, told, contents } = synced();
    informer.observeWrite(thing("a", 20));
    informer.observeWrite(thing("b", 21));
    expect(contents()).toEqual(["a@20", "b@21"]);
    informer.apply(undefined, "MODIFIED", thing("a", 20));
    informer.apply(undefined, "ADDED", thing("b", 21));
    expect(told).toEqual(["updated a@20", "added b@21"]);
  });

  test("is not undone by an event of before", () => {
    const { informer, contents } = synced();
    informer.observeWrite(thing("a", 20));
    informer.apply(undefined, "MODIFIED", thing("a", 15));
    expect(contents()).toEqual(["a@20"]);
  });

  test("whose object the watch has seen deleted by now leaves no ghost", () => {
    const { informer, contents } = synced();
    informer.apply(undefined, "ADDED", thing("b", 20));
    informer.apply(undefined, "DELETED", thing("b", 22));
    informer.observeWrite(thing("b", 20));
    expect(contents()).toEqual(["a@5"]);
  });

  test("survives a list of before, and goes with one of after", () => {
    const { informer, contents } = synced();
    informer.observeWrite(thing("a", 20));
    informer.observeWrite(thing("b", 21));
    informer.replace(undefined, [thing("a", 5)], "15");
    expect(contents()).toEqual(["a@20", "b@21"]);
    informer.replace(undefined, [thing("a", 20)], "25");
    expect(contents()).toEqual(["a@20"]);
  });

  test("is left out before the first list, and outside of what is watched", () => {
    const first = setUp();
    first.informer.observeWrite(thing("a", 1));
    expect(first.contents()).toEqual([]);
    const restricted = setUp(["one"]);
    restricted.informer.replace("one", [], "5");
    restricted.informer.observeWrite(thing("two/a", 9));
    restricted.informer.observeWrite(thing("one/a", 9));
    expect(restricted.contents()).toEqual(["one/a@9"]);
  });
});

describe("an own deletion", () => {
  test("is told with the last state, and nothing of before brings the object back", () => {
    const { informer, told, contents } = synced();
    informer.observeDeletion(thing("a", 5));
    expect(told).toEqual(["deleted a@5"]);
    informer.apply(undefined, "MODIFIED", thing("a", 12));
    informer.replace(undefined, [thing("a", 12)], "13");
    informer.apply(undefined, "DELETED", thing("a", 14));
    expect(contents()).toEqual([]);
    expect(told).toEqual(["deleted a@5"]);
  });

  test("does not hide the next object of that name", () => {
    const { informer, contents } = synced();
    informer.observeDeletion(thing("a", 5));
    informer.apply(undefined, "DELETED", thing("a", 12));
    informer.apply(undefined, "ADDED", thing("a", 13, { uid: "another" }));
    expect(contents()).toEqual(["a@13"]);
  });

  test("of an object whose successor is known by now changes nothing", () => {
    const { informer, contents } = synced();
    informer.apply(undefined, "DELETED", thing("a", 12));
    informer.apply(undefined, "ADDED", thing("a", 13, { uid: "another" }));
    informer.observeDeletion(thing("a", 5));
    expect(contents()).toEqual(["a@13"]);
  });

  test("is not undone by the late answer to an own write", () => {
    const { informer, contents } = synced();
    informer.observeDeletion(thing("a", 5));
    informer.observeWrite(thing("a", 12));
    expect(contents()).toEqual([]);
  });

  test("is forgotten when a second list shows the object: the server has been restored", () => {
    const { informer, contents } = synced();
    informer.observeDeletion(thing("a", 5));
    informer.replace(undefined, [thing("a", 5)], "6");
    expect(contents()).toEqual([]);
    informer.replace(undefined, [thing("a", 5)], "6");
    expect(contents()).toEqual(["a@5"]);
  });
});

// F18
describe("an own write where the cache holds a selection", () => {
  const labelled = (resourceVersion: number, app: string): Thing => {
    const object = thing("a", resourceVersion);
    object.metadata.labels = { app };
    return object;
  };
  test("that matches no more is told as a deletion, once", () => {
    const { informer, told, contents } = setUp();
    informer.configure({ labels: { app: "web" } });
    informer.replace(undefined, [labelled(5, "web")], "10");
    informer.observeWrite(labelled(20, "db"));
    informer.apply(undefined, "MODIFIED", labelled(15, "web"));
    expect(contents()).toEqual([]);
    informer.apply(undefined, "DELETED", labelled(20, "db"));
    informer.apply(undefined, "ADDED", labelled(25, "web"));
    expect(told).toEqual(["added a@5", "deleted a@5", "added a@25"]);
  });

  test("that never matched is left out", () => {
    const { informer, contents } = setUp();
    informer.configure({ fields: "metadata.name!=a,spec.size=3" });
    informer.replace(undefined, [], "10");
    informer.observeWrite(thing("a", 20, { size: 3 }));
    informer.observeWrite(thing("b", 21, { size: 4 }));
    informer.observeWrite(thing("c", 22));
    informer.observeWrite(thing("d", 23, { size: 3 }));
    expect(contents()).toEqual(["d@23"]);
  });
});

describe("an own write where versions are no numbers", () => {
  test("is seen when its event comes", () => {
    const { informer, contents } = setUp();
    const odd = (version: string): Thing => {
      const object = thing("a", 1);
      object.metadata.resourceVersion = version;
      return object;
    };
    informer.replace(undefined, [odd("x1")], "x1");
    informer.observeWrite(odd("x2"));
    expect(contents()).toEqual(["a@x1"]);
    informer.apply(undefined, "MODIFIED", odd("x2"));
    expect(contents()).toEqual(["a@x2"]);
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

// F21
test("200,000 objects are listed, indexed and read", () => {
  const { informer } = setUp();
  const items = Array.from({ length: 200_000 }, (_, index) => thing(`n${index % 100}/o${index}`, index + 1));
  informer.addIndex("digit", ({ metadata }) => [metadata.name.slice(-1)]);
  informer.replace(undefined, items, "200001");
  expect(informer.size).toBe(200_000);
  expect(Array.from(informer.values())).toHaveLength(200_000);
  expect(Array.from(informer.select({ digit: "7" }))).toHaveLength(20_000);
  informer.replace(undefined, items.slice(1), "200002");
  expect(informer.size).toBe(199_999);
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
  expect(log.messages("error")).toEqual(["a handler of a change failed"]);
});

test("a handler that comes late hears of all that is there", () => {
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

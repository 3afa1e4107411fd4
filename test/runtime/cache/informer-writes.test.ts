import { describe, expect, test } from "vitest";
import { type Thing, thing } from "../../support/scripted-api.js";
import { setUp, synced } from "./set-up-informer.js";

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

  test("during the first list ends that list when the watch has delivered the write", () => {
    const { informer, contents } = setUp();
    informer.observeWrite(thing("a", 19));
    informer.observeWrite(thing("a", 20));
    informer.replace(undefined, [thing("a", 19)], "19");
    expect([informer.isSynced, informer.covers("one")]).toEqual([false, false]);
    informer.apply(undefined, "MODIFIED", thing("a", 20));
    expect(informer.isSynced).toBe(true);
    expect(contents()).toEqual(["a@20"]);
  });

  test.each([
    ["the list contains it", "20"],
    ["the list is newer", "25"],
  ])("during the first list delays nothing if %s", (_what, listed) => {
    const { informer } = setUp();
    informer.observeWrite(thing("a", 20));
    informer.replace(undefined, [thing("a", 20)], listed);
    expect(informer.isSynced).toBe(true);
  });

  test("during the first list of one namespace does not delay another one's", () => {
    const { informer } = setUp(["one", "two"]);
    informer.observeWrite(thing("one/a", 20));
    informer.observeWrite(thing("three/a", 30));
    informer.replace("one", [], "10");
    informer.replace("two", [], "10");
    expect(informer.hasListed(["two"])).toBe(true);
    expect(informer.hasListed(["one"])).toBe(false);
    informer.advance("one", "20");
    expect(informer.isSynced).toBe(true);
  });

  test("that the informer does not select delays no list", () => {
    const { informer } = setUp();
    informer.configure({ labels: "app=b" });
    informer.observeWrite(thing("a", 20));
    informer.replace(undefined, [], "10");
    expect(informer.isSynced).toBe(true);
  });

  test("is ignored before the first list, and outside of the selection", () => {
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

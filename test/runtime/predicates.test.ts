import { describe, expect, test } from "vitest";
import {
  allOf,
  annotationsChanged,
  anyOf,
  generationChanged,
  labelsChanged,
  matchesLabels,
  not,
  type ObjectEvent,
  type Predicate,
  resourceVersionChanged,
} from "../../src/runtime/predicates.js";
import type { ObjectMeta } from "../../src/kube/objects.js";

const object = (metadata: Partial<ObjectMeta>): ObjectEvent["object"] => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", ...metadata },
});
const updated = (before: Partial<ObjectMeta>, after: Partial<ObjectMeta>): ObjectEvent => ({
  kind: "updated",
  before: object(before),
  object: object(after),
});
const added: ObjectEvent = { kind: "added", object: object({}), isInitial: true };
const deleted: ObjectEvent = { kind: "deleted", object: object({}) };

describe("a predicate about updates", () => {
  test.each<[string, Predicate, Partial<ObjectMeta>, Partial<ObjectMeta>, boolean]>([
    ["generation", generationChanged, { generation: 1 }, { generation: 2 }, true],
    ["the same generation", generationChanged, { generation: 2, resourceVersion: "1" }, { generation: 2 }, false],
    ["no generation", generationChanged, { resourceVersion: "1" }, { resourceVersion: "2" }, false],
    ["resourceVersion", resourceVersionChanged, { resourceVersion: "1" }, { resourceVersion: "2" }, true],
    ["the same resourceVersion", resourceVersionChanged, { resourceVersion: "1" }, { resourceVersion: "1" }, false],
    ["a label", labelsChanged, { labels: { a: "1" } }, { labels: { a: "2" } }, true],
    ["a label that is gone", labelsChanged, { labels: { a: "1" } }, {}, true],
    ["the order of labels", labelsChanged, { labels: { a: "1", b: "2" } }, { labels: { b: "2", a: "1" } }, false],
    ["no labels and none", labelsChanged, { labels: {} }, {}, false],
    ["an annotation", annotationsChanged, { annotations: { a: "1" } }, { annotations: { a: "2" } }, true],
    ["labels, not annotations", annotationsChanged, { labels: { a: "1" } }, {}, false],
  ])("looks at %s", (_, predicate, before, after, passes) => {
    expect(predicate(updated(before, after))).toBe(passes);
    expect([predicate(added), predicate(deleted)]).toEqual([true, true]);
  });
});

describe("a predicate about labels", () => {
  test.each<[string | Record<string, string>, Partial<ObjectMeta>, boolean]>([
    [{ app: "web" }, { labels: { app: "web" } }, true],
    [{ app: "web" }, { labels: { app: "db" } }, false],
    ["app in (web,db)", { labels: { app: "db" } }, true],
    ["!app", {}, true],
    ["constructor", {}, false],
  ])("%j", (selector, metadata, passes) => {
    expect(matchesLabels(selector)({ kind: "deleted", object: object(metadata) })).toBe(passes);
  });

  test("notices the loss of a label", () => {
    const predicate = matchesLabels("app");
    expect(predicate(updated({ labels: { app: "web" } }, {}))).toBe(true);
    expect(predicate(updated({}, {}))).toBe(false);
  });

  test("refuses a selector that cannot be read, at once", () => {
    expect(() => matchesLabels("app in web")).toThrow("app in web");
  });
});

describe("predicates together", () => {
  const [yes, no]: Predicate[] = [() => true, () => false];

  test.each<[string, Predicate, boolean]>([
    ["all of none", allOf(), true],
    ["any of none", anyOf(), false],
    ["all of yes and no", allOf(yes!, no!), false],
    ["any of yes and no", anyOf(no!, yes!), true],
    ["not yes", not(yes!), false],
  ])("%s", (_, predicate, passes) => {
    expect(predicate(added)).toBe(passes);
  });
});

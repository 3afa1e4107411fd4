import { describe, expect, test } from "vitest";
import { type Facts, nextStep } from "../../src/migrate/next-step.js";
import { Baz, bar, Bar, oldFinalizer } from "./bar-and-baz.js";
import { linkTo } from "../../src/migrate/marks.js";

const hold = "migrate.tsop.dev/hold";
const deleted = { deletionTimestamp: "2026-01-01T00:00:00Z" };
const old = (more: Partial<Bar["metadata"]> = {}): Bar =>
  bar("default", "web", { uid: "u1", finalizers: [hold, oldFinalizer], ...more });
const created = (more: Partial<Bar["metadata"]> = {}): NonNullable<Facts["created"]> => ({
  ...{ apiVersion: Baz.apiVersion, kind: "Baz" },
  metadata: { namespace: "default", name: "web", uid: "u2", ownerReferences: [linkTo(Bar, old())], ...more },
});
const waits = { annotations: { "migrate.tsop.dev/waits-for": "u1" } };
const movedTo = { labels: { "migrate.tsop.dev/moved-to": "u2" } };
const foreign = { ownerReferences: [] };

const step = (facts: Partial<Facts>): string => {
  const { kind, ...rest } = nextStep({
    ...{ old: undefined, created: undefined, lacksStatus: false, dependents: 0, isMirrored: true },
    ...{ finalizers: [oldFinalizer], isKindEnding: undefined },
    ...facts,
  });
  return [kind, ...Object.values(rest)].join(" ");
};

describe("the next step of an old object", () => {
  test.each<[string, string, Partial<Facts>]>([
    ["that does not exist", "rest gone", { created: created() }],
    ["at the start", "hold", { old: old({ finalizers: [oldFinalizer] }) }],
    ["that is held", "create", { old: old() }],
    ["with a new object", "copy-status", { old: old(), created: created(waits), lacksStatus: true, dependents: 2 }],
    ["with a status", "hand-over", { old: old(), created: created(waits), dependents: 1 }],
    ["without dependents", "mark", { old: old(), created: created(waits) }],
    ["that is marked", "open", { old: old(movedTo), created: created(waits) }],
    ["that is moved", "rest moved", { old: old(movedTo), created: created() }],
    ["that has changed", "mirror", { old: old(movedTo), created: created(), isMirrored: false }],
    ["with a late dependent", "hand-over", { old: old(movedTo), created: created(), dependents: 1 }],
    ["whose status has changed later", "rest moved", { old: old(movedTo), created: created(), lacksStatus: true }],
    ["whose name is taken", "blocked NameTaken", { old: old(), created: created(foreign) }],
    [
      "whose name is taken, and will be free",
      "rest waiting",
      { old: old(), created: created({ ...foreign, ...deleted }) },
    ],
    ["whose new object is being deleted", "rest waiting", { old: old(movedTo), created: created(deleted) }],
    ["whose link was cut", "let-go", { old: old(movedTo), created: created(foreign) }],
    [
      "whose link was cut, later",
      "rest moved",
      { old: old({ ...movedTo, finalizers: [] }), created: created(foreign) },
    ],
  ])("%s: %s", (_, expected, facts) => {
    expect(step(facts)).toBe(expected);
  });
});

describe("the next step of an old object that a user deletes", () => {
  const moved = { ...deleted, ...movedTo, finalizers: [hold] };
  test.each<[string, string, Partial<Facts>]>([
    ["and that is moved", "let-go", { old: old(moved), created: created() }],
    ["and whose new object is gone", "let-go", { old: old(moved) }],
    [
      "and whose dependents are not handed over",
      "let-go",
      { old: old({ ...deleted, finalizers: [hold] }), created: created(waits), dependents: 2 },
    ],
    [
      "and that another finalizer holds",
      "rest gone",
      { old: old({ ...deleted, finalizers: ["other.example.com/a"] }), created: created() },
    ],
    ["before its cleanup", "create", { old: old({ ...deleted, finalizers: [oldFinalizer] }) }],
    ["before its cleanup, then", "hand-over", { old: old(deleted), created: created(waits), dependents: 1 }],
    ["before its cleanup, then", "mark", { old: old(deleted), created: created(waits) }],
    ["before its cleanup, then", "open", { old: old({ ...deleted, ...movedTo }), created: created(waits) }],
    ["before its cleanup, at last", "let-go", { old: old({ ...deleted, ...movedTo }), created: created() }],
    ["before its cleanup, with a taken name", "blocked NameTaken", { old: old(deleted), created: created(foreign) }],
    [
      "without its dependents, before the end",
      "let-go",
      { old: old(deleted), created: created({ ...foreign, ...waits }) },
    ],
  ])("%s: %s", (_, expected, facts) => {
    expect(step({ isKindEnding: false, ...facts })).toBe(expected);
  });
});

describe("the next step of an old object whose kind is deleted", () => {
  const ending = { ...deleted, finalizers: [hold] };
  test.each<[string, string, Partial<Facts>]>([
    ["and that is not moved", "create", { old: old(ending) }],
    ["then", "hand-over", { old: old(ending), created: created(waits), dependents: 1 }],
    ["then", "mark", { old: old(ending), created: created(waits) }],
    ["then", "open", { old: old({ ...ending, ...movedTo }), created: created(waits) }],
    ["and that is moved", "release", { old: old({ ...ending, ...movedTo }), created: created(), isMirrored: false }],
    ["and whose new object is released", "let-go", { old: old({ ...ending, ...movedTo }), created: created(foreign) }],
    ["and whose name is taken", "blocked NameTaken", { old: old(ending), created: created(foreign) }],
    [
      "and whose new object is being deleted",
      "let-go",
      { old: old({ ...ending, ...movedTo }), created: created(deleted) },
    ],
  ])("%s: %s", (_, expected, facts) => {
    expect(step({ isKindEnding: true, ...facts })).toBe(expected);
  });
});

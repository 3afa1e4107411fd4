import { describe, expect, test } from "vitest";
import { contentOf, isMirrored, mirrored, newObject, type Rules, statusFor } from "../../src/migrate/content.js";
import { Baz, Bar, bar, newFinalizer, oldFinalizer } from "./bar-and-baz.js";

const rules: Rules = {
  ...{ from: Bar, to: Baz, convert: undefined },
  finalizers: new Map([[oldFinalizer, newFinalizer]]),
};

const old = bar("default", "web", {
  uid: "u1",
  generation: 3,
  labels: { a: "1", b: "2" },
  annotations: { note: "x", "kubectl.kubernetes.io/last-applied-configuration": "{}", "applied.tsop.dev/op": "d" },
  finalizers: ["other.example.com/hold", oldFinalizer, oldFinalizer],
  ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "u0" }],
});
const created = { ...newObject(old, rules), status: { ready: 1 } };

describe("a new object", () => {
  test("has the content, the labels, the user's annotations and the operator's finalizers", () => {
    const { metadata, ...rest } = newObject(old, rules);
    expect(rest).toEqual({ apiVersion: Baz.apiVersion, kind: "Baz", spec: { size: 0 } });
    expect(metadata).toEqual({
      ...{ namespace: "default", name: "web", labels: { a: "1", b: "2" }, finalizers: [newFinalizer] },
      annotations: {
        note: "x",
        "migrate.tsop.dev/waits-for": "u1",
        "migrate.tsop.dev/mirrored": expect.any(String) as string,
      },
      ownerReferences: [
        {
          apiVersion: Bar.apiVersion,
          kind: "Bar",
          name: "web",
          uid: "u1",
          controller: false,
          blockOwnerDeletion: true,
        },
      ],
    });
  });

  test("has what convert returns, and no identity from it", () => {
    const convert = (): object => ({
      ...{ apiVersion: "evil/v1", kind: "Evil", spec: { text: "a" }, status: { ready: 2 } },
      metadata: { name: "evil", labels: { only: "this", wrong: 1 } },
    });
    const { apiVersion, kind, metadata, ...rest } = newObject(old, { ...rules, convert });
    expect({ apiVersion, kind, name: metadata.name, labels: metadata.labels, rest }).toEqual({
      ...{ apiVersion: Baz.apiVersion, kind: "Baz", name: "web", labels: { only: "this" } },
      rest: { spec: { text: "a" } },
    });
    expect(metadata.annotations).toHaveProperty("note");
  });

  test("convert cannot change the old object", () => {
    const frozen = Object.freeze(structuredClone(old));
    contentOf(frozen, { convert: (object) => Object.assign(object, { spec: 1 }) });
    expect(frozen).toEqual(old);
  });
});

describe("a status", () => {
  const conditions = [
    { type: "Ready", observedGeneration: 3 },
    { type: "Old", observedGeneration: 2 },
    { type: "None" },
  ];
  const at = { ...created, metadata: { ...created.metadata, generation: 1 } };

  test("observes the new object's generation exactly if it observed the old one's", () => {
    const status = { ready: 1, observedGeneration: 3, conditions };
    expect(statusFor({ ...old, status } as never, at, rules)).toEqual({
      ...{ ready: 1, observedGeneration: 1 },
      conditions: [{ type: "Ready", observedGeneration: 1 }, { type: "Old", observedGeneration: 0 }, { type: "None" }],
    });
  });

  test.each([[undefined], [null], [{}], ["text"], [[1]]])("is absent: %j", (status) => {
    expect(statusFor({ ...old, status } as never, at, rules)).toBeUndefined();
  });
});

describe("a mirror", () => {
  const changed = (more: object): typeof old => ({ ...old, ...more });
  const users = {
    ...created,
    spec: { size: 9 },
    metadata: { ...created.metadata, labels: { a: "user", b: "2", own: "1" } },
  };

  test("is current right after the creation, whatever users change in the new object", () => {
    expect(isMirrored(old, created, rules)).toBe(true);
    expect(isMirrored(old, users, rules)).toBe(true);
    expect(isMirrored({ ...old, status: { ready: 5 } } as never, created, rules)).toBe(true);
  });

  test("replaces only the parts that have changed", () => {
    const labels = { a: "1", b: "new" };
    const next = mirrored(changed({ metadata: { ...old.metadata, labels } }), users, rules);
    expect(next).toMatchObject({ spec: { size: 9 }, status: { ready: 1 } });
    expect(next.metadata.labels).toEqual({ a: "user", b: "new", own: "1" });
    const content = mirrored(changed({ spec: { size: 4 } }), users, rules);
    expect(content).toMatchObject({ spec: { size: 4 }, status: { ready: 1 } });
    expect(content.metadata.labels).toEqual(users.metadata.labels);
  });

  test("removes a label that the old object has lost, and keeps the user's own", () => {
    const next = mirrored(changed({ metadata: { ...old.metadata, labels: {} } }), users, rules);
    expect(next.metadata.labels).toEqual({ own: "1" });
    expect(isMirrored(changed({ metadata: { ...old.metadata, labels: {} } }), next, rules)).toBe(true);
  });

  test.each([["not json"], ["[]"], ["null"], [""]])("with a damaged record (%s) starts over", (record) => {
    const annotations = { ...created.metadata.annotations, "migrate.tsop.dev/mirrored": record };
    const damaged = { ...users, metadata: { ...users.metadata, annotations } };
    expect(isMirrored(old, damaged, rules)).toBe(false);
    const next = mirrored(old, damaged, rules);
    expect(next).toMatchObject({ spec: { size: 0 }, metadata: { labels: { a: "1", b: "2", own: "1" } } });
    expect(isMirrored(old, next, rules)).toBe(true);
  });
});

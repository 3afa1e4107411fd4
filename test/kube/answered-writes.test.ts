import { describe, expect, test } from "vitest";
import type { Access } from "../../src/kube/access.js";
import { createAnsweredWrites, isHeld } from "../../src/kube/answered-writes.js";
import { Thing, thing } from "../support/scripted-api.js";

const key = { namespace: "default", name: "a" };
const deleting = (metadata: object, more: object = {}): object => ({
  ...thing("default/a", 5),
  ...more,
  metadata: { ...thing("default/a", 5).metadata, deletionTimestamp: "2026-01-31T12:00:00Z", ...metadata },
});

describe("the answer to a deletion", () => {
  const answered = (text: string): Promise<unknown> =>
    createAnsweredWrites({ call: () => Promise.resolve(text) } as unknown as Access).delete(Thing, key);

  test.each<[string, unknown, object]>([
    [
      "a success with the UID",
      { kind: "Status", status: "Success", details: { uid: "x" } },
      { kind: "gone", uid: "x" },
    ],
    ["a success without details", { kind: "Status", status: "Success" }, { kind: "gone", uid: undefined }],
    ["the object as it last was", thing("default/a", 5), { kind: "gone", uid: "uid-of-a" }],
    ["an object that nothing holds", deleting({ finalizers: [] }), { kind: "unclear" }],
    ["a Pod that is killed at once", deleting({ deletionGracePeriodSeconds: 0 }), { kind: "unclear" }],
    ["an object without a kind", { metadata: {} }, { kind: "unclear" }],
    ["an empty object", {}, { kind: "unclear" }],
    ["a list", [], { kind: "unclear" }],
    ["null", null, { kind: "unclear" }],
  ])("%s", async (_, answer, deletion) => {
    expect(await answered(JSON.stringify(answer))).toEqual(deletion);
  });

  test.each([
    deleting({ finalizers: ["example.com/x"] }),
    deleting({ deletionGracePeriodSeconds: 30 }),
    deleting({}, { spec: { finalizers: ["kubernetes"] } }),
  ])("an object that waits: %j", async (object) => {
    expect(await answered(JSON.stringify(object))).toEqual({ kind: "waits", object });
    expect(isHeld(object as Thing)).toBe(true);
  });

  test.each(["", "OK", "{"])("what a proxy made of it (%j) fails nothing", async (text) => {
    expect(await answered(text)).toEqual({ kind: "unclear" });
  });
});

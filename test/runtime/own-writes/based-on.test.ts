import { describe, expect, test } from "vitest";
import type { Patch } from "../../../src/kube/client.js";
import { patchBasedOn, sendBasedOn, versionIn } from "../../../src/runtime/own-writes/based-on.js";
import { aboutObject } from "../../../src/runtime/own-writes/subject.js";
import { refusal } from "../../support/scripted-api.js";

describe("a patch based on a version", () => {
  const merge = (body: object): Patch => ({ type: "merge", body });
  test.each<[Patch, unknown]>([
    [merge({ spec: 1 }), { spec: 1, metadata: { resourceVersion: "7" } }],
    [merge({ metadata: { labels: {} } }), { metadata: { labels: {}, resourceVersion: "7" } }],
    [{ type: "strategic", body: {} }, { metadata: { resourceVersion: "7" } }],
    [{ type: "json", body: [] }, [{ op: "add", path: "/metadata/resourceVersion", value: "7" }]],
  ])("%j carries it", (patch, body) => {
    expect(patchBasedOn(patch, "7")).toEqual({ type: patch.type, body });
  });

  test.each<Patch>([
    merge({ metadata: null }),
    merge({ metadata: { resourceVersion: null } }),
    merge({ metadata: { resourceVersion: "3" } }),
    merge({ metadata: [] }),
    { type: "json", body: [{ op: "replace", path: "/metadata", value: {} }] },
    { type: "json", body: [{ op: "test", path: "/metadata/resourceVersion", value: "3" }] },
    { type: "json", body: [{ op: "replace", path: "", value: {} }] },
  ])("is none where it says %j", (patch) => {
    expect(patchBasedOn(patch, "7")).toBeUndefined();
  });
});

describe("a write", () => {
  async function sent(refusedWith: Error | undefined, basedOn?: string): Promise<[string[], unknown]> {
    const calls: string[] = [];
    const answer = sendBasedOn(
      {
        basedOn,
        send: () => Promise.resolve(calls.push("as it is")),
        sendBasedOn: (version) => () => {
          calls.push(`on ${version}`);
          return refusedWith === undefined ? Promise.resolve(1) : Promise.reject(refusedWith);
        },
      },
      "7",
    );
    return [
      calls,
      await answer.then(
        ({ basis }) => basis,
        (error: unknown) => error,
      ),
    ];
  }
  const unknown = { kind: "unknown" };

  test("is sent once without another writer", async () => {
    expect(await sent(undefined)).toEqual([["on 7"], { kind: "version", resourceVersion: "7" }]);
  });
  test("that names its version is sent as it is", async () => {
    expect(await sent(undefined, "5")).toEqual([["as it is"], { kind: "version", resourceVersion: "5" }]);
  });
  test.each([409, 404, 422, 400])(
    "refused with %d is sent again as it is, and nothing is known of it",
    async (code) => {
      expect(await sent(refusal(code, "Whatever"))).toEqual([["on 7", "as it is"], unknown]);
    },
  );
  test.each([refusal(403, "Forbidden"), refusal(500, "InternalError"), new Error("reset")])(
    "that failed for another reason (%s) is not sent again",
    async (error) => {
      expect(await sent(error)).toEqual([["on 7"], error]);
    },
  );
});

test.each([
  [{}],
  [{ metadata: {} }],
  [{ metadata: { resourceVersion: "" } }],
  [{ metadata: { resourceVersion: "0" } }],
])("%j names no version", (object) => expect(versionIn(object)).toBeUndefined());

test.each([undefined, null, {}, { apiVersion: "v1" }, { apiVersion: "v1", kind: "Pod", metadata: {} }])(
  "%j is about no object, and the client says why it refuses it",
  (given) => expect(aboutObject(given as never)).toBeUndefined(),
);

import { describe, expect, test } from "vitest";
import { TsopError } from "../../../src/core/errors.js";
import { TransportError } from "../../../src/kube/transport-error.js";
import { settle } from "../../support/fake-clock.js";
import { bookmark, refusal, thing } from "../../support/scripted-api.js";
import { start, startSynced, untilCall } from "./start-reflector.js";

describe("the first list", () => {
  test("is streamed, and told as a whole once it is complete", async () => {
    const { api, informer, contents, told } = start();
    const watch = await api.nextWatch();
    expect(watch.options).toMatchObject({ sendInitialEvents: true, allowBookmarks: true });
    expect(watch.options.resourceVersion).toBeUndefined();
    watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) });
    await settle();
    expect(informer.isSynced).toBe(false);
    expect(told).toEqual([]);
    watch.send(bookmark(10, true));
    await settle();
    expect(informer.isSynced).toBe(true);
    expect(contents()).toEqual(["a@1", "b@2"]);
    expect(told).toEqual(["added a@1", "added b@2"]);
  });

  test("takes in what happens while it is streamed", async () => {
    const { api, contents } = start();
    const watch = await api.nextWatch();
    watch.send({ type: "ADDED", object: thing("a", 1) }, { type: "ADDED", object: thing("b", 2) });
    watch.send({ type: "MODIFIED", object: thing("a", 3) }, { type: "DELETED", object: thing("b", 4) });
    watch.send(bookmark(4, true));
    await settle();
    expect(contents()).toEqual(["a@3"]);
  });

  test.each([
    ["invalid", refusal(422, "Invalid", "sendInitialEvents is forbidden")],
    ["a bad request", refusal(400, "BadRequest")],
  ])("is paged where the server calls streaming %s", async (_, error) => {
    const { api, contents } = start();
    (await api.nextWatch()).fail(error);
    const first = await api.nextList();
    expect(first.options).toMatchObject({ limit: 500 });
    first.answer([thing("a", 1)], 7, "token");
    const second = await api.nextList();
    expect(second.options).toMatchObject({ limit: 500, continue: "token" });
    second.answer([thing("b", 2)], 7);
    const watch = await api.nextWatch();
    expect(watch.options).toMatchObject({ resourceVersion: "7" });
    expect(watch.options.sendInitialEvents).toBeUndefined();
    expect(contents()).toEqual(["a@1", "b@2"]);
  });

  // F19
  test("is paged where the server streams on and never says that the list is complete", async () => {
    const { api, clock, contents } = start();
    const watch = await api.nextWatch();
    watch.send({ type: "ADDED", object: thing("a", 1) });
    await clock.advance(20_000);
    expect(watch.isAborted).toBe(true);
    (await api.nextList()).answer([thing("a", 1)], 5);
    await api.nextWatch();
    expect(contents()).toEqual(["a@1"]);
  });

  // F13
  test("is taken whole when its pages expire half way", async () => {
    const { api, contents } = start();
    (await api.nextWatch()).fail(refusal(422, "Invalid"));
    (await api.nextList()).answer([thing("a", 1)], 7, "token");
    (await api.nextList()).fail(refusal(410, "Expired"));
    const whole = await api.nextList();
    expect(whole.options.limit).toBeUndefined();
    whole.answer([thing("a", 1), thing("c", 8)], 9);
    await api.nextWatch();
    expect(contents()).toEqual(["a@1", "c@8"]);
  });

  test.each([
    // F11
    ["401", refusal(401, "Unauthorized")],
    ["403", refusal(403, "Forbidden")],
    ["429", refusal(429, "TooManyRequests")],
    ["500", refusal(500, "InternalError")],
    ["503", refusal(503, "ServiceUnavailable")],
    ["a refused connection", new TransportError("refused", "https://127.0.0.1:6443", "refused", {})],
    ["a bug", new Error("boom")],
  ])("is tried again after %s, for as long as it takes", async (_, error) => {
    const setUp = start();
    const { api, informer } = setUp;
    for (let round = 0; round < 10; round += 1) {
      (await api.nextWatch()).fail(error);
      await untilCall(setUp);
    }
    (await api.nextWatch()).send(bookmark(3, true));
    await settle();
    expect(informer.isSynced).toBe(true);
  });

  // F20
  test("waits for a kind that the server does not know yet, and says so once", async () => {
    const setUp = start();
    const { api, log, informer } = setUp;
    const missing = new TsopError("cluster/kind-not-served", "no Thing here", { hint: "npm run install-crds" });
    for (let round = 0; round < 5; round += 1) {
      (await api.nextWatch()).fail(missing);
      await untilCall(setUp);
    }
    expect(log.lines.filter(({ level }) => level === "warn")).toEqual([
      {
        level: "warn",
        message: "cannot watch; retrying",
        fields: { reason: "no Thing here", hint: "npm run install-crds" },
      },
    ]);
    (await api.nextWatch()).send(bookmark(3, true));
    await settle();
    expect(informer.isSynced).toBe(true);
    expect(log.messages("info")).toEqual(["watching again"]);
  });

  test("names the missing rule once while the server forbids it", async () => {
    const setUp = start();
    const { api, log } = setUp;
    const message = 'User "x" cannot list resource "things" in API group "test.example.com" at the cluster scope';
    for (let round = 0; round < 3; round += 1) {
      (await api.nextWatch()).fail(refusal(403, "Forbidden", message));
      await untilCall(setUp);
    }
    const warnings = log.lines.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.fields["hint"]).toContain("@rbac groups=test.example.com resources=things verbs=list");
  });
});

// F23
test("stopping ends the watch, and leaves no timer", async () => {
  const { watch, clock, end } = await startSynced();
  await end();
  expect(watch.isAborted).toBe(true);
  expect(clock.timers).toBe(0);
});

test("stopping ends a pause", async () => {
  const { watch, clock, end, api } = await startSynced();
  watch.fail(refusal(503, "ServiceUnavailable"));
  await settle();
  await end();
  expect(clock.timers).toBe(0);
  expect(api.pending).toBe(0);
});

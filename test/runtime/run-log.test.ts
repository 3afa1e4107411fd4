import { describe, expect, onTestFinished, test } from "vitest";
import { createManager } from "../../src/runtime/create-manager.js";
import { describeChange, RunLog } from "../../src/runtime/run-log.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { Manager } from "../../src/runtime/manager.js";
import { done, type ReconcileResult, requeueAfter, TerminalError } from "../../src/runtime/reconcile.js";
import { forSource, ownsSource } from "../../src/runtime/source.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { managerParts } from "../support/manager-parts.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing } from "../support/scripted-api.js";

const before: KubeObject = { ...thing("default/a", 1, { size: 1 }), kind: "Thing" };

function changed(more: object, metadata: object = {}): KubeObject {
  return { ...before, ...more, metadata: { ...before.metadata, resourceVersion: "2", ...metadata } };
}

describe("a change in words", () => {
  const source = forSource(Thing, {});

  test.each<[string, object, object]>([
    ["Thing spec.size changed", { spec: { size: 2 } }, { generation: 2 }],
    ["Thing status changed", { status: { ready: true } }, {}],
    ["Thing labels changed", {}, { labels: { a: "b" } }],
    ["Thing spec, finalizers changed", { spec: undefined }, { finalizers: ["a/b"] }],
    ["Thing spec.size, spec.color changed", { spec: { size: 2, color: "red" } }, {}],
    ["Thing spec.size, spec.a, spec.b and 2 more changed", { spec: { size: 2, a: 1, b: 1, c: 1, d: 1 } }, {}],
    ["Thing metadata changed", {}, { managedFields: [{ manager: "kubectl", apiVersion: "a/v2" }] }],
    ["Thing metadata changed", {}, {}],
    ["Thing deletionTimestamp changed", {}, { deletionTimestamp: "2026-01-01T00:00:00Z" }],
  ])("%s", (text, more, metadata) => {
    expect(describeChange({ kind: "updated", before, object: changed(more, metadata) }, source, false)).toBe(text);
  });

  test("the initial list is not called new, and another object has a name", () => {
    expect(describeChange({ kind: "added", object: before }, source, true)).toBe("initial list: Thing");
    expect(describeChange({ kind: "added", object: before }, source, false)).toBe("Thing created");
    const owned = ownsSource(Thing, {});
    expect(describeChange({ kind: "deleted", object: before }, owned, false)).toBe("Thing default/a deleted");
  });
});

test("a storm of changes is named in part, and what a run has taken asks for no other", () => {
  const log = new RunLog();
  for (let count = 0; count < 100; count++) log.asked("default/a", `Secret ${count} changed`);
  log.asked("default/a", "Secret 1 changed");
  expect(log.take("default/a", 1)).toHaveLength(5);
  expect(log.take("default/a", 1)).toEqual(["requeue"]);
  log.requeued("default/a", 90_000);
  expect(log.take("default/a", 1)).toEqual(["requeue after 90 s"]);
  log.failed("default/a", new Error(`no\n${"x".repeat(100)}`));
  expect(log.take("default/a", 3)).toEqual(["attempt 3 after no"]);
  log.failed("default/a", "y".repeat(100));
  expect(log.take("default/a", 4)).toEqual([`attempt 4 after ${"y".repeat(79)}…`]);
  expect(log.take("default/a", 5)).toEqual(["attempt 5"]);
});

/** Runs a manager over one Thing whose reconciler answers in turn; returns the lines about its runs. */
async function linesOf(answers: readonly (() => ReconcileResult)[], logReconciles?: boolean): Promise<object[]> {
  const [api, clock, log] = [new ScriptedApi(), new FakeClock(), new RecordingLogger()];
  const manager = new Manager(
    managerParts(api, { clock, log, ...(logReconciles === undefined ? {} : { logReconciles }) }),
  );
  const rest = [...answers];
  manager
    .controller("thing")
    .for(Thing)
    .complete({ reconcile: () => new Promise((resolve) => resolve((rest.shift() ?? done)())) });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const watch = await api.nextWatch();
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(10, true));
  await settle();
  await clock.advance(5_000);
  watch.send({ type: "MODIFIED", object: thing("default/a", 11, { size: 2 }) });
  await settle();
  return log.lines
    .filter(({ message }) => message === "reconciled")
    .map(({ fields }) => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "reconcileID")));
}

describe("with logReconciles, each run has a line", () => {
  const fail = (error: Error) => (): ReconcileResult => {
    throw error;
  };
  const common = { controller: "thing", object: "default/a", durationMs: 0 };
  const first = { ...common, because: ["initial list: Thing"] };
  const last = { ...common, because: ["Thing spec changed"], result: "success" };

  test.each<[string, readonly (() => ReconcileResult)[], object[]]>([
    ["done", [done], [{ ...first, result: "success" }, last]],
    [
      "called again",
      [() => requeueAfter(5_000)],
      [
        { ...first, result: "requeue_after", requeueAfterMs: 5000 },
        { ...common, because: ["requeue after 5 s"], result: "success" },
        last,
      ],
    ],
    [
      "failed, then well",
      [fail(new Error("no"))],
      [{ ...first, result: "error" }, { ...common, because: ["attempt 2 after no"], result: "success" }, last],
    ],
    ["failed for good", [fail(new TerminalError("no"))], [{ ...first, result: "terminal" }, last]],
  ])("%s", async (_, answers, lines) => {
    expect(await linesOf(answers, true)).toEqual(lines);
  });

  test("and none without", async () => {
    expect(await linesOf([done])).toEqual([]);
  });
});

test("a manager takes the cluster that it is given, and looks for no kubeconfig", async () => {
  const log = new RecordingLogger();
  const config = {
    source: "a test",
    context: "here",
    server: "https://127.0.0.1:1",
    namespace: "default",
    tls: {},
    auth: { kind: "none" },
  } as const;
  await createManager({ name: "demo", config, log, kubeconfig: "/does/not/exist", clock: new FakeClock() });
  expect(log.lines).toMatchObject([{ fields: { server: "https://127.0.0.1:1", context: "here" } }]);
});

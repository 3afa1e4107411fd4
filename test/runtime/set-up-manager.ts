/** A manager on a scripted API server. */
import { onTestFinished } from "vitest";
import type { ManagerParts } from "../../src/runtime/manager-parts.js";
import { Manager } from "../../src/runtime/manager.js";
import { done, type Reconciler } from "../../src/runtime/reconcile.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { managerParts } from "../support/manager-parts.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, thing } from "../support/scripted-api.js";

export interface SetUp {
  manager: Manager;
  api: ScriptedApi;
  clock: FakeClock;
  log: RecordingLogger;
  stop: AbortController;
  events: string[];
}

export const nothing: Reconciler = { reconcile: () => Promise.resolve(done()) };

export function setUp(parts: Partial<ManagerParts> = {}): SetUp {
  const [api, clock, log, stop] = [new ScriptedApi(), new FakeClock(), new RecordingLogger(), new AbortController()];
  const events: string[] = [];
  onTestFinished(() => stop.abort());
  const close = (): void => void events.push("closed");
  const manager = new Manager(managerParts(api, { log, clock, close, ...parts }));
  return { manager, api, clock, log, stop, events };
}

export async function fill(api: ScriptedApi): Promise<void> {
  const watch = await api.nextWatch();
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(5, true));
  await settle();
}

/** What becomes of a promise: its value, or the error. */
export function outcome(promise: Promise<unknown>): { now: unknown } {
  const result = { now: "pending" as unknown };
  promise.then(
    () => (result.now = "resolved"),
    (error: unknown) => (result.now = error),
  );
  return result;
}

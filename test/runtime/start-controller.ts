/** A controller on a scripted API server. */
import { expect, onTestFinished } from "vitest";
import { Cache } from "../../src/runtime/cache/cache.js";
import { Clusters } from "../../src/runtime/cluster.js";
import { Controller, type ControllerDefinition } from "../../src/runtime/controller.js";
import { type Outcome } from "../../src/runtime/controller-observer.js";
import { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import type { WorkQueue } from "../../src/runtime/queue/work-queue.js";
import {
  done,
  type ReconcileContext,
  type ReconcileRequest,
  type ReconcileResult,
} from "../../src/runtime/reconcile.js";
import type { RunningController } from "../../src/runtime/running-controller.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../support/scripted-api.js";

export type Reconcile = (request: ReconcileRequest, context: ReconcileContext) => unknown;
type Wire = (builder: ControllerBuilder) => ControllerBuilder;
type Elector = { readonly checkMayWrite: () => void };

/** What a controller needs. */
export function makeParts(isNamespaced = true, elector?: Elector) {
  const [api, clock, log] = [new ScriptedApi(), new FakeClock(), new RecordingLogger()];
  const outcomes: Outcome[] = [];
  const shared = { isNamespaced: () => Promise.resolve(isNamespaced), log, clock, random: () => 0 };
  const cache = new Cache({ client: api, namespaces: [], ...shared });
  const observeController = () => ({
    queue: { added: () => {}, retried: () => {}, taken: () => {}, finished: () => {} },
    started: () => {},
    ended: (outcome: Outcome) => outcomes.push(outcome),
  });
  const parts = { ...shared, cache, elector, clusters: new Clusters(), metrics: { observeController } };
  return { api, clock, log, outcomes, cache, parts };
}

interface SetUp extends Omit<ReturnType<typeof makeParts>, "parts"> {
  watch: WatchCall;
  requests: ReconcileRequest[];
  contexts: ReconcileContext[];
  running: Promise<void>;
  stop: AbortController;
  abort: AbortController;
  queue: WorkQueue;
  handle: RunningController;
}

/** A controller for Things (as `for` by default), its cache filled with `a` and `b`. */
export async function start(
  reconcile: Reconcile,
  wire: Wire = (builder) => builder.for(Thing),
  isNamespaced = true,
  elector?: Elector,
): Promise<SetUp> {
  const { parts, ...made } = makeParts(isNamespaced, elector);
  const { api, cache } = made;
  const requests: ReconcileRequest[] = [];
  const contexts: ReconcileContext[] = [];
  let controller: Controller | undefined;
  const handle = wire(
    new ControllerBuilder("thing", {
      problemsWith: () => [],
      add: (definition) => (controller = new Controller(definition, parts)),
    }),
  ).complete({
    reconcile: (request, context) => {
      requests.push(request);
      contexts.push(context);
      return reconcile(request, context) as Promise<ReconcileResult>;
    },
  });
  cache.start();
  const [stop, abort] = [new AbortController(), new AbortController()];
  const running = controller!.run(stop.signal, abort.signal);
  onTestFinished(async () => {
    stop.abort();
    await cache.stop();
  });
  const watch = await api.nextWatch();
  await settle();
  expect(requests).toEqual([]);
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, { type: "ADDED", object: thing("default/b", 2) });
  watch.send(bookmark(10, true));
  await settle();
  const { queue } = controller!;
  return { ...made, watch, requests, contexts, running, stop, abort, queue, handle };
}

/** The result of a wiring. */
export function define(wire: Wire, problems: readonly string[] = []): ControllerDefinition {
  const added: ControllerDefinition[] = [];
  const registry = {
    problemsWith: () => problems,
    add: (definition: ControllerDefinition) => {
      added.push(definition);
      return { watch: () => ({ ready: Promise.resolve(), stop: () => {} }) };
    },
  };
  wire(new ControllerBuilder("thing", registry)).complete({ reconcile: () => Promise.resolve(done()) });
  return added[0]!;
}

export const names = (requests: readonly ReconcileRequest[]): string[] =>
  requests.map(({ namespace, name }) => `${namespace}/${name}`);

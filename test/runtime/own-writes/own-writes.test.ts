import { describe, expect, test } from "vitest";
import { nextTurn } from "../../../src/core/clock.js";
import { Cache } from "../../../src/runtime/cache/cache.js";
import { createCachedClient } from "../../../src/runtime/cached-client.js";
import { Clusters } from "../../../src/runtime/cluster.js";
import { Controller } from "../../../src/runtime/controller.js";
import { ControllerBuilder } from "../../../src/runtime/controller-builder.js";
import { defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { done } from "../../../src/runtime/reconcile.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { ScriptedApi, Thing } from "../../support/scripted-api.js";
import { seeded } from "../../support/seeded.js";
import { type Commit, Model } from "./model.js";

const Parent = defineKind<KubeObject>("test.example.com/v1", "Parent");
const parent = (name: string): KubeObject => ({
  apiVersion: "test.example.com/v1",
  kind: "Parent",
  metadata: { name, namespace: "default", uid: name, resourceVersion: "1" },
});

interface Outcome {
  /** All changes, except those of an object that was deleted before any watcher could see it. */
  readonly commits: readonly Commit[];
  /** At which steps the runs of the request that writes began, and those of another request that the changes concern. */
  readonly writing: readonly number[];
  readonly other: readonly number[];
}

interface Plan {
  readonly others: boolean;
  /** Whether a run may end before its writes have. */
  readonly floats: boolean;
  readonly ignoreOwnWrites: boolean;
}

/** One schedule: a controller whose runs write at random, while others may write, and the watch lags behind. */
async function play(seed: number, { others, floats, ignoreOwnWrites }: Plan): Promise<Outcome> {
  const [random, log, clock] = [seeded(seed), new RecordingLogger(), new FakeClock()];
  const isNamespaced = (): Promise<boolean> => Promise.resolve(true);
  const parts = { isNamespaced, log, clock, random };
  // Nothing is started: the model tells the informers what happens.
  const cache = new Cache({ ...parts, client: new ScriptedApi(), namespaces: [] });
  for (const informer of [cache.informerFor(Thing), cache.informerFor(Parent)]) informer.cover([undefined]);
  const model = new Model(random, cache.informerFor(Thing));
  cache.informerFor(Parent).replace(undefined, [parent("writing"), parent("other")], "1");
  cache.informerFor(Thing).replace(undefined, [], "1");
  const told = new Set<string>();
  cache.informerFor(Thing).onChange(({ object }) => told.add(object.metadata.uid!));
  const client = createCachedClient({ live: model.client, cache, checkMayWrite: () => undefined });
  const runs = { writing: [] as number[], other: [] as number[] };
  const observeController = () => ({ queue: silent, started: () => {}, ended: () => {} });
  let controller: Controller | undefined;
  const requests = ["writing", "other"].map((name) => ({ namespace: "default", name }));
  new ControllerBuilder("test", {
    problemsWith: () => [],
    add: (definition) =>
      (controller = new Controller(definition, {
        ...parts,
        cache,
        clusters: new Clusters(),
        metrics: { observeController },
      })),
  })
    .for(Parent)
    .watches(Thing, () => (random() < 0.5 ? requests : Promise.resolve(requests)))
    .withOptions({ concurrency: 2, ignoreOwnWrites })
    .complete({
      reconcile: async ({ name }) => {
        model.step += 1;
        if (name === "other") runs.other.push(model.step);
        else {
          runs.writing.push(model.step);
          if (runs.writing.length <= 3) await write();
        }
        return done();
      },
    });
  const write = async (): Promise<void> => {
    const isParallel = random() < 0.2 && others;
    const writes: Promise<unknown>[] = [];
    for (let count = model.pick([1, 2, 3]); count > 0; count -= 1) {
      const writing = model.randomWrite(client);
      writes.push(writing);
      if (!isParallel) await writing;
    }
    if (!(floats && random() < 0.5)) await Promise.all(writes);
  };
  const stop = new AbortController();
  const running = controller!.run(stop.signal, new AbortController().signal);
  await nextTurn();
  for (let count = 0; count < 12; count += 1) {
    if (others && random() < 0.3) model.writeAsOthers();
    model.next();
    await nextTurn();
  }
  while (model.next()) await nextTurn();
  await nextTurn();
  stop.abort();
  await running;
  expect(log.messages("error")).toEqual([]);
  const isOver = (uid: string): boolean =>
    model.commits.some((commit) => commit.uid === uid && commit.kind === "DELETED");
  return { commits: model.commits.filter(({ uid }) => told.has(uid) || !isOver(uid)), ...runs };
}

const silent = { added: () => {}, retried: () => {}, taken: () => {}, finished: () => {} };

const schedules = 300;

describe("a controller that ignores its own writes", () => {
  test("does not run again without another writer, while other requests do", async () => {
    let written = 0;
    for (let seed = 0; seed < schedules; seed += 1) {
      const { commits, writing, other } = await play(seed, { others: false, floats: false, ignoreOwnWrites: true });
      expect([seed, writing.length]).toEqual([seed, 1]);
      for (const { step } of commits) expect([seed, other.some((run) => run > step)]).toEqual([seed, true]);
      written += commits.length;
    }
    expect(written).toBeGreaterThan(schedules / 2);
  });

  test.each([false, true])(
    "runs once more after each change of another client, whether runs ignore their own writes (%s) or not",
    async (floats) => {
      let [foreign, saved] = [0, 0];
      for (let seed = 0; seed < schedules; seed += 1) {
        const plan = { others: true, floats, ignoreOwnWrites: true };
        const { commits, writing, other } = await play(seed, plan);
        for (const commit of commits) {
          expect([seed, commit, other.some((run) => run > commit.step)]).toEqual([seed, commit, true]);
          if (commit.by === "us") continue;
          expect([seed, commit, writing.some((run) => run > commit.step)]).toEqual([seed, commit, true]);
          foreign += 1;
        }
        saved += Math.max(0, other.length - writing.length);
      }
      expect(foreign).toBeGreaterThan(schedules);
      expect(saved).toBeGreaterThan(schedules / 4);
    },
  );

  test("applies only to controllers with this option", async () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { commits, writing } = await play(seed, { others: true, floats: true, ignoreOwnWrites: false });
      for (const commit of commits) {
        expect([seed, writing.some((run) => run > commit.step)]).toEqual([seed, true]);
      }
    }
  });
});

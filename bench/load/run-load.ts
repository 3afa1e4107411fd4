import { setTimeout as delay } from "node:timers/promises";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { seeded } from "../../test/support/seeded.js";
import { checkGrowth, type Growth, measureGrowth, type Sample } from "../soak/check-growth.js";
import { monotonicMs } from "../soak/operator/journal.js";
import { sleep, until } from "../soak/play.js";
import { kinds, pick, prepare } from "./kinds.js";
import type { LoadOptions } from "./options.js";
import type { MeasuredServer } from "./server.js";
import { Watcher } from "./watcher.js";
import { slotsOf, type Slot, wordsOf, write } from "./writer.js";

export interface LoadResult {
  readonly writes: number;
  /** The seconds in which these writes were sent. */
  readonly seconds: number;
  readonly events: number;
  readonly expired: number;
  readonly growth: readonly Growth[];
  /** What must not happen, each once with its number. Empty: the server has passed. */
  readonly problems: readonly string[];
}

/** The most writes at a time, as from ten operators. */
const inFlight = 50;
const objects = 2_000;
const sampleMs = 5_000;

/** Writes and watches at a server for some minutes, and then compares what each watch knows with a list. */
export async function runLoad(server: MeasuredServer, options: LoadOptions, signal: AbortSignal): Promise<LoadResult> {
  const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig }));
  const random = seeded(options.seed);
  const problems = new Map<string, number>();
  const note = (words: string): void => void problems.set(words, (problems.get(words) ?? 0) + 1);
  const over = new AbortController();
  try {
    await prepare(client);
    const watchers = Array.from({ length: options.watches }, (_, index) => {
      return new Watcher(client, pick(kinds, index), index, random);
    });
    const watching = watchers.map((watcher) =>
      watcher.run(over.signal).catch((error: unknown) => {
        if (!over.signal.aborted) note(`a watch: ${wordsOf(error)}`);
      }),
    );
    const start = monotonicMs();
    const end = start + options.minutes * 60_000;
    const samples: Sample[] = [];
    const sampling = sampleUntil(server, end, samples, signal);
    const writes = await writeUntil(end, options.writes, signal, async (slot, turn) => {
      await write(client, slot, turn, random).catch((error: unknown) => note(`a write: ${wordsOf(error)}`));
    });
    const seconds = (monotonicMs() - start) / 1000;
    await sampling;
    for (const difference of await differencesAtRest(watchers, signal)) note(`a watch missed ${difference}`);
    const growth = measureGrowth(samples, start + (end - start) / 2, end);
    for (const { what } of signal.aborted ? [] : checkGrowth(growth)) note(what);
    over.abort();
    await Promise.all(watching);
    const sum = (of: (watcher: Watcher) => number): number => watchers.reduce((all, each) => all + of(each), 0);
    const [events, expired] = [sum(({ events }) => events), sum(({ expired }) => expired)];
    return { writes, seconds, events, expired, growth, problems: [...problems].map(([what, n]) => `${n} x ${what}`) };
  } finally {
    over.abort();
    client.close();
  }
}

/** Starts writes at the given rate, or as many as the machine can do. Returns their number. */
async function writeUntil(
  end: number,
  perSecond: number,
  signal: AbortSignal,
  act: (slot: Slot, turn: number) => Promise<void>,
): Promise<number> {
  const slots = slotsOf(kinds, objects);
  const running = new Set<Promise<void>>();
  let [turn, due] = [0, monotonicMs()];
  while (monotonicMs() < end && !signal.aborted) {
    if (running.size >= inFlight) await Promise.race(running);
    const late = monotonicMs() - due;
    if (late < 0) await delay(-late);
    due = Math.max(due, monotonicMs() - 1000) + 1000 / perSecond; // what a busy machine missed is not made up for
    const slot = slots[(turn * 7919) % objects];
    turn += 1;
    if (slot === undefined || slot.isBusy) continue;
    slot.isBusy = true;
    const done = act(slot, turn).finally(() => {
      slot.isBusy = false;
      running.delete(done);
    });
    running.add(done);
  }
  await Promise.all(running);
  return turn;
}

async function sampleUntil(server: MeasuredServer, end: number, samples: Sample[], signal: AbortSignal): Promise<void> {
  while (monotonicMs() < end && !signal.aborted) {
    samples.push(await server.sample());
    await sleep(sampleMs, signal);
  }
}

/** Waits until all watches know what the server lists, at most 30 seconds. Returns what they then do not know. */
async function differencesAtRest(watchers: readonly Watcher[], signal: AbortSignal): Promise<string[]> {
  let differences: string[] = [];
  const agree = async (): Promise<boolean> => {
    differences = (await Promise.all(watchers.map((watcher) => watcher.differences()))).flat();
    return differences.length === 0;
  };
  await until(agree, 30_000, signal);
  return differences;
}

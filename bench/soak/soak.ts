/** One run: sets up, writes and injects faults, waits for convergence, and evaluates. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type AuditRecord, parseAudit } from "./audit.js";
import { Chaos } from "./chaos.js";
import { checkGrowth, measureGrowth, type Sample } from "./check-growth.js";
import { checkLeadership, checkWindows, type Window } from "./check-leadership.js";
import { checkMetrics, type MetricsOf } from "./check-metrics.js";
import { Driver } from "./driver.js";
import { monotonicMs } from "./operator/journal.js";
import type { ProcessSample } from "./operator/probe.js";
import type { SoakOptions } from "./options.js";
import { play, sleep, until } from "./play.js";
import { countFds, type Replica } from "./replica.js";
import type { SoakResult } from "./report.js";
import { gentleFrom, planSchedule, type Schedule } from "./schedule.js";
import { setStage, type Stage } from "./stage.js";
import { show, type Timeline } from "./timeline.js";
import type { Violation } from "./violation.js";
import { waitForConvergence } from "./world.js";

export interface SoakRun {
  readonly options: SoakOptions;
  readonly folder: string;
  readonly timeline: Timeline;
  readonly signal: AbortSignal;
  /** Reports the progress to the user. */
  readonly progress: (text: string) => void;
}

/** The time limit for convergence after the last write and the last fault. */
const convergenceMs = 60_000;
const sampleMs = 2_000;

/** Runs a soak. Returns undefined if the signal aborts. In any case, stops everything that was started. */
export async function runSoak({
  options,
  folder,
  timeline,
  signal,
  progress,
}: SoakRun): Promise<SoakResult | undefined> {
  const closers: (() => Promise<void> | void)[] = [];
  const isInterrupted = (): boolean => signal.aborted;
  const schedule = planSchedule(options.seed, options.minutes * 60_000);
  try {
    progress("starting etcd, kube-apiserver and two replicas");
    const stage = await setStage(folder, timeline, (close) => void closers.unshift(close));
    for (const replica of stage.replicas) replica.start();
    const leads = (): Promise<boolean> => Promise.resolve(stage.replicas.some(({ life }) => life?.leads === true));
    if (!(await until(leads, 60_000, signal)) && !isInterrupted()) throw new Error(`no replica leads; see ${folder}`);
    progress(`writing and breaking for ${options.minutes} min`);
    const played = await perform(stage, schedule, timeline, signal);
    if (isInterrupted()) return undefined;
    progress("letting it come to rest");
    const quietAt = monotonicMs();
    const unconverged = await waitForConvergence(stage, convergenceMs, signal);
    const convergedAfterMs = unconverged.length === 0 ? monotonicMs() - quietAt : undefined;
    const unmetered = unconverged.length === 0 ? await waitForMetrics(stage, signal) : [];
    for (const replica of stage.replicas) await replica.retire();
    if (isInterrupted()) return undefined;
    const judged = judge(stage, played, timeline);
    const all = [...unconverged, ...unmetered, ...judged.violations];
    return {
      ...options,
      ...judged,
      writes: played.driver.done,
      faults: played.chaos.done,
      convergedAfterMs,
      violations: all,
      folder: all.length === 0 ? undefined : folder,
    };
  } finally {
    for (const close of closers) await close();
    writeFileSync(
      path.join(folder, "timeline.log"),
      timeline.happenings
        .toSorted((a, b) => a.at - b.at)
        .map((happening) => `${show(happening, timeline.startedAt)}\n`)
        .join(""),
    );
  }
}

interface Played {
  readonly driver: Driver;
  readonly chaos: Chaos;
  readonly samples: readonly Sample[];
  /** The start of the part that every leader survives. */
  readonly gentleFrom: number;
  readonly endedAt: number;
}

async function perform(stage: Stage, schedule: Schedule, timeline: Timeline, signal: AbortSignal): Promise<Played> {
  const driver = new Driver(stage.client, timeline, signal);
  const samples: Sample[] = [];
  const start = monotonicMs();
  const gentle = start + gentleFrom(schedule.durationMs);
  const chaos = new Chaos({ ...stage, timeline, gentleFrom: gentle, signal });
  const isOver = new AbortController();
  const sampling = sample(stage.replicas, samples, AbortSignal.any([signal, isOver.signal]));
  await Promise.all([
    play(schedule.writes, start, (write) => driver.write(write), signal),
    play(schedule.cluster, start, (fault) => chaos.cluster(fault), signal),
    ...schedule.network.map((faults, replica) => play(faults, start, (fault) => chaos.network(fault, replica), signal)),
  ]);
  const endedAt = monotonicMs();
  isOver.abort();
  await sampling;
  await chaos.end();
  await driver.drain();
  return { driver, chaos, samples, gentleFrom: gentle, endedAt };
}

async function sample(replicas: readonly Replica[], samples: Sample[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      replicas.map(async (replica) => {
        const { life } = replica;
        const taken = await replica.ask<ProcessSample>("sample");
        if (taken === undefined || life === undefined || life !== replica.life) return;
        samples.push({ ...taken, replica: replica.name, pid: life.pid, fds: countFds(life.pid) });
      }),
    );
    await sleep(sampleMs, signal);
  }
}

/** Waits for correct metrics, which are slightly delayed. */
async function waitForMetrics({ replicas }: Stage, signal: AbortSignal): Promise<Violation[]> {
  let wrong: Violation[] = [];
  const areRight = async (): Promise<boolean> => {
    const all = await Promise.all(replicas.map(metricsOf));
    wrong = checkMetrics(all);
    return wrong.length === 0;
  };
  await until(areRight, 5_000, signal);
  return wrong;
}

async function metricsOf(replica: Replica): Promise<MetricsOf> {
  const text = (await replica.metrics()) ?? "";
  const ended: Record<string, number> = {};
  for (const { pid, controller, end } of replica.windows()) {
    if (pid === replica.life?.pid && end !== Infinity) ended[controller] = (ended[controller] ?? 0) + 1;
  }
  return { replica: replica.name, text, ended };
}

type Judged = Pick<SoakResult, "runs" | "acceptedWrites" | "takeovers" | "processes" | "growth" | "violations">;

function judge(stage: Stage, { driver, chaos, samples, gentleFrom, endedAt }: Played, timeline: Timeline): Judged {
  const { replicas } = stage;
  // Both clocks run at nearly the same rate, which is sufficient for one run on one machine.
  const offset = monotonicMs() - (performance.timeOrigin + performance.now());
  const toMonotonic = (ms: number): number => ms + offset;
  const audit = parseAudit(readFileSync(stage.auditLog, "utf8"));
  const windows = replicas.flatMap((replica) => replica.windows());
  tell(timeline, audit, windows, toMonotonic);
  const growth = measureGrowth(samples, gentleFrom, endedAt);
  const unforeseen = [...driver.failed, ...chaos.failed].map((what): Violation => ({ check: "processes", what }));
  return {
    runs: windows.length,
    acceptedWrites: audit.writes.length,
    takeovers: audit.lease.filter(({ holder }, at) => holder !== "" && holder !== audit.lease[at - 1]?.holder).length,
    processes: replicas.flatMap(({ lives }) => lives).length,
    growth,
    violations: [
      ...checkLeadership(audit, toMonotonic),
      ...checkWindows(windows, audit.writes, toMonotonic),
      ...checkGrowth(growth),
      ...unforeseen,
      ...replicas.flatMap(({ name, wrong }) =>
        wrong.map(({ at, what }): Violation => ({ check: "processes", at, what: `${name} ${what}` })),
      ),
    ],
  };
}

/** Adds the evidence to the timeline of the actions. */
function tell(
  { happenings }: Timeline,
  { writes, lease }: AuditRecord,
  windows: readonly Window[],
  toMonotonic: (ms: number) => number,
): void {
  for (const { receivedAt, user, verb, resource, key } of writes) {
    happenings.push({ at: toMonotonic(receivedAt), who: "audit", what: `${user}: ${verb} ${resource}`, key });
  }
  let before = "";
  for (const { answeredAt, user, holder } of lease) {
    const what = holder === "" ? `${user} gives the lease back` : `${user} has the lease as ${holder}`;
    if (holder !== before) happenings.push({ at: toMonotonic(answeredAt), who: "audit", what });
    before = holder;
  }
  for (const { start, end, replica, pid, controller, key } of windows) {
    const took = end === Infinity ? "without end" : `for ${(end - start).toFixed(0)} ms`;
    happenings.push({ at: start, who: replica, what: `${pid} runs ${controller} ${took}`, key });
  }
}

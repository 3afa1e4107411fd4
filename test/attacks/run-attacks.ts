/** Attacks the listeners of a process, and checks how it copes. */
import { attack, type Attack, type Reaction, showAttack } from "./attack.js";
import { flood } from "./flood.js";
import type { ListenerInfo, ProcessState } from "./listener.js";
import { makeAttack } from "./make-attack.js";
import { printGoodRequest } from "./requests/http-text.js";
import { sendAttack } from "./send-attack.js";
import type { Target } from "./target.js";
import type { Tally } from "./tally.js";

export interface AttackRun {
  readonly seed: number;
  /** The number of attacks on each listener, in each of two halves. */
  readonly attacksPerHalf: number;
  /** How much slower this machine is than an idle machine. */
  readonly slowness: number;
  /** The most memory that may remain after the second half. */
  readonly mostGrowthBytes: number;
  /** For a run by time: returns, after each batch, whether the half continues. */
  readonly goOn?: (half: 0 | 1) => boolean;
}

/** The longest time that the event loop may be blocked, on an idle machine. */
const longestBlockMs = 200;
/** The number of attacks that run at the same time. */
const batchSize = 16;

/** Runs the attacks. The tally contains the violations. */
export async function runAttacks(target: Target, run: AttackRun, tally: Tally): Promise<void> {
  try {
    for (const listener of target.listeners) await expectGood(target, listener, tally, "before any attack");
    const start = await target.state();
    await target.pulse();
    await runHalf(target, run, 0, tally);
    const middle = await settled(target, start, Infinity);
    await runHalf(target, run, 1, tally);
    const most = middle.heapBytes + run.mostGrowthBytes;
    const end = await settled(target, start, most);
    for (const kind of moreThan(start, end)) tally.violated(`left over: ${kind}`);
    if (end.heapBytes > most) tally.violated(`memory grows: ${[start, middle, end].map(showMemory).join(", then ")}`);
    tally.grew(end.heapBytes - middle.heapBytes);
  } catch (error) {
    if (target.death === undefined) throw error;
    tally.violated(`the process under attack ${target.death}\n  The last attacks: ${tally.lastAttacks}`);
  }
}

async function runHalf(target: Target, run: AttackRun, half: 0 | 1, tally: Tally): Promise<void> {
  const { attacksPerHalf, goOn } = run;
  const first = half * attacksPerHalf;
  for (let done = 0; goOn === undefined ? done < attacksPerHalf : goOn(half); done += batchSize) {
    const indexes = Array.from({ length: batchSize }, (_, at) => first + done + at);
    for (const listener of target.listeners) await runBatch(target, listener, run, indexes, tally);
  }
  for (const listener of target.listeners) {
    await flood(listener, tally);
    await expectGood(target, listener, tally, "after a flood");
  }
  await target.pulse();
}

async function runBatch(
  target: Target,
  listener: ListenerInfo,
  run: AttackRun,
  indexes: readonly number[],
  tally: Tally,
): Promise<void> {
  const attacks = indexes.map((index) => makeAttack(listener, run.seed, index));
  const name = (at: number): string =>
    `${listener.name}, seed ${run.seed}, attack ${indexes[at]}: ${showAttack(attacks[at]!)}`;
  const all = attacks.map((_, at) => name(at)).join("\n  ");
  tally.lastAttacks = all;
  const sent = attacks.map((each) => sendAttack(listener, each));
  const staying = new Set(attacks.flatMap(({ ending }, at) => (ending === "hold" ? [at] : [])));
  const reactions = await Promise.all(sent.filter((_, at) => !staying.has(at)).map(({ reaction }) => reaction));
  await expectGood(target, listener, tally, `beside\n  ${all}`);
  for (const at of staying) sent[at]!.leave();
  const left = await Promise.all([...staying].map((at) => sent[at]!.reaction));
  const ordered = attacks.map((each) => (each.ending === "hold" ? left.shift()! : reactions.shift()!));
  for (const [at, reaction] of ordered.entries()) {
    tally.saw(listener, attacks[at]!, reaction);
    const fault = faultOf(reaction);
    if (fault !== undefined) tally.violated(`${fault}: ${name(at)}`);
  }
  const { longestBlockMs: blocked } = await target.pulse();
  tally.blocked(blocked);
  if (blocked > longestBlockMs * run.slowness) await findBlocker(target, listener, run, attacks, name, tally);
}

function faultOf({ isOwnFault, end }: Reaction): string | undefined {
  if (isOwnFault) return "answered with 500";
  return end === "silent" ? "neither answered nor closed" : undefined;
}

/** Sends each attack alone: only an attack that blocks the event loop again is to blame. */
async function findBlocker(
  target: Target,
  listener: ListenerInfo,
  { slowness }: AttackRun,
  attacks: readonly Attack[],
  name: (at: number) => string,
  tally: Tally,
): Promise<void> {
  for (const [at, each] of attacks.entries()) {
    let least = Infinity;
    for (let attempt = 0; attempt < 3 && least > longestBlockMs * slowness; attempt++) {
      const { reaction, leave } = sendAttack(listener, each);
      if (each.ending !== "hold") await reaction;
      await expectGood(target, listener, tally, `beside ${name(at)}`);
      leave();
      least = Math.min(least, (await target.pulse()).longestBlockMs);
    }
    if (least > longestBlockMs * slowness) {
      tally.violated(`blocked the event loop for ${least.toFixed(0)} ms of the processor: ${name(at)}`);
    }
  }
}

async function expectGood(target: Target, listener: ListenerInfo, tally: Tally, when: string): Promise<void> {
  const good = attack("good request", printGoodRequest(listener), { ending: "wait" });
  const reaction = await sendAttack(listener, good).reaction;
  tally.saw(listener, good, reaction);
  const { statuses, end } = reaction;
  if (statuses.length === 1 && statuses[0] === 200) return;
  await target.pulse(); // rejects where the process has ended
  tally.violated(`a good request to ${listener.name} got ${statuses.join(", ")} (${end}) ${when}`);
}

const settleMs = 15_000;

/** Returns the state when the attacks have left no trace, or when the time limit is over. */
async function settled(target: Target, start: ProcessState, mostHeapBytes: number): Promise<ProcessState> {
  const deadline = Date.now() + settleMs;
  for (;;) {
    const state = await target.state();
    const isSettled = moreThan(start, state).length === 0 && state.heapBytes <= mostHeapBytes;
    if (isSettled || Date.now() > deadline) return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A client keeps connections for its next requests, so allow a few. */
const keptForLater = 8;

function moreThan(start: ProcessState, state: ProcessState): string[] {
  return Object.entries(state.resources)
    .filter(([name, count]) => count > (start.resources[name] ?? 0) + keptForLater)
    .map(([name, count]) => `${count} ${name}, at first ${start.resources[name] ?? 0}`);
}

function showMemory({ heapBytes }: ProcessState): string {
  return `${(heapBytes / 1e6).toFixed(1)} MB`;
}

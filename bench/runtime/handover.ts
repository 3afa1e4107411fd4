import { setTimeout as delay } from "node:timers/promises";
import type { Benchmark } from "../harness/benchmark.js";
import { type Arena, operators } from "./arena.js";
import type { Operator, OperatorFlags } from "./operator-process.js";
import type { Command } from "./operators.js";

const handovers = 2;
/** How often standby processes try to acquire the lease, on both sides. */
const retryMs = 2_000;

/**
 * Measures the time from the moment that a leader is signalled to end, or is killed, until another process reconciles
 * for the first time. On both sides, the lease lasts 15 seconds and processes try to acquire it every 2.
 */
export const handover: Benchmark = operators({
  rows: [
    {
      ...{ name: "handover", unit: "ms", reach: 1 },
      work: `SIGTERM to a leader, until the standby reconciles, mean of ${handovers}`,
      how: "LeaderElectionReleaseOnCancel",
    },
    { name: "handover-killed", work: "SIGKILL to a leader, until the standby reconciles", reach: 1.1, unit: "ms" },
  ],
  turn: async (arena, command) => {
    const replicas = new Replicas(arena, command, await arena.fill(1));
    let leader = await replicas.start();
    await leader.until("reconciled");
    let total = 0;
    for (let turn = 0; turn < handovers; turn++) {
      const standby = await replicas.start();
      // Use a different moment between two attempts of the standby each time.
      await delay((retryMs * turn) / handovers);
      total += await leaderAfter("SIGTERM", leader, standby);
      leader = standby;
    }
    const killed = await leaderAfter("SIGKILL", leader, await replicas.start());
    return { handover: total / handovers, "handover-killed": killed };
  },
});

class Replicas {
  readonly #arena: Arena;
  readonly #command: Command;
  readonly #flags: OperatorFlags;

  constructor(arena: Arena, command: Command, namespace: string) {
    this.#arena = arena;
    this.#command = command;
    this.#flags = { mode: "lead", namespace, objects: 1, workers: 1, "leader-elect": true };
  }

  /** Starts an operator that runs, and leads as soon as it can. */
  async start(): Promise<Operator> {
    const replica = this.#arena.start(this.#command, this.#flags);
    await replica.until("standby");
    return replica;
  }
}

async function leaderAfter(signal: "SIGTERM" | "SIGKILL", leader: Operator, standby: Operator): Promise<number> {
  if (standby.has("reconciled")) throw new Error("the standby reconciles beside the leader");
  const start = performance.now();
  const ended = leader.stop(signal);
  const { at } = await standby.until("reconciled");
  await ended;
  return at - start;
}

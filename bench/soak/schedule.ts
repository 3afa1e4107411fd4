/** The schedule of a seed: the writes and the faults with their times. Pure. */
import { seeded } from "../../test/support/seeded.js";
import { type ClusterFault, networkFaults, type NetworkFault, roughFaults, roughNetworkFaults } from "./faults.js";

export const namespaces = ["soak-a", "soak-b"] as const;
const namesInEach = 20;
const writesPerSecond = 12;

export interface Key {
  readonly namespace: string;
  readonly name: string;
}

/** A user's write to the API server while the operator works. */
export type Write = Key &
  (
    | {
        readonly kind: "create" | "recreate";
        readonly value: string;
        readonly ripensInMs: number;
        readonly tier: string;
      }
    | { readonly kind: "change"; readonly value: string; readonly ripensInMs: number }
    | { readonly kind: "relabel"; readonly tier: string }
    | { readonly kind: "edit-owned"; readonly value: string }
    | { readonly kind: "delete" | "delete-owned" | "disown" }
    | { readonly kind: "edit-index" | "delete-index" }
  );

/** A value with its time in milliseconds since the start. */
export type At<T> = T & { readonly at: number };

export interface Schedule {
  readonly durationMs: number;
  readonly writes: readonly At<Write>[];
  /** The faults of each replica's connection. */
  readonly network: readonly (readonly At<NetworkFault>[])[];
  /** The faults of the processes and the API server. */
  readonly cluster: readonly At<ClusterFault>[];
}

/**
 * Returns the time after which all faults are survivable for a leader, so that processes live long enough to measure
 * their growth.
 */
export function gentleFrom(durationMs: number): number {
  return durationMs / 2;
}

export function planSchedule(seed: number, durationMs: number): Schedule {
  // Use a separate generator for each list, so that a change to one list does not affect the others.
  const random = (part: number): Random => new Random(seeded(seed * 8 + part));
  return {
    durationMs,
    writes: planWrites(random(0), durationMs),
    network: [planNetwork(random(1), durationMs), planNetwork(random(2), durationMs)],
    cluster: planCluster(random(3), durationMs),
  };
}

function planWrites(random: Random, durationMs: number): At<Write>[] {
  const writes: At<Write>[] = [];
  for (let at = 500; at < durationMs; at += random.wait(1000 / writesPerSecond)) {
    const kind = random.weighted(at < 5_000 ? weightsAtStart : weights);
    writes.push({ at: Math.round(at), ...toWrite(kind, random, writes.length) });
  }
  return writes;
}

const weights: Readonly<Record<Write["kind"], number>> = {
  create: 20,
  change: 30,
  relabel: 10,
  delete: 8,
  recreate: 8,
  "edit-owned": 14,
  "delete-owned": 8,
  disown: 4,
  "edit-index": 2,
  "delete-index": 1,
};
const weightsAtStart: typeof weights = { ...weights, create: 500 };

function toWrite(kind: Write["kind"], random: Random, count: number): Write {
  const key = { namespace: random.from(namespaces), name: `s-${random.below(namesInEach)}` };
  const value = `v-${count}`;
  switch (kind) {
    case "create":
    case "recreate":
      return { kind, ...key, value, ripensInMs: random.below(1500), tier: random.from(["gold", "tin"]) };
    case "change":
      return { kind, ...key, value, ripensInMs: random.below(1500) };
    case "relabel":
      return { kind, ...key, tier: random.from(["gold", "tin"]) };
    case "edit-owned":
      return { kind, ...key, value: `foreign-${count}` };
    case "delete":
    case "delete-owned":
    case "disown":
    case "edit-index":
    case "delete-index":
      return { kind, ...key };
  }
}

function planNetwork(random: Random, durationMs: number): At<NetworkFault>[] {
  const gentle = gentleFrom(durationMs);
  const [any, gently] = [random.bag([...networkFaults, ...roughNetworkFaults]), random.bag(networkFaults)];
  const faults: At<NetworkFault>[] = [];
  for (let at = 4_000 + random.wait(1_000); at < durationMs - 2_000;) {
    let fault = at < gentle ? any() : gently();
    // Faults that a leader does not survive must end before this time.
    if (at + lengthOf(fault) > gentle && roughNetworkFaults.includes(fault)) fault = gently();
    faults.push({ at: Math.round(at), ...fault });
    at += lengthOf(fault) + 300 + random.wait(1_200);
  }
  return faults;
}

function planCluster(random: Random, durationMs: number): At<ClusterFault>[] {
  const next = random.bag(roughFaults);
  const faults: At<ClusterFault>[] = [];
  const gentle = gentleFrom(durationMs);
  // A killed process needs some seconds to restart, and another process needs some to lead.
  for (let at = 6_000 + random.wait(1_000); ; at += 5_000 + random.wait(2_000)) {
    const fault = next();
    if (at + lengthOf(fault) + 6_000 > gentle) break;
    faults.push({ at: Math.round(at), ...fault });
    at += lengthOf(fault);
  }
  for (let at = gentle; at < durationMs - 1_000; at += 8_000 + random.wait(10_000)) {
    faults.push({ at: Math.round(at), kind: "compact" });
  }
  return faults;
}

/** Returns how long a fault lasts before it is undone. */
function lengthOf(fault: NetworkFault | ClusterFault): number {
  if (fault.kind === "restart-api-server") return fault.forMs + 6_000;
  return "forMs" in fault ? fault.forMs : 0;
}

class Random {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  from<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  }

  /** Returns the milliseconds until the next of independent events. */
  wait(meanMs: number): number {
    return Math.min(-Math.log(1 - this.#next()) * meanMs, meanMs * 5);
  }

  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let rest = this.#next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    throw new Error("the weights are all zero");
  }

  /** Returns all values in a random order, then all again in another order, so that no value is omitted for long. */
  bag<T>(values: readonly T[]): () => T {
    let rest: T[] = [];
    return () => {
      if (rest.length === 0) rest = [...values];
      const [value] = rest.splice(this.below(rest.length), 1);
      if (value === undefined) throw new Error("the bag is empty");
      return value;
    };
  }
}

import { ApiError } from "../../src/kube/api-error.js";
import type { LiveClient } from "../../src/kube/client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { type LoadKind, namespaces, pick, shards } from "./kinds.js";

/** An object of the load: it exists or not, and one writer at a time changes it. */
export interface Slot {
  readonly of: LoadKind;
  readonly namespace: string;
  readonly name: string;
  exists: boolean;
  isBusy: boolean;
}

export function slotsOf(kinds: readonly LoadKind[], count: number): Slot[] {
  return Array.from({ length: count }, (_, index) => ({
    of: pick(kinds, index),
    namespace: pick(namespaces, Math.floor(index / kinds.length)),
    name: `object-${index}`,
    exists: false,
    isBusy: false,
  }));
}

/** The writes by their share of a hundred. */
const mix = [
  ["update", 35],
  ["merge patch", 20],
  ["apply", 20],
  ["status", 10],
  ["delete", 15],
] as const;

/** Writes an object in a way that `random` chooses, and sometimes reads first. */
export async function write(client: LiveClient, slot: Slot, turn: number, random: () => number): Promise<void> {
  const { of, namespace, name } = slot;
  const shard = pick(shards, turn); // so that a write also moves the object out of the selection of watches, and into it
  const { kind, fields, hasStatus } = of;
  const { apiVersion } = kind;
  const whole = (metadata: object): KubeObject => ({
    ...{ apiVersion, kind: kind.kind, metadata: { namespace, name, labels: { shard }, ...metadata } },
    ...fields(turn),
  });
  if (random() < 0.02) await client.list(kind, { namespace, limit: 100 });
  if (!slot.exists) {
    await client.create(whole({}));
    slot.exists = true;
    return;
  }
  switch (chosen(random() * 100)) {
    case "update": {
      const { metadata } = await client.getOrThrow(kind, { namespace, name });
      await client.update({ ...whole({}), metadata });
      return;
    }
    case "merge patch":
      await client.patch(kind, { namespace, name }, { type: "merge", body: fields(turn) });
      return;
    case "apply":
      await client.apply(whole({}), { force: true });
      return;
    case "status": {
      const patch = { type: "merge", body: hasStatus ? { status: { turn } } : fields(turn) } as const;
      await (hasStatus ? client.status : client).patch(kind, { namespace, name }, patch);
      return;
    }
    case "delete":
      await client.delete(kind, { namespace, name });
      slot.exists = false;
  }
}

function chosen(at: number): (typeof mix)[number][0] {
  let rest = at;
  for (const [way, share] of mix) {
    if (rest < share) return way;
    rest -= share;
  }
  return "delete";
}

/** Describes an error for the report: by its reason, so that many equal errors make one line. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.statusCode} ${error.reason}`;
  return error instanceof Error ? error.message : String(error);
}

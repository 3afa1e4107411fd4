import { installCrds } from "../../src/cluster/install-crds.js";
import { Lease } from "../../src/k8s/coordination/v1.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { defineKind, type Kind, type KubeObject } from "../../src/kube/objects.js";
import { simpleCrd } from "../../test/support/crds.js";

interface Gadget extends KubeObject {
  apiVersion: "load.tsop.dev/v1";
  kind: "Gadget";
  spec: { turn: number };
}
const Gadget = defineKind<Gadget>("load.tsop.dev/v1", "Gadget");

/** A kind of objects under load. */
export interface LoadKind {
  readonly kind: Kind;
  /** The fields that a write sets, for a number that grows. */
  readonly fields: (turn: number) => object;
  readonly hasStatus: boolean;
}

export const kinds: readonly LoadKind[] = [
  { kind: Gadget, fields: (turn) => ({ spec: { turn } }), hasStatus: true },
  {
    kind: ConfigMap,
    fields: (turn) => ({ data: { turn: String(turn), text: "x".repeat(turn % 500) } }),
    hasStatus: false,
  },
  { kind: Lease, fields: (turn) => ({ spec: { holderIdentity: `holder-${turn}` } }), hasStatus: false },
];

export const namespaces: readonly string[] = ["load-1", "load-2", "load-3"];

/** Returns the item for an index that goes around. */
export function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("no items to choose from");
  return item;
}

/** The values of the label `shard`, which half of the watches select. */
export const shards: readonly string[] = ["a", "b", "c", "d"];

export const gadgetCrd = simpleCrd("load.tsop.dev", "gadgets", "Gadget");

export async function prepare(client: HttpClient): Promise<void> {
  for (const name of namespaces) await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await installCrds(client, [gadgetCrd], {
    dryRun: false,
    timeoutMs: 30_000,
    signal: AbortSignal.timeout(60_000),
  });
}

/** Finds out why a workload is not ready: from its pods, their events, and the last lines of their logs. */
import { formatOperatorLine, parseOperatorLine, printable } from "../../core/operator-line.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject, OwnerReference } from "../../kube/objects.js";
import { ReplicaSet } from "../../k8s/apps/v1.js";
import { Event, Pod } from "../../k8s/core/v1.js";
import { messageOf, showEvents, warningsAbout } from "./events.js";
import { showObject } from "./object-id.js";
import { podTroubles, type Trouble } from "./pod-troubles.js";
import { conditionOf } from "./readiness.js";

export interface Diagnosis {
  readonly troubles: readonly Trouble[];
  /** The warnings about the workload and its pods, the newest last. */
  readonly events: readonly string[];
}

/** Diagnoses a workload. Leaves out the parts for which the user lacks a permission. */
export async function diagnose(client: HttpClient, workload: KubeObject, signal: AbortSignal): Promise<Diagnosis> {
  const { namespace = "" } = workload.metadata;
  const list = { namespace, signal };
  const [sets, pods, events] = await Promise.all([
    workload.kind === "Deployment" ? orNone(client.list(ReplicaSet, list)) : [],
    workload.kind === "Pod" ? [] : orNone(client.list(Pod, list)),
    orNone(client.list(Event, list)),
  ]);
  const ownSets = sets.filter(({ metadata }) => isOwned(metadata.ownerReferences, workload));
  const newest = ownSets.toSorted((a, b) => revisionOf(b) - revisionOf(a)).slice(0, 1);
  const owners = workload.kind === "Deployment" ? newest : [workload];
  const own =
    workload.kind === "Pod"
      ? [workload as Pod]
      : pods.filter(({ metadata }) => owners.some((owner) => isOwned(metadata.ownerReferences, owner)));
  const alive = own.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const troubles = [...alive.flatMap(podTroubles), ...creationTroubles(workload, owners)];
  const uids = new Set([workload, ...newest, ...alive].map(({ metadata }) => metadata.uid));
  const warnings = warningsAbout(events, uids);
  const found = withoutRepeats(troubles.length === 0 ? eventTroubles(workload, warnings, alive.length) : troubles);
  const messages = found.map(({ message }) => message);
  return { troubles: found, events: showEvents(warnings, messages) };
}

/** The number of lines to show, few enough to read at a glance. */
const shownLines = 10;

/** Returns the last lines of a container's log in readable form; empty if they cannot be read. */
export async function lastLines(
  client: HttpClient,
  namespace: string,
  { pod, container, previous }: NonNullable<Trouble["log"]>,
  signal: AbortSignal,
): Promise<string[]> {
  const read = async (isPrevious: boolean): Promise<string[]> => {
    const query = new URLSearchParams({ container, tailLines: "50", ...(isPrevious ? { previous: "true" } : {}) });
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query.toString()}`;
    try {
      const text = await client.transport.request({ method: "GET", path, accept: "*/*", signal });
      return text.split("\n").filter((line) => line.trim() !== "");
    } catch {
      return []; // the kubelet does not respond, or the container no longer exists: the rest of the diagnosis is still valid
    }
  };
  const lines = await read(previous);
  return readableLines(lines.length === 0 ? await read(!previous) : lines);
}

/** Makes the lines of an operator's log readable, and drops the lines that every operator logs at its start. */
function readableLines(lines: readonly string[]): string[] {
  const readable = lines.flatMap((text) => {
    const line = parseOperatorLine(text);
    return line === undefined ? [printable(text)] : (formatOperatorLine(line, false)?.split("\n") ?? []);
  });
  return readable.slice(-shownLines);
}

/**
 * Returns the troubles of pods that are not created because a quota, an admission rule or a missing account prevents
 * it.
 */
function creationTroubles(workload: KubeObject, owners: readonly KubeObject[]): Trouble[] {
  return [workload, ...owners].flatMap((object) => {
    const failure = conditionOf(object, "ReplicaFailure");
    if (failure?.status !== "True") return [];
    return [
      refusedPods(workload, failure.reason ?? "FailedCreate", failure.message ?? "the cluster cannot create its pods"),
    ];
  });
}

function refusedPods(workload: KubeObject, reason: string, message: string): Trouble {
  return { where: showObject(workload), reason, message, advice: adviceForRefusedPods(message), patienceMs: 30_000 };
}

export function adviceForRefusedPods(message: string): string {
  if (message.includes("exceeded quota") || message.includes("failed quota")) {
    return "Raise the ResourceQuota of the namespace, or lower the resource requests of the workload.";
  }
  if (message.includes("violates PodSecurity")) {
    return "Correct the securityContext that the message names, or the namespace's label pod-security.kubernetes.io/enforce.";
  }
  if (/serviceaccounts? .*not found/.test(message) || message.includes("error looking up service account")) {
    return "Deploy the ServiceAccount too, or correct serviceAccountName.";
  }
  if (message.includes("failed calling webhook")) return "A webhook for pods does not respond: repair or delete it.";
  return "Correct the fields that the message names, and deploy again.";
}

/** Finds troubles in events that no status shows: a volume that cannot be mounted, a rejected pod. */
function eventTroubles(workload: KubeObject, warnings: readonly Event[], podCount: number): Trouble[] {
  // Other reasons are warnings about harmless conditions.
  const last = warnings.findLast(({ reason = "" }) => reason.startsWith("Failed"));
  if (last !== undefined) {
    const { kind = "", name = "" } = last.involvedObject;
    const message = messageOf(last);
    if (last.reason === "FailedCreate") return [refusedPods(workload, "FailedCreate", message)];
    return [
      {
        where: `${kind.toLowerCase()} ${name}`,
        reason: last.reason ?? "Warning",
        message,
        advice:
          last.reason === "FailedMount"
            ? "Create the Secret or ConfigMap of the volume, or wait until its creator does."
            : "",
      },
    ];
  }
  if (podCount > 0) return [];
  return [
    {
      where: showObject(workload),
      reason: "NoPods",
      message: "no pods were created, and the cluster reports no reason",
      advice:
        "A cluster without controllers creates no pods: `tsop apiserver` needs --simulate-workloads, which makes workloads appear to run.",
    },
  ];
}

async function orNone<Item>(list: Promise<{ items: Item[] }>): Promise<Item[]> {
  try {
    return (await list).items;
  } catch {
    return [];
  }
}

function isOwned(owners: readonly OwnerReference[] = [], { metadata }: KubeObject): boolean {
  return owners.some(({ uid }) => uid === metadata.uid);
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.["deployment.kubernetes.io/revision"] ?? 0);
}

/** Keeps one of several replicas that fail in the same way. */
function withoutRepeats(troubles: readonly Trouble[]): Trouble[] {
  const kinds = new Map<string, Trouble>();
  for (const trouble of troubles) {
    const key = `${trouble.reason} ${trouble.log?.container ?? trouble.where.replace(/^pod \S+/, "")}`;
    if (!kinds.has(key)) kinds.set(key, trouble);
  }
  return [...kinds.values()];
}

/**
 * Reads the API server's audit log of the writes of the replicas and of the lease: evidence that does not depend on
 * tsop. Pure.
 */
import { group, leaseName } from "./kinds.js";

/** Returns a policy that logs the writes of the replicas; for the lease with the written content. */
export function auditPolicy(users: readonly string[]): object {
  const rule = { users, verbs: ["create", "update", "patch", "delete", "deletecollection"] };
  return {
    apiVersion: "audit.k8s.io/v1",
    kind: "Policy",
    omitStages: ["RequestReceived"],
    rules: [
      { ...rule, level: "RequestResponse", resources: [{ group: "coordination.k8s.io", resources: ["leases"] }] },
      { ...rule, level: "Metadata", resources: [{ group: "", resources: ["configmaps"] }, { group }] },
      { level: "None" },
    ],
  };
}

/** A write that the API server accepted. Times are in milliseconds since 1970. */
export interface AcceptedWrite {
  readonly user: string;
  readonly verb: string;
  /** The resource: `soaks/status`. */
  readonly resource: string;
  readonly key: string;
  readonly receivedAt: number;
  readonly answeredAt: number;
}

/** A state of the lease that the API server accepted. */
export interface LeaseState {
  readonly user: string;
  /** The holder; empty if the lease was released. */
  readonly holder: string;
  readonly version: number;
  readonly answeredAt: number;
}

export interface AuditRecord {
  readonly writes: readonly AcceptedWrite[];
  /** The states of the lease, in the order in which they were stored. */
  readonly lease: readonly LeaseState[];
}

interface AuditEvent {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly responseObject?: { readonly metadata?: Metadata; readonly spec?: { readonly holderIdentity?: string } };
  readonly requestObject?: { readonly metadata?: Metadata };
}

interface Metadata {
  readonly name?: string;
  readonly resourceVersion?: string;
}

export function parseAudit(text: string): AuditRecord {
  const [writes, lease]: [AcceptedWrite[], LeaseState[]] = [[], []];
  for (const line of text.split("\n")) {
    const event = parseLine(line);
    const code = event?.responseStatus?.code ?? 500;
    if (event?.objectRef === undefined || code >= 300) continue;
    const { objectRef, user, verb, responseObject } = event;
    const { resource, subresource, namespace = "", name = event.requestObject?.metadata?.name ?? "" } = objectRef;
    const answeredAt = toMs(event.stageTimestamp);
    if (resource === "leases") {
      if (name !== leaseName) continue;
      const [holder = "", version] = [responseObject?.spec?.holderIdentity, responseObject?.metadata?.resourceVersion];
      lease.push({ user: user.username, holder, version: Number(version), answeredAt });
    } else {
      writes.push({
        user: user.username,
        verb,
        resource: subresource === undefined ? resource : `${resource}/${subresource}`,
        key: `${namespace}/${name}`,
        receivedAt: toMs(event.requestReceivedTimestamp),
        answeredAt,
      });
    }
  }
  return { writes, lease: lease.sort((a, b) => a.version - b.version) };
}

/** Returns undefined for the last line of a server that was killed while it wrote. */
function parseLine(line: string): AuditEvent | undefined {
  if (line === "") return undefined;
  try {
    // kube-apiserver writes this format.
    return JSON.parse(line) as AuditEvent;
  } catch {
    return undefined;
  }
}

/** Returns milliseconds including the microseconds, which Date drops. */
function toMs(timestamp: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(timestamp)?.[1] ?? "0";
  return Date.parse(timestamp) + Number(micros.padEnd(3, "0")) / 1000;
}

/**
 * The API server's own record of what the replicas wrote, and of the lease: a witness that knows nothing of tsop. Pure.
 */
import { group, leaseName } from "./kinds.js";

/** Writes of the replicas; of the lease with what was written. */
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

/** A write that the API server accepted. Times are milliseconds since 1970. */
export interface AcceptedWrite {
  readonly user: string;
  readonly verb: string;
  /** `soaks/status`. */
  readonly resource: string;
  readonly key: string;
  readonly receivedAt: number;
  readonly answeredAt: number;
}

/** A state of the lease that the API server accepted. */
export interface LeaseState {
  readonly user: string;
  /** Empty: given back. */
  readonly holder: string;
  readonly version: number;
  readonly answeredAt: number;
}

export interface AuditRecord {
  readonly writes: readonly AcceptedWrite[];
  /** In the order in which they were stored. */
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

/** Undefined for the last line of a server that was killed while it wrote. */
function parseLine(line: string): AuditEvent | undefined {
  if (line === "") return undefined;
  try {
    // Written by kube-apiserver.
    return JSON.parse(line) as AuditEvent;
  } catch {
    return undefined;
  }
}

/** With the microseconds, which Date leaves out. */
function toMs(timestamp: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(timestamp)?.[1] ?? "0";
  return Date.parse(timestamp) + Number(micros.padEnd(3, "0")) / 1000;
}

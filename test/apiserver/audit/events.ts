/** Reads audit logs, and makes the events of two servers comparable. */
import type { AuditEvent } from "../../../src/apiserver/audit/audit-event.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";

export function parseEvents(text: string): AuditEvent[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as AuditEvent);
}

/** Returns the events of a client, without values that differ between servers and runs. */
export function eventsOf(events: readonly AuditEvent[], agent: string): JsonObject[] {
  return events
    .filter(({ userAgent }) => userAgent === agent)
    .map((event) => hide(event as unknown as JsonObject, "") as JsonObject);
}

const hiddenKeys = new Set([
  ...["auditID", "uid", "resourceVersion", "time", "requestReceivedTimestamp", "stageTimestamp", "creationTimestamp"],
  ...["token", "expirationTimestamp", "lastTransitionTime", "authentication.kubernetes.io/issued-credential-id"],
]);
/** The random ends of generated names. */
const randomEnd = /(?<=^g-|kube-api-access-)[a-z0-9]{5}/g;

function hide(value: Json, key: string): Json {
  if (key === "responseObject" && isJsonObject(value) && isDocument(value)) return "a document of discovery";
  // A token of a token file has a UID; one of the embedded server has none.
  if (key === "user" && isJsonObject(value)) return { ...value, uid: "" };
  if (hiddenKeys.has(key) && typeof value === "string") return "…";
  if (typeof value === "string") return value.replaceAll(randomEnd, "…");
  if (Array.isArray(value)) return value.map((item) => hide(item, ""));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !name.startsWith("apiserver.latency.k8s.io/"));
  return Object.fromEntries(entries.map(([name, each]) => [name, hide(each ?? null, name)]));
}

/** The contract suite compares them. */
function isDocument({ kind }: JsonObject): boolean {
  return kind === "APIResourceList" || kind === "APIGroupDiscoveryList" || kind === "Table";
}

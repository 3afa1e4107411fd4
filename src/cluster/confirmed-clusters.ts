import { isJsonObject } from "../core/json.js";
import { readRecord, type StatePlace, writeRecord } from "../machinery/project-state.js";

/** The cluster as users know it: the context's name and the server's address. */
export interface ClusterName {
  readonly context: string;
  readonly server: string;
}

/** Kept out of version control, because one user's confirmation says nothing about another user's contexts. */
const record = "clusters.json";

/** Returns whether the address belongs to this machine. The server behind it may be elsewhere. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

export function isConfirmed(place: StatePlace, { context, server }: ClusterName): boolean {
  return readConfirmed(place).some((known) => known.context === context && known.server === server);
}

export function rememberConfirmed(place: StatePlace, { context, server }: ClusterName): void {
  writeRecord(place.cwd, record, [...readConfirmed(place), { context, server }]);
}

/** A missing or invalid record confirms nothing. */
function readConfirmed(place: StatePlace): ClusterName[] {
  const value = readRecord(place, record);
  return Array.isArray(value) ? value.filter(isClusterName) : [];
}

function isClusterName(value: unknown): value is ClusterName {
  return isJsonObject(value) && typeof value["context"] === "string" && typeof value["server"] === "string";
}

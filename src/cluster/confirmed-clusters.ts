import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A cluster as a person knows it: the context's name and the server's address. */
export interface ClusterName {
  readonly context: string;
  readonly server: string;
}

/** Kept out of version control: what one person confirmed says nothing about another's contexts. */
const file = ".tsop/clusters.json";

/** Whether the server is this machine's own, where a mistake costs little. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

export function isConfirmed(root: string, { context, server }: ClusterName): boolean {
  return readConfirmed(root).some((known) => known.context === context && known.server === server);
}

export function rememberConfirmed(root: string, cluster: ClusterName): void {
  const { context, server } = cluster;
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(
    path.join(root, file),
    `${JSON.stringify([...readConfirmed(root), { context, server }], undefined, 2)}\n`,
  );
}

/** A file that is not there, or not as we write it, confirms nothing. */
function readConfirmed(root: string): ClusterName[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(root, file), "utf8"));
    return Array.isArray(value) ? value.filter(isClusterName) : [];
  } catch {
    return [];
  }
}

function isClusterName(value: unknown): value is ClusterName {
  return (
    typeof value === "object" &&
    value !== null &&
    "context" in value &&
    typeof value.context === "string" &&
    "server" in value &&
    typeof value.server === "string"
  );
}

/**
 * Finds the clients that still write a kind in an old version. The API server records the version of each write in
 * `metadata.managedFields`: https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
import type { CustomResourceDefinition } from "../../cluster/crd.js";
import { compareVersions } from "../../core/version-order.js";
import type { Client } from "../../kube/client.js";
import { defineKind, type KubeObject, type ManagedFieldsEntry } from "../../kube/objects.js";
import { listPages } from "../../kube/pages.js";

/** A client whose latest write of a kind was in an old version. */
export interface VersionWriter {
  /** The version in which the client wrote last. */
  readonly version: string;
  /** The field manager. */
  readonly manager: string;
  /** The time of the last write (RFC 3339). */
  readonly last: string;
}

/** Doctor reads at most this number of objects of a kind. */
const mostObjects = 2000;

/** Returns the versions that a project has left behind: those that it no longer contains, and those before its storage version. */
export function oldVersions(wanted: CustomResourceDefinition, installed: CustomResourceDefinition): string[] {
  const stored = wanted.spec.versions.find(({ storage }) => storage)?.name;
  if (stored === undefined) return [];
  const kept = new Set(wanted.spec.versions.filter(({ served }) => served).map(({ name }) => name));
  return installed.spec.versions
    .map(({ name }) => name)
    .filter((name) => name !== stored && (!kept.has(name) || compareVersions(name, stored) < 0));
}

/** Returns the clients that still write one of the versions. */
export async function gatherWriters(
  client: Client,
  installed: CustomResourceDefinition,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<VersionWriter[]> {
  const { group, names } = installed.spec;
  const served = installed.spec.versions.find((version) => version.served)?.name;
  if (served === undefined || versions.length === 0) return [];
  const entries: ManagedFieldsEntry[] = [];
  let count = 0;
  const kind = defineKind<KubeObject>(`${group}/${served}`, names.kind);
  for await (const { items } of listPages(client.metadata, kind, { signal })) {
    entries.push(...items.flatMap(({ metadata }) => metadata.managedFields ?? []));
    count += items.length;
    if (count >= mostObjects) break;
  }
  return writersOf(entries, group, versions);
}

/** @param entries - the entries of all objects */
export function writersOf(
  entries: readonly ManagedFieldsEntry[],
  group: string,
  versions: readonly string[],
): VersionWriter[] {
  const latest = new Map<string, VersionWriter>();
  for (const { manager = "", apiVersion = "", time = "" } of entries) {
    if (manager === "" || time === "" || !apiVersion.startsWith(`${group}/`)) continue;
    // All times have the same form, whose order is that of the texts.
    if ((latest.get(manager)?.last ?? "") > time) continue;
    latest.set(manager, { version: apiVersion.slice(group.length + 1), manager, last: time });
  }
  return [...latest.values()]
    .filter(({ version }) => versions.includes(version))
    .toSorted((a, b) => (a.manager < b.manager ? -1 : 1));
}

/** Reads the API server's responses for /api, /apis and /apis/GROUP/VERSION. */
import { TsopError } from "../core/errors.js";
import type { GroupVersionKind } from "../core/gvk.js";
import { isJsonObject, isList, type UnknownObject } from "../core/json.js";

/** One kind in one version, as the API server serves it. */
export interface ApiResource extends GroupVersionKind {
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /** The supported verbs: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verbs: readonly string[];
  /** The subresources, for instance `status`, `scale`. */
  readonly subresources: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** One API group, with its preferred version first. */
export interface GroupVersions {
  readonly group: string;
  readonly versions: readonly string[];
}

export function parseGroups(core: unknown, named: unknown): GroupVersions[] {
  const groups = objects(field(named, "groups")).map((group) => {
    const preferred = field(group["preferredVersion"], "version");
    const versions = objects(group["versions"]).map((version) => text(version["version"]));
    return {
      group: text(group["name"]),
      versions: versions.toSorted((a, b) => Number(b === preferred) - Number(a === preferred)),
    };
  });
  return [{ group: "", versions: texts(field(core, "versions")) }, ...groups];
}

export function parseResources(
  document: unknown,
  { group, version }: { group: string; version: string },
): ApiResource[] {
  const entries = objects(field(document, "resources"));
  return entries
    .filter((entry) => !text(entry["name"]).includes("/"))
    .map((entry) => {
      const plural = text(entry["name"]);
      return {
        group,
        version,
        kind: text(entry["kind"]),
        plural,
        singular: text(entry["singularName"]),
        namespaced: entry["namespaced"] === true,
        verbs: texts(entry["verbs"]),
        subresources: entries
          .map((other) => text(other["name"]))
          .filter((name) => name.startsWith(`${plural}/`))
          .map((name) => name.slice(plural.length + 1)),
        shortNames: texts(entry["shortNames"]),
        categories: texts(entry["categories"]),
      };
    });
}

function field(value: unknown, name: string): unknown {
  if (isJsonObject(value)) return value[name];
  throw new TsopError("cluster/bad-response", "the server's list of APIs is not that of a Kubernetes API server", {
    hint: "Check the address in the kubeconfig.",
  });
}

function objects(value: unknown): UnknownObject[] {
  return isList(value) ? value.filter(isJsonObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

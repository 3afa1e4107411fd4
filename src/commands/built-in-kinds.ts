import { readFileSync } from "node:fs";
import { toApiVersion } from "../core/gvk.js";
import type { NameProblem } from "../core/names.js";
import { nearest } from "../core/suggest.js";
import type { Project, Resource } from "../project/project.js";
import { OpenApiData } from "../schema/openapi-data.js";
import { builtInGroups } from "../scaffold/built-in-groups.js";

export interface BuiltInGroup {
  /** The folder of the group in `tsop/k8s`. */
  readonly name: string;
  /** The group as in an apiVersion: `apps`, `rbac.authorization.k8s.io`; empty for the core group. */
  readonly full: string;
  /** The group as in PROJECT, in kubebuilder's format: `core`, `apps`, `rbac.authorization`. */
  readonly group: string;
  /** The rest of the full name: usually `k8s.io`, or empty. */
  readonly domain: string;
  readonly versions: readonly string[];
}

/** Finds a Kubernetes group by its short or its full name. The project's own groups take precedence. */
export function findBuiltInGroup(group: string, project: Project): BuiltInGroup | undefined {
  if (project.resources.some((resource) => !resource.core && resource.group === group)) return undefined;
  const found = builtInGroups.find(({ name, full }) => [name, full, withoutSuffix(full)].includes(group));
  if (found === undefined) return undefined;
  const { name, full, versions } = found;
  const short = withoutSuffix(full);
  return { name, full, group: short === "" ? "core" : short, domain: short === full ? "" : suffix.slice(1), versions };
}

const suffix = ".k8s.io";

function withoutSuffix(full: string): string {
  return full.endsWith(suffix) ? full.slice(0, -suffix.length) : full;
}

/** Checks that tsop has the types of the kind. */
export function checkBuiltInKind(
  { name, versions }: BuiltInGroup,
  { version, kind }: Resource,
): NameProblem | undefined {
  if (!versions.includes(version)) {
    return {
      message: `tsop has no types for ${name} ${version}; it has types for ${versions.join(", ")}`,
      hint: `--version ${versions.at(-1) ?? "v1"}`,
    };
  }
  const kinds = kindsOf(name, version);
  if (kinds.includes(kind)) return undefined;
  const near = nearest(kind, kinds);
  return {
    message: `Kubernetes has no kind ${kind} in ${name} ${version}`,
    hint: near === undefined ? `It has ${kinds.join(", ")}.` : `--kind ${near}`,
  };
}

export function isClusterScoped({ full }: BuiltInGroup, { version, kind }: Resource): boolean {
  const { resources = [] } = new OpenApiData().module(toApiVersion(full, version)) ?? {};
  return resources.some((resource) => resource.kind === kind && !resource.namespaced);
}

/** Returns the kinds of a group. Reads the module instead of importing it: the module is large, and only the names are needed. */
function kindsOf(group: string, version: string): string[] {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "d.ts";
  const text = readFileSync(new URL(`../k8s/${group}/${version}.${extension}`, import.meta.url), "utf8");
  return [...text.matchAll(/^export (?:declare )?const (\w+)\b/gm)].map(([, kind = ""]) => kind).toSorted();
}

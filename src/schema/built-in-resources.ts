import { readFileSync } from "node:fs";

/** What the API server serves of Kubernetes' own kinds. */
export interface BuiltInResource {
  /** Plural, as in a URL and in a role. */
  readonly name: string;
  readonly namespaced: boolean;
}

export interface BuiltInModule {
  /** As in an object: `rbac.authorization.k8s.io/v1`. Empty for types that no group serves. */
  readonly apiVersion: string;
  readonly kinds: Readonly<Record<string, BuiltInResource>>;
}

/** By module of `tsop/k8s`: `rbac/v1`. */
export type BuiltInResources = Readonly<Record<string, BuiltInModule>>;

export function readBuiltInResources(): BuiltInResources {
  // Written by scripts/k8s in just this shape.
  return JSON.parse(readFileSync(new URL("../../schemas/resources.json", import.meta.url), "utf8")) as BuiltInResources;
}

/** The resource of a kind; undefined for a kind that is not Kubernetes' own. */
export function findResource(
  resources: BuiltInResources,
  apiVersion: string,
  kind: string,
): BuiltInResource | undefined {
  const module = Object.values(resources).find((each) => each.apiVersion === apiVersion);
  return module !== undefined && Object.hasOwn(module.kinds, kind) ? module.kinds[kind] : undefined;
}

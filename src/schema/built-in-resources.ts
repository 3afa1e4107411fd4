import { readFileSync } from "node:fs";

/** A resource that the API server serves for one of Kubernetes' own kinds. */
export interface BuiltInResource {
  /** The plural name, as in a URL and in a role. */
  readonly name: string;
  readonly namespaced: boolean;
}

export interface BuiltInModule {
  /** As in an object: `rbac.authorization.k8s.io/v1`. Empty for types that no group serves. */
  readonly apiVersion: string;
  readonly kinds: Readonly<Record<string, BuiltInResource>>;
}

/** The resources by module of `tsop/k8s`: `rbac/v1`. */
export type BuiltInResources = Readonly<Record<string, BuiltInModule>>;

export function readBuiltInResources(): BuiltInResources {
  // scripts/k8s writes exactly this format.
  return JSON.parse(readFileSync(new URL("../../schemas/resources.json", import.meta.url), "utf8")) as BuiltInResources;
}

/** Returns the resource of a kind, or undefined if the kind is not Kubernetes' own. */
export function findResource(
  resources: BuiltInResources,
  apiVersion: string,
  kind: string,
): BuiltInResource | undefined {
  const module = Object.values(resources).find((each) => each.apiVersion === apiVersion);
  return module !== undefined && Object.hasOwn(module.kinds, kind) ? module.kinds[kind] : undefined;
}

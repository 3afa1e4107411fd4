import { toApiVersion } from "../core/gvk.js";

/** What PROJECT says, in kubebuilder's words. Keys that tsop does not know stay in the file and are not shown here. */
export interface Project {
  /** Suffix of the project's API groups. */
  readonly domain: string;
  readonly projectName: string;
  readonly layout: readonly string[];
  readonly cliVersion: string | undefined;
  /** Whether each API group has folders of its own. */
  readonly multigroup: boolean;
  /** Whether the operator watches named namespaces only, with Roles instead of ClusterRoles. */
  readonly namespaced: boolean;
  readonly resources: readonly Resource[];
}

export interface Resource {
  /** Without the domain; empty when the group is the domain itself. */
  readonly group: string;
  /** Empty for a kind of Kubernetes' own. */
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  /** Only where it is not the regular one. */
  readonly plural: string | undefined;
  /** Where the types are: a folder of the project, or a module of tsop for a kind of Kubernetes' own. */
  readonly path: string | undefined;
  /** Undefined when the project does not define the kind but only has a controller for it. */
  readonly api: ResourceApi | undefined;
  readonly controller: boolean;
  /** Undefined when the operator has no webhook for this version of the kind. */
  readonly webhooks: ResourceWebhooks | undefined;
  /** Whether the kind is Kubernetes' own. */
  readonly core: boolean;
}

export interface ResourceWebhooks {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** Whether this version is the hub, through which the others are converted. */
  readonly conversion: boolean;
  /** The other versions, where this one is the hub. */
  readonly spokes: readonly string[];
}

/** What makes up the group of a resource. */
export type ResourceGroup = Pick<Resource, "group" | "domain"> & { readonly core?: boolean };

export interface ResourceApi {
  readonly crdVersion: string;
  readonly namespaced: boolean;
}

/** `foo` and `abc.com` → `foo.abc.com`: the group as the API server knows it. */
export function qualifiedGroup({ group, domain, core = false }: ResourceGroup): string {
  if (core && group === "core") return ""; // kubebuilder's name for the group that has none
  return [group, domain].filter((part) => part !== "").join(".");
}

export function apiVersionOf(resource: ResourceGroup & Pick<Resource, "version">): string {
  return toApiVersion(qualifiedGroup(resource), resource.version);
}

/** The resource of that group, version and kind. */
export function findResource(
  project: Project,
  wanted: ResourceGroup & Pick<Resource, "version" | "kind">,
): Resource | undefined {
  return project.resources.find(
    (resource) =>
      resource.kind === wanted.kind &&
      resource.version === wanted.version &&
      qualifiedGroup(resource) === qualifiedGroup(wanted),
  );
}

/** The resources of that group and kind, in whatever version. */
export function findVersions(project: Project, wanted: ResourceGroup & Pick<Resource, "kind">): Resource[] {
  return project.resources.filter(
    (resource) => resource.kind === wanted.kind && qualifiedGroup(resource) === qualifiedGroup(wanted),
  );
}

/** The API groups of the project's own kinds. */
export function ownGroups({ resources }: Project): string[] {
  return [...new Set(resources.filter(({ core }) => !core).map(qualifiedGroup))];
}

/** The file that makes a folder a project. */
export const projectFileName = "PROJECT";

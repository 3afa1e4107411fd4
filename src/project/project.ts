import { toApiVersion } from "../core/gvk.js";

/** The content of PROJECT, with kubebuilder's names. Keys that tsop does not know stay in the file and are omitted here. */
export interface Project {
  /** The suffix of the project's API groups. */
  readonly domain: string;
  readonly projectName: string;
  readonly layout: readonly string[];
  readonly cliVersion: string | undefined;
  /** Whether each API group has its own folders. */
  readonly multigroup: boolean;
  /** Whether the operator watches only specific namespaces, with Roles instead of ClusterRoles. */
  readonly namespaced: boolean;
  readonly resources: readonly Resource[];
}

export interface Resource {
  /** The group without the domain; empty if the group is the domain itself. */
  readonly group: string;
  /** The domain; empty for a built-in kind of Kubernetes. */
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  /** Set only if the plural is irregular. */
  readonly plural: string | undefined;
  /** The location of the types: a folder of the project, a module of tsop for a built-in kind; see also `external`. */
  readonly path: string | undefined;
  /** Undefined if the project does not define the kind but only has a controller for it. */
  readonly api: ResourceApi | undefined;
  /** Whether the operator has a controller for the kind. */
  readonly controller: boolean;
  /** The names of the controllers, if PROJECT lists them: see {@link controllersOf}. */
  readonly controllers?: readonly string[] | undefined;
  /** Undefined if the operator has no webhook for this version of the kind. */
  readonly webhooks: ResourceWebhooks | undefined;
  /** Whether the kind is built into Kubernetes. */
  readonly core: boolean;
  /** Whether another project defines the kind. `path` then names its types: a module of a package, or a file. */
  readonly external?: boolean | undefined;
  /** The package of an external kind, with its version: `cert-manager-types@1.2.0`. */
  readonly module?: string | undefined;
  /** Set if the project's extension API server serves the kind: no CRD defines it. */
  readonly extension?: ResourceExtension | undefined;
}

export interface ResourceExtension {
  readonly storage: ExtensionStorage;
}

/** The storages of `tsop/apiserver` that `create apiserver` scaffolds. */
export const extensionStorages = ["memory", "file", "sqlite", "cluster", "virtual"] as const;
export type ExtensionStorage = (typeof extensionStorages)[number];

export interface ResourceWebhooks {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** Whether this version is the hub, through which the other versions are converted. */
  readonly conversion: boolean;
  /** The other versions, if this version is the hub. */
  readonly spokes: readonly string[];
  /** The path of the defaulting webhook; undefined for controller-runtime's path. */
  readonly defaultingPath?: string | undefined;
  /** The path of the validating webhook; undefined for controller-runtime's path. */
  readonly validationPath?: string | undefined;
}

/** The fields of a resource that form its group. */
export type ResourceGroup = Pick<Resource, "group" | "domain"> & { readonly core?: boolean };

export interface ResourceApi {
  readonly crdVersion: string;
  readonly namespaced: boolean;
}

/** Returns the group as the API server uses it: `foo` and `abc.com` → `foo.abc.com`. */
export function qualifiedGroup({ group, domain, core = false }: ResourceGroup): string {
  if (core && group === "core") return ""; // kubebuilder's name for the empty group
  return [group, domain].filter((part) => part !== "").join(".");
}

export function apiVersionOf(resource: ResourceGroup & Pick<Resource, "version">): string {
  return toApiVersion(qualifiedGroup(resource), resource.version);
}

/** Returns the resource with the group, version, and kind. */
export function findResource(
  project: Pick<Project, "resources">,
  wanted: ResourceGroup & Pick<Resource, "version" | "kind">,
): Resource | undefined {
  return project.resources.find(
    (resource) =>
      resource.kind === wanted.kind &&
      resource.version === wanted.version &&
      qualifiedGroup(resource) === qualifiedGroup(wanted),
  );
}

/** Returns the resources with the group and kind, in any version. */
export function findVersions(project: Project, wanted: ResourceGroup & Pick<Resource, "kind">): Resource[] {
  return project.resources.filter(
    (resource) => resource.kind === wanted.kind && qualifiedGroup(resource) === qualifiedGroup(wanted),
  );
}

/** Returns the version of a kind of the project before a new one. */
export function previousVersion(project: Project, added: Resource): Resource | undefined {
  return findVersions(project, added).findLast(({ api, version }) => api !== undefined && version !== added.version);
}

/** Returns the names of a kind's controllers. A controller without a name of its own has the name of its kind in lower case. */
export function controllersOf({
  kind,
  controller,
  controllers,
}: Pick<Resource, "kind" | "controller" | "controllers">): readonly string[] {
  if (controllers !== undefined && controllers.length > 0) return controllers;
  return controller ? [kind.toLowerCase()] : [];
}

/** Returns whether the types of the kind are in the folders of the project's kinds. */
export function hasOwnTypes({ core, external }: Pick<Resource, "core" | "external">): boolean {
  return !core && external !== true;
}

/** Returns the kinds that the project's extension API server serves. */
export function extensionResources({ resources }: Pick<Project, "resources">): Resource[] {
  return resources.filter(({ extension }) => extension !== undefined);
}

/** Returns the kinds whose webhooks and conversions the operator serves, and not the extension API server. */
export function webhookResources({ resources }: Pick<Project, "resources">): Resource[] {
  return resources.filter(({ webhooks, extension }) => webhooks !== undefined && extension === undefined);
}

/** Returns the API groups of the project's own kinds. */
export function ownGroups({ resources }: Project): string[] {
  return [...new Set(resources.filter(hasOwnTypes).map(qualifiedGroup))];
}

/** The file that marks a folder as a project. */
export const projectFileName = "PROJECT";

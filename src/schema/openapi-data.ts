/**
 * Kubernetes' own OpenAPI, which the package contains as data: one file per group version, with everything that an API server
 * publishes about it.
 */
import { readFileSync } from "node:fs";
import { type KubernetesVersion, newestVersion } from "./kubernetes-versions.js";
import { versionedData } from "./versioned-data.js";
import type { Schema } from "./schema.js";

/** An OpenAPI v3 schema of a built-in type, as kube-apiserver publishes it. */
export interface OpenApiSchema extends Pick<Schema, "description" | "type" | "format" | "default"> {
  readonly enum?: string[];
  readonly required?: string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema;
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly "x-kubernetes-list-type"?: "atomic" | "map" | "set";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic" | "granular";
  readonly "x-kubernetes-patch-strategy"?: string;
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-group-version-kind"?: readonly GroupVersionKind[];
  readonly "x-kubernetes-unions"?: readonly unknown[];
}

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface OpenApiResource {
  readonly kind: string;
  /** The plural name, as in a URL. */
  readonly name: string;
  readonly namespaced: boolean;
  readonly subresources: readonly { readonly name: string }[];
  readonly verbs: readonly string[];
}

export interface OpenApiModule {
  /** As in an object: `apps/v1`. Empty for the shared types of `meta/v1`. */
  readonly apiVersion: string;
  readonly resources: readonly OpenApiResource[];
  /** By full name: `io.k8s.api.apps.v1.Deployment`. */
  readonly schemas: Readonly<Record<string, OpenApiSchema>>;
}

/** The schemas of Kubernetes' own types, as far as a server publishes them. */
export type OpenApiSchemas = Pick<OpenApiData, "version" | "schema" | "findKind" | "module">;

/** The module that contains every type outside of the served groups. */
const sharedModule = "meta/v1";

/** The apiVersion by module: `rbac/v1`. Empty for types that no group serves. */
type ApiVersions = Readonly<Record<string, string>>;

/** Reads each file on first use, and caches it. */
export class OpenApiData {
  readonly version: KubernetesVersion;
  readonly #modules = new Map<string, OpenApiModule>();
  #served: ApiVersions | undefined;

  constructor(version = newestVersion) {
    this.version = version;
  }

  /** Returns a schema by its full name: `io.k8s.api.apps.v1.Deployment`. */
  schema(name: string): OpenApiSchema | undefined {
    const module = name.split(".").slice(-3, -1).join("/");
    const { schemas } = this.#read(Object.hasOwn(this.#index(), module) ? module : sharedModule);
    return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  }

  /** Returns the full name of a kind's schema, or undefined if the kind is not Kubernetes' own. */
  findKind(apiVersion: string, kind: string): string | undefined {
    const schemas = this.module(apiVersion)?.schemas ?? {};
    const [version = "", group = ""] = apiVersion.split("/").toReversed();
    const isMeant = (each: GroupVersionKind): boolean =>
      each.kind === kind && each.version === version && each.group === group;
    return Object.keys(schemas).find((name) => schemas[name]?.["x-kubernetes-group-version-kind"]?.some(isMeant));
  }

  /** Returns the resources of a group version with its own types, or undefined if it is not Kubernetes' own. */
  module(apiVersion: string): OpenApiModule | undefined {
    if (apiVersion === "") return undefined;
    const found = Object.entries(this.#index()).find(([, served]) => served === apiVersion);
    return found === undefined ? undefined : this.#read(found[0]);
  }

  /** Returns the API versions as in objects: `v1`, `apps/v1`. */
  apiVersions(): string[] {
    return Object.values(this.#index()).filter((apiVersion) => apiVersion !== "");
  }

  #index(): ApiVersions {
    // scripts/k8s/fetch.ts writes exactly this format.
    return (this.#served ??= JSON.parse(this.#text("api-versions.json")) as ApiVersions);
  }

  #read(name: string): OpenApiModule {
    let module = this.#modules.get(name);
    if (module === undefined) {
      this.#modules.set(name, (module = parseModule(this.#text(`openapi/${name}.json`))));
    }
    return module;
  }

  #text(file: string): string {
    return readFileSync(versionedData(this.version, file), "utf8");
  }
}

/** Parses the schemas, which are almost the whole text, on first use. */
function parseModule(text: string): OpenApiModule {
  // scripts/k8s/fetch.ts writes exactly this format: each field begins a line, the schemas come last.
  const at = text.indexOf(',\n"schemas":');
  const head = JSON.parse(`${text.slice(0, at)}}`) as Pick<OpenApiModule, "apiVersion" | "resources">;
  let schemas: OpenApiModule["schemas"] | undefined;
  return {
    ...head,
    get schemas() {
      return (schemas ??= (JSON.parse(`{${text.slice(at + 1)}`) as Pick<OpenApiModule, "schemas">).schemas);
    },
  };
}

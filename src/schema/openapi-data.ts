/** Kubernetes' own OpenAPI, which comes with the package as data: one file a group version, all that an API server publishes of it. */
import { readFileSync } from "node:fs";
import { type BuiltInResources, readBuiltInResources } from "./built-in-resources.js";
import type { Schema } from "./schema.js";

/** A schema of OpenAPI v3, as kube-apiserver publishes it of a built-in type. */
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
  /** Plural, as in a URL. */
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

/** In which every type is kept that belongs to no served group. */
const sharedModule = "meta/v1";

/** Reads each file when it is first needed, and keeps it. */
export class OpenApiData {
  readonly #modules = new Map<string, OpenApiModule>();
  #served: BuiltInResources | undefined;

  /** By full name: `io.k8s.api.apps.v1.Deployment`. */
  schema(name: string): OpenApiSchema | undefined {
    const module = name.split(".").slice(-3, -1).join("/");
    const { schemas } = this.#read(Object.hasOwn(this.#index(), module) ? module : sharedModule);
    return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  }

  /** The full name of a kind's schema; undefined for a kind that is not Kubernetes' own. */
  findKind(apiVersion: string, kind: string): string | undefined {
    const schemas = this.module(apiVersion)?.schemas ?? {};
    const [version = "", group = ""] = apiVersion.split("/").toReversed();
    const isMeant = (each: GroupVersionKind): boolean =>
      each.kind === kind && each.version === version && each.group === group;
    return Object.keys(schemas).find((name) => schemas[name]?.["x-kubernetes-group-version-kind"]?.some(isMeant));
  }

  /** What is served of a group version, with its own types; undefined for one that is not Kubernetes' own. */
  module(apiVersion: string): OpenApiModule | undefined {
    if (apiVersion === "") return undefined;
    const found = Object.entries(this.#index()).find(([, served]) => served.apiVersion === apiVersion);
    return found === undefined ? undefined : this.#read(found[0]);
  }

  /** As in objects: `v1`, `apps/v1`. */
  apiVersions(): string[] {
    return Object.values(this.#index())
      .map(({ apiVersion }) => apiVersion)
      .filter((apiVersion) => apiVersion !== "");
  }

  #index(): BuiltInResources {
    return (this.#served ??= readBuiltInResources());
  }

  #read(name: string): OpenApiModule {
    let module = this.#modules.get(name);
    if (module === undefined) {
      const text = readFileSync(new URL(`../../data/openapi/${name}.json`, import.meta.url), "utf8");
      this.#modules.set(name, (module = parseModule(text)));
    }
    return module;
  }
}

/** The schemas, which are nearly all of the text, are parsed when they are first asked for. */
function parseModule(text: string): OpenApiModule {
  // Written by scripts/k8s/fetch.ts in just this shape: each field begins a line, the schemas come last.
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

/** The full name of the schema that a reference leads to, whether it stands alone or (beside a default) in an allOf of one. */
export function referredSchema(schema: OpenApiSchema): string | undefined {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return reference?.replace("#/components/schemas/", "");
}

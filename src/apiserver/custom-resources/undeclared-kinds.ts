import { pluralize } from "../../core/plural.js";
import type { Registry } from "../objects/registry.js";
import type { ServedResource } from "../resource.js";
import type { Store } from "../storage/store.js";
import { customResources, type CustomResourceHost } from "./custom-resources.js";
import type { Definition } from "./definition.js";
import type { JsonSchema } from "./json-schema.js";
import { typeOfResource } from "./type-view.js";

export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Serves each requested kind as a custom resource without a schema, for a server whose clients do not declare their kinds. */
export class UndeclaredKinds {
  readonly #registry: Registry;
  readonly #store: Pick<Store, "count">;
  readonly #host: CustomResourceHost;
  readonly #made = new WeakSet<ServedResource>();

  constructor(registry: Registry, store: Pick<Store, "count">, host: CustomResourceHost) {
    this.#registry = registry;
    this.#store = store;
    this.#host = host;
  }

  /**
   * Returns the resource of a kind, or undefined for a kind that is not served: in one of Kubernetes' own groups, in a
   * version that the kind's definition does not contain, or with the plural of another kind.
   *
   * @param namespace - of the object that is meant; empty for one without a namespace, undefined where that is open. It
   * decides the scope of an undeclared kind, until there is an object
   */
  resourceOf(name: KindName, namespace: string | undefined): ServedResource | undefined {
    const found = this.#registry.findKind(name.group, name.version, name.kind);
    if (found !== undefined && !this.#made.has(found)) return found;
    if (found !== undefined && (namespace === undefined || found.namespaced === (namespace !== ""))) return found;
    const source = `${pluralize(name.kind)}.${name.group}`;
    const served = this.#registry.of(source);
    if (found === undefined && !this.#isFree(name, served)) return undefined;
    const isFixed = served.some(({ storageKey }) => this.#store.count(storageKey) > 0);
    if (found !== undefined && isFixed) return found;
    const asked = namespace !== undefined && namespace !== "";
    return this.#serve(source, name, isFixed ? served.some(({ namespaced }) => namespaced) : asked);
  }

  #isFree({ group, kind }: KindName, served: readonly ServedResource[]): boolean {
    if (this.#registry.hasBuiltInGroup(group)) return false;
    const isDeclared = this.#registry.all().some((each) => each.group === group && each.kind === kind);
    return served.length === 0 ? !isDeclared : served.every((each) => this.#made.has(each) && each.kind === kind);
  }

  /**
   * Serves this version and the versions that are already served, with a single scope. The first version is the storage
   * version.
   */
  #serve(source: string, name: KindName, namespaced: boolean): ServedResource | undefined {
    const before = this.#registry.of(source);
    const isNew = before.every(({ version }) => version !== name.version);
    const versions = [...before.map(({ version }) => version), ...(isNew ? [name.version] : [])];
    const [added] = isNew ? customResources(definitionOf(name, versions), this.#host).slice(-1) : [];
    const type = typeOfResource(sharedLists, this.#host.objectMeta);
    const resources = [...before, ...(added === undefined ? [] : [{ ...added, type }])].map((each) => ({
      ...each,
      namespaced,
    }));
    for (const each of resources) this.#made.add(each);
    this.#registry.set(source, resources);
    return resources.find(({ version }) => version === name.version);
  }
}

/** Merges conditions by type in all kinds, regardless of their author. */
const sharedLists: JsonSchema = {
  "x-kubernetes-preserve-unknown-fields": true,
  properties: {
    status: {
      "x-kubernetes-preserve-unknown-fields": true,
      properties: {
        conditions: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
          items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      },
    },
  },
};

function definitionOf({ group, kind }: KindName, versions: readonly string[]): Definition {
  const plural = pluralize(kind);
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names,
      // UndeclaredKinds overrides the scope.
      scope: "Namespaced",
      versions: versions.map((name, index) => ({
        ...{ name, served: true, storage: index === 0 },
        subresources: { status: {}, scale },
      })),
    },
  };
}

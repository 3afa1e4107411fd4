import { parseApiVersion } from "../../core/gvk.js";
import { isBuiltIn, type ServedResource } from "../resource.js";
import { atOnce, type Later } from "../storage/lagged-objects.js";

/** Kinds that exist in every version. Source: k8s.io/apimachinery/pkg/apis/meta/v1/register.go. */
const metaKinds: ReadonlySet<string> = new Set([
  ...["Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList", "WatchEvent", "ListOptions"],
  ...["GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions"],
]);

/** All resources that the server serves now: the built-in ones, and those of established CRDs. */
export class Registry {
  readonly #sources = new Map<string, readonly ServedResource[]>();
  #byPath = new Map<string, ServedResource>();
  #byKind = new Map<string, ServedResource>();
  #all: readonly ServedResource[] = [];
  #version = 0;
  readonly #listeners: (() => void)[] = [];
  readonly #later: Later;

  /** @param later - delays the effect of `setLater` */
  constructor(later: Later = atOnce) {
    this.#later = later;
  }

  /** Like `set`, after the lag. */
  setLater(source: string, resources: readonly ServedResource[]): void {
    this.#later(() => this.set(source, resources));
  }

  /** Replaces the resources of one source (`built-in`, a CRD's name). An empty list removes the source. */
  set(source: string, resources: readonly ServedResource[]): void {
    if (resources.length === 0) this.#sources.delete(source);
    else this.#sources.set(source, resources);
    this.#all = [...this.#sources.values()].flat();
    this.#byPath = new Map(this.#all.map((each) => [`${each.group}/${each.version}/${each.resource}`, each]));
    this.#byKind = new Map(this.#all.map((each) => [`${each.group}/${each.version}/${each.kind}`, each]));
    this.#version += 1;
    for (const notice of this.#listeners) notice();
  }

  onChange(notice: () => void): void {
    this.#listeners.push(notice);
  }

  of(source: string): readonly ServedResource[] {
    return this.#sources.get(source) ?? [];
  }

  /** Changes with every change of the resources: values derived from all resources must then be recomputed. */
  get version(): number {
    return this.#version;
  }

  all(): readonly ServedResource[] {
    return this.#all;
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.#byPath.get(`${group}/${version}/${resource}`);
  }

  findKind(group: string, version: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(`${group}/${version}/${kind}`);
  }

  hasKind(apiVersion: string, kind: string): boolean {
    const { group, version } = parseApiVersion(apiVersion);
    const isListKind = kind.endsWith("List") && this.#byKind.has(`${group}/${version}/${kind.slice(0, -4)}`);
    if (apiVersion === "v1" && kind === "List") return true;
    if (metaKinds.has(kind) && (group === "" || this.hasBuiltInGroup(group))) return true;
    return isListKind || this.#byKind.has(`${group}/${version}/${kind}`);
  }

  /** Returns whether a group is one of Kubernetes' own: unknown paths in other groups are answered by other rules. */
  hasBuiltInGroup(group: string): boolean {
    return this.#all.some((each) => each.group === group && isBuiltIn(each));
  }

  /** Returns the resource that shows stored objects unconverted, or any other resource with the storage key. */
  findStored(storageKey: string): ServedResource | undefined {
    const views = this.#all.filter((each) => each.storageKey === storageKey);
    return views.find(({ conversion }) => conversion === undefined) ?? views[0];
  }
}

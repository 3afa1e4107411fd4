import type { ActionSubresource, ServedResource, Subresource, Verb } from "../../apiserver/resource.js";
import type { KubeObject } from "../../kube/objects.js";
import type { ExtensionSubresource } from "./subresources.js";

export type Subresources = Readonly<Record<string, ExtensionSubresource<KubeObject>>>;

/** Returns everything that is wrong with the subresources. */
export function subresourceFaults(subresources: Subresources): string[] {
  return Object.entries(subresources).flatMap(([name, subresource]) => {
    const about = (text: string): string => `subresources.${name}: ${text}`;
    if (name === "status" || name === "scale")
      return [about("the definition declares it, in spec.versions[].subresources")];
    if (!/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return [about("expected a lowercase name, such as calibrate")];
    if (verbsOf(subresource).length === 0) return [about("it has none of get, create and update")];
    return [];
  });
}

/** Returns the resource with the subresources, which discovery, OpenAPI and authorization then know. */
export function withSubresources(resource: ServedResource, declared: Subresources): ServedResource {
  const all = new Map<string, Subresource>(resource.subresources);
  for (const [name, subresource] of Object.entries(declared)) all.set(name, toAction(resource, subresource));
  return { ...resource, subresources: all };
}

function toAction(resource: ServedResource, subresource: ExtensionSubresource<KubeObject>): ActionSubresource {
  const { group, version, kind } = resource;
  const own = subresource.type === "object" ? (subresource.kind ?? kind) : kind;
  const isText = subresource.type !== "object";
  return { type: "action", group, version, kind: own, verbs: verbsOf(subresource), schema: undefined, isText };
}

function verbsOf(subresource: ExtensionSubresource<KubeObject>): Verb[] {
  if (subresource.type === "stream") return ["create", "get"];
  if (subresource.type === "text") return ["get"];
  return (["create", "get", "update"] as const).filter((verb) => subresource[verb] !== undefined);
}

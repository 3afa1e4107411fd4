/** Reads the resources of a group version from a live API server: discovery, and the columns of their Tables. */
import type { Transport } from "../../src/kube/transport.js";
import type { Resource, Subresource, TableColumn } from "./openapi.js";

interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** `route`: `api/v1`, `apis/apps/v1`. */
export async function fetchResources(transport: Transport, route: string): Promise<Resource[]> {
  const answer = await transport.request({ method: "GET", path: `/${route}` });
  const { resources } = JSON.parse(answer) as { resources: readonly ApiResource[] };
  const found = resources
    .filter(({ name }) => !name.includes("/"))
    .map(async (resource): Promise<Resource> => ({
      kind: resource.kind,
      name: resource.name,
      singular: resource.singularName,
      namespaced: resource.namespaced,
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      verbs: resource.verbs.toSorted(),
      subresources: resources.filter(({ name }) => name.startsWith(`${resource.name}/`)).map(toSubresource),
      columns: resource.verbs.includes("list") ? await fetchColumns(transport, `/${route}/${resource.name}`) : [],
    }));
  return (await Promise.all(found)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function toSubresource({ name, kind, group, version, verbs }: ApiResource): Subresource {
  return {
    name: name.slice(name.indexOf("/") + 1),
    kind,
    ...(version === undefined
      ? {}
      : { apiVersion: group === undefined || group === "" ? version : `${group}/${version}` }),
    verbs: verbs.toSorted(),
  };
}

async function fetchColumns(transport: Transport, path: string): Promise<readonly TableColumn[]> {
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const answer = await transport.request({ method: "GET", path: `${path}?limit=1`, accept });
  return (JSON.parse(answer) as { columnDefinitions: readonly TableColumn[] }).columnDefinitions;
}

/** A path of the API server, and its form that is the same for all objects of a kind. */
export interface PathDescription {
  /** The path with placeholders for names: `/api/v1/namespaces/{namespace}/pods/{name}`. */
  readonly template: string;
  readonly namespace: string | undefined;
}

/** The subresources of a namespace, at the position where other paths have kinds. */
const namespaceSubresources = ["status", "finalize"];

export function describePath(pathAndQuery: string): PathDescription {
  const [path = ""] = pathAndQuery.split("?");
  const match = /^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/(.+)$/.exec(path);
  if (match === null) return { template: path, namespace: undefined };
  const [, root = "", rest = ""] = match;
  const parts = rest.split("/");
  const [first, second, third = ""] = parts;
  const isNamespaced = first === "namespaces" && parts.length > 2 && !namespaceSubresources.includes(third);
  const [plural, name, ...subresource] = isNamespaced ? parts.slice(2) : parts;
  const segments = [
    root,
    ...(isNamespaced ? ["namespaces", "{namespace}"] : []),
    plural,
    ...(name === undefined ? [] : ["{name}"]),
    ...subresource,
  ];
  return {
    template: segments.join("/"),
    namespace: isNamespaced && second !== undefined ? decodeURIComponent(second) : undefined,
  };
}

/** Valid requests as clients send them, which the fuzzer then changes. */
import type { JsonValue } from "../../../src/core/json.js";
import { type SampleKind, sampleKinds } from "./sample-kinds.js";

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged. */
  readonly body?: { readonly json: JsonValue } | { readonly bytes: Buffer };
}

const json = { "content-type": "application/json" };

export const goodRequests: readonly FuzzRequest[] = [
  ...sampleKinds.flatMap(requestsOf),
  ...["/api", "/apis", "/api/v1", "/apis/apps/v1", "/apis/apps", "/version", "/healthz", "/openapi/v3"].map(read),
  read("/api/v1/namespaces/$ns"),
  read("/api/v1/namespaces"),
];

function requestsOf({ path, object, subresources = [] }: SampleKind): FuzzRequest[] {
  const name = (object["metadata"] as { name: string }).name;
  const one = `${path}/${name}`;
  const patch = { metadata: { labels: { patched: "1" } } };
  const write = (method: string, at: string, body: JsonValue, headers: Record<string, string> = json): FuzzRequest => {
    return { method, path: at, query: [], headers, body: { json: body } };
  };
  const create = write("POST", path, object);
  return [
    // Most interesting cases are about the written object.
    ...[create, create, create, create],
    write("PUT", one, object),
    write("PUT", one, object),
    write("PATCH", one, patch, { "content-type": "application/merge-patch+json" }),
    write("PATCH", one, patch, { "content-type": "application/strategic-merge-patch+json" }),
    write("PATCH", one, [{ op: "add", path: "/metadata/labels/patched", value: "1" }], {
      "content-type": "application/json-patch+json",
    }),
    {
      ...write("PATCH", one, object, { "content-type": "application/apply-patch+yaml" }),
      query: ["fieldManager=fuzz", "force=true"],
    },
    read(path),
    read(one),
    { ...read(path), query: ["labelSelector=app%3Da", "limit=5"] },
    { ...read(path), headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
    { ...read(path), query: ["watch=true", "timeoutSeconds=1"] },
    { method: "DELETE", path: one, query: [], headers: json, body: { json: { propagationPolicy: "Background" } } },
    { method: "DELETE", path: one, query: [], headers: {} },
    ...subresources.flatMap((subresource) => [
      read(`${one}/${subresource}`),
      write("PUT", `${one}/${subresource}`, object),
      write("PATCH", `${one}/${subresource}`, patch, { "content-type": "application/merge-patch+json" }),
    ]),
  ];
}

function read(path: string): FuzzRequest {
  return { method: "GET", path, query: [], headers: {} };
}

/**
 * Adds the OpenAPI v2 documents of other servers to the server's own.
 * Source: k8s.io/kube-openapi/pkg/aggregator/aggregator.go.
 */
import { isJsonObject, isSameJson, type Json, type JsonObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";
import { objectOf } from "../api-object.js";

const prefix = "#/definitions/";

/** Returns the document with only the paths below a prefix, and without the definitions that only the other paths use. */
export function filterSwagger(document: JsonObject, pathPrefix: string): JsonObject {
  const all = objectOf(document, "paths") ?? {};
  const paths = Object.fromEntries(Object.entries(all).filter(([path]) => path.startsWith(pathPrefix)));
  const definitions = objectOf(document, "definitions") ?? {};
  const usedBefore = usedBy(all, definitions);
  const usedAfter = usedBy(paths, definitions);
  const kept = Object.entries(definitions).filter(([name]) => usedAfter.has(name) || !usedBefore.has(name));
  return { paths, definitions: Object.fromEntries(kept) };
}

/** Merges filtered documents into the server's own. A definition whose name has another meaning gets another name. */
export function mergeSwagger(own: JsonObject, others: readonly JsonObject[]): JsonObject {
  const paths = { ...objectOf(own, "paths") };
  const definitions = { ...objectOf(own, "definitions") };
  for (const other of others) {
    const added = objectOf(other, "definitions") ?? {};
    const names = new Map(Object.keys(added).map((name) => [name, nameFor(name, added, definitions)]));
    for (const [name, schema] of Object.entries(added)) {
      const chosen = names.get(name) ?? name;
      if (ownOf(definitions, chosen) === undefined) setOwn(definitions, chosen, renamed(schema ?? {}, names));
    }
    for (const [path, item] of Object.entries(objectOf(other, "paths") ?? {})) {
      if (ownOf(paths, path) === undefined) setOwn(paths, path, renamed(item ?? {}, names));
    }
  }
  return { ...own, paths, definitions };
}

/** Returns the name itself if it is free or has the same meaning; otherwise the first free one of `name_v2`, `name_v3`. */
function nameFor(name: string, added: JsonObject, definitions: JsonObject): string {
  const meaning = withoutKinds(added[name]);
  for (let index = 1; ; index += 1) {
    const candidate = index === 1 ? name : `${name}_v${index}`;
    const known = ownOf(definitions, candidate);
    const isFree = known === undefined && (index === 1 || ownOf(added, candidate) === undefined);
    if (isFree || (known !== undefined && isSameJson(withoutKinds(known), meaning))) return candidate;
  }
}

function withoutKinds(schema: Json | undefined): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "x-kubernetes-group-version-kind"));
}

function renamed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, each] of Object.entries(value)) {
    const name = key === "$ref" ? definitionOf(each) : undefined;
    setOwn(result, key, name === undefined ? renamed(each ?? null, names) : `${prefix}${names.get(name) ?? name}`);
  }
  return result;
}

/** Returns the names of the definitions that a part of a document uses, also through other definitions. */
function usedBy(part: JsonObject, definitions: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: (Json | undefined)[] = [part];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next);
    else if (isJsonObject(next)) {
      for (const [key, each] of Object.entries(next)) {
        const name = key === "$ref" ? definitionOf(each) : undefined;
        if (name === undefined) waiting.push(each);
        else if (!used.has(name)) {
          used.add(name);
          waiting.push(ownOf(definitions, name));
        }
      }
    }
  }
  return used;
}

function definitionOf(reference: Json | undefined): string | undefined {
  return typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

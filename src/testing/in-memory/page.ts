import { isJsonObject } from "../../core/json.js";
import type { ListOptions } from "../../kube/client.js";
import type { KubeObject, ListMeta } from "../../kube/objects.js";
import { badRequest } from "./refusals.js";

/** The part of the objects that a list with these options returns: sorted by namespace and name, from where the last page ended. */
export function pageOf(
  objects: readonly KubeObject[],
  resourceVersion: number,
  { limit = 0, continue: token = "" }: Pick<ListOptions, "limit" | "continue">,
): { metadata: ListMeta; items: KubeObject[] } {
  const after = token === "" ? "" : parseToken(token);
  const rest = objects.filter((object) => keyOf(object) > after).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const items = limit > 0 ? rest.slice(0, limit) : rest;
  const last = items.at(-1);
  const more = rest.length > items.length && last !== undefined ? { continue: printToken(keyOf(last)) } : {};
  return { metadata: { resourceVersion: String(resourceVersion), ...more }, items };
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function printToken(after: string): string {
  return Buffer.from(JSON.stringify({ after })).toString("base64url");
}

function parseToken(token: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString());
    if (isJsonObject(value) && typeof value["after"] === "string") return value["after"];
  } catch {
    // Not one of printToken().
  }
  throw badRequest(`invalid continue token: ${token}`);
}

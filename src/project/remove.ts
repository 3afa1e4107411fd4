/** Removes entries, or parts of them, from the text of PROJECT. Preserves everything else, like `edit.ts`. */
import { isMap, isSeq } from "yaml";
import { indexOf, printDocument, setSorted, webhooksToYaml, withResource } from "./edit.js";
import { withoutExtension } from "./extension.js";
import { parseProject, parseProjectDocument, readProject } from "./parse.js";
import type { Resource } from "./project.js";

/** Removes the entry of a resource, and the list with its last entry. */
export function withoutResource(text: string, resource: Resource): string {
  const index = indexOf(parseProject(text), resource);
  if (index === -1) return text;
  const document = parseProjectDocument(withoutExtension(text, resource));
  const resources = document.get("resources");
  if (!isSeq(resources)) return text;
  resources.items.splice(index, 1);
  if (resources.items.length === 0) document.delete("resources");
  return printDocument(document);
}

const webhookKeys = ["conversion", "defaulting", "defaultingPath", "spoke", "validation", "validationPath"];

/** Replaces the entry of a resource, and removes the webhooks that it no longer has. */
export function withFewerWebhooks(text: string, resource: Resource): string {
  const changed = withResource(text, resource);
  const document = parseProjectDocument(changed);
  const entry = document.getIn(["resources", indexOf(readProject(changed, document), resource)]);
  if (!isMap(entry)) return changed;
  const webhooks = entry.get("webhooks");
  if (!isMap(webhooks)) return changed;
  if (resource.webhooks === undefined) entry.delete("webhooks");
  else {
    const wanted = webhooksToYaml(resource.webhooks);
    for (const key of webhookKeys) if (!(key in wanted)) webhooks.delete(key);
  }
  return printDocument(document);
}

/** Sets the controllers of a resource. Its only controller needs no name, if it has the name of the kind. */
export function withControllers(text: string, resource: Resource, controllers: readonly string[]): string {
  const isPlain = controllers.length === 1 && controllers[0] === resource.kind.toLowerCase();
  const document = parseProjectDocument(text);
  const entry = document.getIn(["resources", indexOf(readProject(text, document), resource)]);
  if (!isMap(entry)) return text;
  for (const key of ["controller", "controllers"]) entry.delete(key);
  if (isPlain) setSorted(document, entry, "controller", true);
  else if (controllers.length > 0) {
    const list = document.createNode(controllers.map((name) => ({ name })));
    setSorted(document, entry, "controllers", list);
  }
  return printDocument(document);
}

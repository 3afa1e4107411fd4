/** How long the descriptions in a schema may be. */
import { innerSchemas, type Schema } from "../schema/schema.js";
import { truncateDescription } from "../schema/truncate-description.js";
import type { CrdSettings } from "./crd-version.js";
import type { Origins } from "./origins.js";

/**
 * Shortens descriptions, in place. Those of Kubernetes' own types are left out unless they are asked for: they would
 * make most CRDs larger than clients can apply.
 */
export function limitDescriptions(origins: Origins, root: Schema, settings: CrdSettings): void {
  const visit = (schema: Schema, own: number | undefined, imported: number): void => {
    const tagged = origins.about(schema).descriptionLimit;
    const limits = { own: tagged ?? own, imported: tagged ?? imported };
    if (schema.description !== undefined) describe(schema, schema.description, limits.own);
    else describe(schema, origins.about(schema).importedDescription, limits.imported);
    for (const inner of innerSchemas(schema)) visit(inner, limits.own, limits.imported);
  };
  visit(root, settings.maxDescLen, settings.maxImportedDescLen ?? 0);
}

function describe(schema: Schema, text: string | undefined, limit: number | undefined): void {
  if (text === undefined) return;
  const shortened = limit === undefined ? text : truncateDescription(text, limit);
  if (shortened === "") delete schema.description;
  else schema.description = shortened;
}

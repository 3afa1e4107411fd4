import { compareVersions } from "../core/version-order.js";
import { missingFields } from "../schema/missing-fields.js";
import type { Schema } from "../schema/schema.js";
import type { Crd } from "./crd.js";
import { tagsOf } from "./crd-subresources.js";
import type { Reporter } from "./reporter.js";

/** The maximum number of fields that a message names. */
const named = 3;

/**
 * Warns if versions differ in their fields and no webhook converts between them: the API server then changes only the name of
 * the version, and silently prunes the fields that the other version does not know.
 */
export function checkUnconverted(reporter: Reporter, { kind, group, versions }: Crd): void {
  const stored = versions.find(({ model }) => tagsOf(model, "storageVersion").length > 0);
  if (stored === undefined) return; // another check reports this
  const { version } = stored.model;
  const convert = conversionCommand(group, kind, versions);
  for (const other of versions) {
    if (other === stored || tagsOf(other.model, "unserved").length > 0) continue;
    const lost = [
      ...missing(stored.schema, other.schema).map((path) => `${path} is only in ${version}`),
      ...missing(other.schema, stored.schema).map((path) => `${path} is only in ${other.model.version}`),
    ];
    if (lost.length === 0) continue;
    const listed = lost.length > named ? [...lost.slice(0, named), `and ${lost.length - named} more`] : lost;
    reporter.warn(
      "crd/unconverted",
      other.model.at,
      `${kind} has other fields in ${other.model.version} than in ${version}, and no webhook converts them: ${listed.join(", ")}; conversion drops them`,
      `Add a conversion webhook: ${convert}`,
    );
  }
}

/** Returns the command that adds a conversion. The newest version is the hub, as in the proposal of `create api`. */
function conversionCommand(group: string, kind: string, versions: Crd["versions"]): string {
  const names = versions.map(({ model }) => model.version);
  const [hub = "", ...spokes] = names.toSorted((left, right) => compareVersions(right, left));
  const inOrder = names.filter((name) => spokes.includes(name));
  return `npx tsop create webhook --group ${group} --version ${hub} --kind ${kind} --conversion --spoke ${inOrder.join(",")}`;
}

/** Returns the outermost fields that one schema has and the other would prune: `spec.rules[].host`. */
function missing(schema: Schema, other: Schema): string[] {
  return missingFields(schema, other).map((path) =>
    path
      .map((step) => (step.kind === "field" ? `.${step.name}` : step.kind === "item" ? "[]" : "{}"))
      .join("")
      .replace(/^\./, ""),
  );
}

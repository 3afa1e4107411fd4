import type { KindModel } from "../model/model.js";
import type { Reporter } from "./reporter.js";
import type { Origins } from "./origins.js";
import type { Schema } from "../schema/schema.js";

/** The whole object: what every object has, and the rules that hold at the top only. */
export function finishRoot(
  reporter: Reporter,
  origins: Origins,
  kind: KindModel,
  built: Schema,
  hasStatusSubresource: boolean,
): Schema {
  const own = Object.entries(built.properties ?? {});
  for (const [name, schema] of own) checkTopLevelField(reporter, origins, kind, name, schema);
  checkRoot(reporter, origins, built, hasStatusSubresource);
  const root: Schema = {
    ...built,
    properties: {
      apiVersion: {
        type: "string",
        description: "The API group and the version of this object's schema, such as apps/v1.",
      },
      kind: { type: "string", description: "The kind of this object, in CamelCase." },
      ...Object.fromEntries(own.filter(([name]) => !objectFields.has(name))),
      metadata: { type: "object" },
    },
  };
  // Whoever declares `metadata: ObjectMeta` once more says that it is required, as in Go.
  const required = built.required?.filter((name) => name === "metadata" || !objectFields.has(name)) ?? [];
  if (required.length > 0) root.required = required;
  else delete root.required;
  origins.move(built, root);
  return root;
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function checkTopLevelField(reporter: Reporter, origins: Origins, kind: KindModel, name: string, schema: Schema): void {
  if (!objectFields.has(name)) return;
  const declared =
    kind.type.type.kind === "object" ? kind.type.type.fields.find((field) => field.name === name) : undefined;
  const isInherited = declared?.use.type.kind === "known" && declared.annotations.tags.length === 0;
  if (name === "metadata" && isInherited) return;
  const hint =
    "CustomResource has it already. Remove it, and restrict names with @cel self.metadata.name.size() < 20 above the interface.";
  reporter.error(
    "schema/invalid",
    declared?.at ?? origins.of(schema),
    `a kind cannot declare the field ${name} anew`,
    hint,
  );
}

/** What apiextensions-apiserver forbids at the root, in general and with the status subresource. */
function checkRoot(reporter: Reporter, origins: Origins, root: Schema, hasStatusSubresource: boolean): void {
  if (root.nullable === true) {
    reporter.error(
      "schema/invalid",
      origins.of(root, "nullable"),
      "a whole object cannot be null",
      "Remove @nullable.",
    );
  }
  if (!hasStatusSubresource) return;
  for (const keyword of [
    "minProperties",
    "maxProperties",
    "enum",
    "default",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "x-kubernetes-map-type",
  ] as const) {
    if (root[keyword] === undefined) continue;
    const hint = "Put it on spec, or leave the status subresource off with @noStatusSubresource.";
    const message = `with a status subresource, ${keyword} cannot stand on the kind itself`;
    reporter.error("schema/invalid", origins.of(root, keyword), message, hint);
  }
}

/** The text of `<kind>_types.ts` for one version of an imported CRD. */
import type { Schema } from "../schema/schema.js";
import { printComment } from "./comment-text.js";
import type { ImportedCrd, ImportedVersion } from "./imported-crd.js";
import { withoutKeywords } from "./keywords.js";
import { kindTags } from "./kind-tags.js";
import { jsonText } from "./tag-text.js";
import { TypesWriter } from "./types-writer.js";

export function printTypesFile(crd: ImportedCrd, version: ImportedVersion): string {
  const { kind, group } = crd;
  const writer = new TypesWriter(kind);
  const root = ownPart(version.schema);
  const fields = [...metadataField(writer, version.schema), ...writer.fields(root, [])];
  const comment = printComment(
    version.schema.description ?? "",
    [...kindTags(crd, version), ...writer.objectTags(root)],
    "",
  );
  const identity = `${jsonText(`${group}/${version.name}`)}, ${jsonText(kind)}`;
  const declaration = [
    ...comment,
    `export interface ${kind} extends CustomResource<${identity}> {`,
    ...fields,
    "}",
    "",
    `export const ${kind} = defineKind<${kind}>(${identity});`,
  ].join("\n");
  return `${[printImport(writer.imports), ...writer.declarations, declaration].join("\n\n")}\n`;
}

/** Every object has it; a schema may say so once more. */
function metadataField(writer: TypesWriter, { required }: Schema): string[] {
  return required?.includes("metadata") === true ? [`  metadata: ${writer.importType("ObjectMeta")};`] : [];
}

/** Without what `CustomResource` brings along. */
function ownPart(schema: Schema): Schema {
  const { properties, required } = schema;
  const isOwn = (name: string): boolean => !objectFields.has(name);
  const own = Object.entries(properties ?? {}).filter(([name]) => isOwn(name));
  const ownRequired = (required ?? []).filter(isOwn);
  return {
    ...withoutKeywords(schema, new Set(["description", "properties", "required"])),
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
    ...(ownRequired.length === 0 ? {} : { required: ownRequired }),
  };
}

export const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function printImport(types: readonly string[]): string {
  const names = ["type CustomResource", "defineKind", ...types.map((name) => `type ${name}`)];
  const key = (name: string): string => name.replace(/^type /, "").toLowerCase();
  const sorted = names.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const line = `import { ${sorted.join(", ")} } from "tsop";`;
  return line.length <= 120 ? line : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "tsop";`;
}

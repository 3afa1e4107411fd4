/** The text of `<kind>_types.ts` for one version of an imported CRD. */
import type { Schema } from "../schema/schema.js";
import type { BuiltInTypes } from "./built-in-types.js";
import { printComment } from "./comment-text.js";
import type { ImportedCrd, ImportedVersion } from "./imported-crd.js";
import { withoutKeywords } from "./keywords.js";
import { kindTags } from "./kind-tags.js";
import { jsonText } from "./tag-text.js";
import { TypesWriter } from "./types-writer.js";

export function printTypesFile(crd: ImportedCrd, version: ImportedVersion, builtIn?: BuiltInTypes): string {
  const { kind, group } = crd;
  const writer = new TypesWriter(kind, builtIn);
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
  return `${[writer.imports.print(), ...writer.declarations, declaration].join("\n\n")}\n`;
}

/** Every object has it; a schema may say so once more. */
function metadataField(writer: TypesWriter, { required }: Schema): string[] {
  return required?.includes("metadata") === true ? [`  metadata: ${writer.imports.own("ObjectMeta")};`] : [];
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

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

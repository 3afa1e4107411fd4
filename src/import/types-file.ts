/** Generates the text of `<kind>_types.ts` for one version of an imported CRD. */
import { typeNameOf } from "../core/names.js";
import type { Schema } from "../schema/schema.js";
import type { BuiltInTypes } from "./built-in-types.js";
import { printComment } from "./comment-text.js";
import type { ImportedCrd, ImportedVersion } from "./imported-crd.js";
import { kindTags } from "./kind-tags.js";
import { fixedPart, ownPart } from "./root-fields.js";
import { jsonText } from "./tag-text.js";
import { TypesWriter } from "./types-writer.js";

export function printTypesFile(crd: ImportedCrd, version: ImportedVersion, builtIn?: BuiltInTypes): string {
  const { kind, group } = crd;
  const name = typeNameOf(kind);
  const writer = new TypesWriter(name, builtIn);
  const root = ownPart(version.schema);
  const fields = [...metadataField(writer, version.schema), ...writer.fields(root, [])];
  const comment = printComment(
    version.schema.description ?? "",
    [...kindTags(crd, version), ...writer.objectTags(root, fixedPart(version.schema))],
    "",
  );
  const identity = `${jsonText(`${group}/${version.name}`)}, ${jsonText(kind)}`;
  const declaration = [
    ...comment,
    `export interface ${name} extends CustomResource<${identity}> {`,
    ...fields,
    "}",
    "",
    `export const ${name} = defineKind<${name}>(${identity});`,
  ].join("\n");
  return `${[writer.imports.print(), ...writer.declarations, declaration].join("\n\n")}\n`;
}

/** Returns the metadata field if the schema requires it explicitly; every object has metadata anyway. */
function metadataField(writer: TypesWriter, { required }: Schema): string[] {
  return required?.includes("metadata") === true ? [`  metadata: ${writer.imports.own("ObjectMeta")};`] : [];
}

import path from "node:path";
import { printExactJson } from "../../core/exact-json.js";
import type { Artifact } from "../../core/artifact.js";
import type { Crd } from "../crd.js";
import { sampleName } from "../samples/sample.js";
import { editorSchema } from "./editor-schema.js";

/** A schema for editors for each version that is served, named like its sample. */
export function generateEditorSchemas(crds: readonly Crd[], domain: string, folder: string): Artifact[] {
  return crds.flatMap(({ versions, names }) =>
    versions
      .filter(({ isServed }) => isServed)
      .map((version) => ({
        path: editorSchemaFile(folder, sampleName(version.model, domain)),
        content: `${printExactJson(editorSchema(version, names.scope === "Namespaced"), 2)}\n`,
      })),
  );
}

/** Where the schema for a sample's editor is. */
export function editorSchemaFile(folder: string, name: string): string {
  return path.posix.join(folder, `${name}.json`);
}

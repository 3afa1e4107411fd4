import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Schema } from "../../src/schema/schema.js";

/** Returns the schemas that controller-gen generates for Kubernetes' own types in a CRD, by module (`core/v1`) and name. */
export function readEmbeddedTypes(): Record<string, Record<string, Schema>> {
  const file = new URL("../data/embedded-types/controller-gen.json.br", import.meta.url);
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Record<string, Record<string, Schema>>;
}

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Schema } from "../../src/schema/schema.js";

/** What controller-gen makes of Kubernetes' own types where a CRD embeds them, by module (`core/v1`) and name. */
export function readEmbeddedTypes(): Record<string, Record<string, Schema>> {
  const file = new URL("../data/embedded-types/controller-gen.json.br", import.meta.url);
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Record<string, Record<string, Schema>>;
}

/** Readers of catalogs for OLM. */
import { checkCatalog } from "../../../src/olm/catalog/check/check-catalog.js";
import { withListItem } from "../../../src/olm/catalog/edit/edit-file.js";
import { imageFault } from "../../../src/olm/catalog/image-fault.js";
import { readCatalog } from "../../../src/olm/catalog/read/catalog.js";
import { readBlobs } from "../../../src/olm/catalog/read/read-blobs.js";
import { splitDocuments } from "../../../src/olm/catalog/read/split-documents.js";
import type { Blob } from "../../../src/olm/catalog/read/blob.js";
import { bundleProperties } from "../../../src/olm/catalog/render/bundle-properties.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { releaseFault } from "../../../src/olm/catalog/release.js";
import { parseVersionRange } from "../../../src/olm/catalog/version-range.js";
import { readTemplate } from "../../../src/olm/catalog/template/read-template.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const read = (text: string): unknown => readBlobs({ file: "c.yaml", text });

function entries(size: number, entry: (index: number) => string): string {
  const all = Array.from({ length: size }, (_, index) => `- {${entry(index)}}\n`).join("");
  return `schema: olm.package\nname: a\ndefaultChannel: s\n---\nschema: olm.channel\npackage: a\nname: s\nentries:\n${all}`;
}

function withLast(text: string, change: (blob: Blob) => unknown): unknown {
  const blob = readBlobs({ file: "c.yaml", text }).blobs.at(-1);
  return blob && change(blob);
}

const check = (text: string): unknown => checkCatalog(readCatalog([{ file: "c.yaml", text }]));

export const catalogs: SizeCases = {
  "olm/catalog/template/read-template.ts": [
    ofInput(
      "with many entries",
      (size) => "- {schema: olm.bundle, image: a}\n".repeat(size),
      (text) => readTemplate("t.yaml", `schema: olm.template.basic\nentries:\n${text}`),
      2_000,
    ),
    ofInput(
      "with many bundles without an image",
      (size) => "  - {}\n".repeat(size),
      (text) => readTemplate("t.yaml", `schema: olm.semver\nfast:\n  bundles:\n${text}`),
      2_000,
    ),
    ofInput(
      "with many unknown fields",
      (size) => Array.from({ length: size }, (_, index) => `a${index}: 1\n`).join(""),
      (text) => readTemplate("t.yaml", `schema: olm.semver\n${text}`),
      2_000,
    ),
  ],
  "olm/catalog/read/split-documents.ts": ofText(splitDocuments, "{}", '{"', "{", "---\n", "\\", "{]", '{"a":"\\"}'),
  "olm/catalog/read/read-blobs.ts": ofText(read, "schema: a\n---\n", '{"schema":"a"}\n', "---\n", "a: &a b\n", "{"),
  "olm/catalog/check/check-catalog.ts": [
    ofInput("of a chain", (size) => entries(size, (index) => `name: b${index}, replaces: b${index + 1}`), check, 2_000),
    ofInput("of many heads", (size) => entries(size, (index) => `name: b${index}`), check, 2_000),
    ofInput("of one name", (size) => entries(size, () => "name: b"), check, 2_000),
  ],
  "olm/catalog/edit/edit-file.ts": [
    ofInput(
      "of a channel in YAML",
      (size) => entries(size, (index) => `name: b${index}`),
      (text) => withLast(text, (blob) => withListItem(text, blob, "entries", { name: "b" })),
      2_000,
    ),
    ofInput(
      "of a channel in JSON",
      (size) => JSON.stringify({ schema: "olm.channel", entries: Array.from({ length: size }, () => ({ name: "b" })) }),
      (text) => withLast(text, (blob) => withListItem(text, blob, "entries", { name: "b" })),
    ),
  ],
  "olm/catalog/render/bundle-properties.ts": ofText(
    (text) =>
      bundleProperties(
        readBundle(new Map(), "b"),
        { metadata: { annotations: { "olm.properties": text } } },
        "a",
        "csv-metadata",
      ),
    "[",
    '{"type":"a"},',
  ),
  "olm/catalog/image-fault.ts": ofText(imageFault, "a", "a/", "a.", ":1", "@sha256:", "["),
  "olm/catalog/release.ts": ofText(releaseFault, "1.", "a", "-"),
  "olm/catalog/version-range.ts": ofText(parseVersionRange, ">=1.0.0 ", "> ", "1.x ", "|| ", ".x", "1"),
};

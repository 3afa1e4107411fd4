/** Readers of bundles for OLM. */
import { readLocatedDocument } from "../../../src/olm/read/located-document.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { isStrictVersion, readTolerantVersion } from "../../../src/olm/validate/go-semver.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const csv = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n";

/** Finds the place of each field, too. */
function readAll(text: string): unknown {
  const reading = readLocatedDocument("a.yaml", text);
  if (reading.kind === "fault") return reading;
  return [...Object.keys(reading.document.value).map((key) => reading.document.at([key]))];
}

function many(size: number, line: (index: number) => string): string {
  return Array.from({ length: size }, (_, index) => line(index)).join("");
}

export const bundles: SizeCases = {
  "olm/read/located-document.ts": [
    ...ofText(readAll, "a: b\n", "- a\n", "[", "? ", "a: &a b\n", "---\na: b\n", "{", '"'),
    ofInput("with many keys", (size) => many(size, (index) => `k${index}: 1\n`), readAll, 4_000),
  ],
  "olm/validate/go-semver.ts": [readTolerantVersion, isStrictVersion].flatMap((read) =>
    ofText(read, "1.", "0", "v", "-a", "1.2.3-a.", "+", " "),
  ),
  "olm/read/read-bundle.ts": [
    ofInput(
      "with many files",
      (size) => new Map(Array.from({ length: size }, (_, index) => [`manifests/${index}.yaml`, csv])),
      (files) => readBundle(files, "bundle"),
      2_000,
    ),
    ofInput(
      "with many values of a wrong type",
      (size) =>
        new Map([["manifests/a.yaml", `${csv}spec:\n  labels:\n${many(size, (index) => `    k${index}: 1\n`)}`]]),
      (files) => readBundle(files, "bundle"),
      4_000,
    ),
    ofInput(
      "with many folders",
      (size) => new Map(Array.from({ length: size }, (_, index) => [`manifests/${index}/a`, ""])),
      (files) => readBundle(files, "bundle"),
    ),
  ],
};

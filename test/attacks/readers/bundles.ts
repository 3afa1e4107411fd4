/** Readers of bundles for OLM. */
import { LayerTree } from "../../../src/oci/layer-tree.js";
import { readLayer, uncompressLayer } from "../../../src/oci/read-layer.js";
import { readLocatedDocument } from "../../../src/apiserver/yaml/located-document.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { readExternalResult } from "../../../src/olm/validate/external-result.js";
import { readCategories } from "../../../src/olm/validate/optional-values.js";
import { communityRules } from "../../../src/olm/validate/rules/community.js";
import { factsOf } from "../../../src/olm/validate/rule.js";
import { readConfigFile } from "../../../src/olm/scorecard/read-config.js";
import { readTolerantVersion } from "../../../src/olm/validate/go-semver.js";
import { tarGzOf, tarOf } from "../../support/tar-entries.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const csv = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n";

/** Finds the place of each field, too. */
function readAll(text: string): unknown {
  const reading = readLocatedDocument("a.yaml", text);
  if (reading.kind === "fault") return reading;
  return [...Object.keys(reading.document.value).map((key) => reading.document.at([key]))];
}

/** Reads the text as the Dockerfile of a bundle that uses a removed API. */
function communityFindings(text: string): unknown {
  const removed = "apiVersion: extensions/v1beta1\nkind: Ingress\n";
  const bundle = readBundle(
    new Map([
      ["manifests/csv.yaml", csv],
      ["manifests/ingress.yaml", removed],
    ]),
    "bundle",
  );
  const facts = factsOf(bundle, { dockerfile: { path: "bundle.Dockerfile", text } });
  return communityRules.map(({ check }) => check(facts));
}

function many(size: number, line: (index: number) => string): string {
  return Array.from({ length: size }, (_, index) => line(index)).join("");
}

const folders = new Set(["a"]);
const pathsOf = (size: number, path: (index: number) => string): { path: string; text: string }[] =>
  Array.from({ length: size }, (_, index) => ({ path: path(index), text: "a" }));
const changesOf = (size: number, kind: "removed" | "emptied" | "file", path: (index: number) => string[]) =>
  Array.from({ length: size }, (_, index) => ({ kind, path: path(index), bytes: new Uint8Array() }));

export const bundles: SizeCases = {
  "oci/read-layer.ts": [
    ofInput(
      "with many files",
      (size) => tarOf(...pathsOf(size, (index) => `a/${index}`)),
      (archive) => readLayer(archive, folders, "a layer"),
      2_000,
    ),
    ofInput(
      "with many files elsewhere",
      (size) => tarOf(...pathsOf(size, (index) => `b/${index}`)),
      (archive) => readLayer(archive, folders, "a layer"),
      2_000,
    ),
    ofInput(
      "with many compressed files",
      (size) => tarGzOf(...pathsOf(size, (index) => `a/${index}`)),
      (archive) => uncompressLayer(archive, "a layer", 2 ** 30),
      2_000,
    ),
  ],
  "oci/layer-tree.ts": (["removed", "emptied"] as const).map((kind) =>
    ofInput(
      `with many ${kind} paths over many files`,
      (size) => {
        const files = changesOf(size, "file", (index) => ["a", "b", String(index)]);
        return [files, changesOf(size, kind, (index) => ["a", "b", String(index)])];
      },
      (layers) => {
        const tree = new LayerTree();
        for (const layer of layers) tree.add(layer);
        return tree.leaves();
      },
    ),
  ),
  "apiserver/yaml/located-document.ts": [
    ...ofText(readAll, "a: b\n", "- a\n", "[", "? ", "a: &a b\n", "---\na: b\n", "{", '"'),
    ofInput("with many keys", (size) => many(size, (index) => `k${index}: 1\n`), readAll, 4_000),
  ],
  "olm/validate/external-result.ts": ofText(readExternalResult, "{", '{"Errors":[{"Type":"a"}]}', '"', "["),
  "olm/validate/optional-values.ts": ofText(readCategories, "{", '{"categories":["a"]}', '"', "["),
  "olm/validate/rules/community.ts": ofText(
    (text) => communityFindings(text),
    "LABEL com.redhat.openshift.versions=v4.6-v4.8\n",
    "=",
    "-",
    "\n",
    "com.redhat.openshift.versions=",
  ),
  "olm/scorecard/read-config.ts": ofText(
    (text) => readConfigFile("config.yaml", Buffer.from(text)),
    "a: b\n",
    "stages: [{tests: [{image: a}]}]\n",
    "- tests: [a]\n",
    "[",
  ),
  "olm/validate/go-semver.ts": ofText(readTolerantVersion, "1.", "0", "v", "-a", "1.2.3-a.", "+", " "),
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

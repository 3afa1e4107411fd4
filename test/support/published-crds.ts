import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parseAllYaml } from "../../src/core/yaml.js";

const folder = fileURLToPath(new URL("../data/crds/", import.meta.url));

/** The real CRDs of test/data/crds: `kueue/kueue.x-k8s.io_cohorts.yaml`. */
export function publishedCrds(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml.gz"))
    .map((file) => file.replaceAll(path.sep, "/").replace(/\.gz$/, ""))
    .toSorted();
}

export function readPublishedCrd(name: string): string {
  return gunzipSync(readFileSync(path.join(folder, `${name}.gz`))).toString("utf8");
}

export function parsePublishedCrd(name: string): unknown {
  const [document] = parseAllYaml(readPublishedCrd(name), name);
  return document;
}

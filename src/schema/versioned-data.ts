import type { KubernetesVersion } from "./kubernetes-versions.js";

/** Returns the address of a file of a version: `go-fields.json`. */
export function versionedData(version: KubernetesVersion, file: string): URL {
  return new URL(`../../data/${version}/${file}`, import.meta.url);
}

import { fileURLToPath } from "node:url";
import { newestVersion } from "../../src/schema/kubernetes-versions.js";
import { versionedData } from "../../src/schema/versioned-data.js";

/** The version of the Go modules of Kubernetes (`k8s.io/api`) that belong to the newest data. */
export const goVersion = `v0.${newestVersion.split(".")[1]}.2`;

/** Returns the path of a file of the newest version, which the scripts write. */
export function newestFile(name: string): string {
  return fileURLToPath(versionedData(newestVersion, name));
}

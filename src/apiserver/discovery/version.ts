import type { JsonObject } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";

/** The patch versions whose behavior the server reproduces. */
const patches: Readonly<Record<KubernetesVersion, number>> = { "1.35": 4, "1.37": 2 };

/** Returns the release whose behavior the server reproduces: `v1.37.2`. */
export function releaseOf(version: KubernetesVersion): string {
  return `v${version}.${patches[version]}`;
}

/** `/version`: the server is not built from Kubernetes' sources, so it names no commit and no compiler. */
export function serverVersion(version: KubernetesVersion): JsonObject {
  const minor = Number(version.split(".")[1]);
  return {
    major: "1",
    minor: String(minor),
    emulationMajor: "1",
    emulationMinor: String(minor),
    minCompatibilityMajor: "1",
    minCompatibilityMinor: String(minor - 1),
    gitVersion: releaseOf(version),
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "",
  };
}

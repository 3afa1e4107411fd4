import type { JsonObject } from "../../core/json.js";

/** The Kubernetes version whose behavior the server reproduces. */
export const minor = 35;
const patch = 4;

/** `/version`: the server is not built from Kubernetes' sources, so it names no commit and no compiler. */
export function serverVersion(): JsonObject {
  return {
    major: "1",
    minor: String(minor),
    emulationMajor: "1",
    emulationMinor: String(minor),
    minCompatibilityMajor: "1",
    minCompatibilityMinor: String(minor - 1),
    gitVersion: `v1.${minor}.${patch}`,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "",
  };
}

import type { JsonObject } from "../../core/json.js";

/** Kubernetes' version whose behaviour the server has. */
export const minor = 35;
const patch = 4;

/** `/version`: it was built from nothing of Kubernetes', so it names no commit and no compiler. */
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

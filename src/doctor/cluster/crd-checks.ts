import { type Findings, findingsOf, ok, warning } from "../finding.js";
import type { ProjectInCluster } from "./cluster-facts.js";
import type { CrdFacts } from "./crd-facts.js";

export function checkCrds({ crds }: ProjectInCluster): Findings {
  if (crds.kind === "failed") return findingsOf(crds.error, "warning");
  const findings = crds.value.flatMap(findingsOfCrd);
  if (findings.length > 0 || crds.value.length === 0) return findings;
  return ok(`${crds.value.length} ${crds.value.length === 1 ? "CRD is" : "CRDs are"} installed, as in config/`);
}

function findingsOfCrd({ name, installed, isSame, versions }: CrdFacts): Findings {
  if (installed === undefined) {
    return warning(`the CRD ${name} is not installed`, "npm run install-crds, or npm run deploy, which does so too.");
  }
  if (isSame === true) return [];
  if (isSame !== false) {
    return findingsOf(isSame, isSame.code === "cluster/forbidden" ? "warning" : "failure");
  }
  const lacking = versions.filter((version) => !installed.versions.includes(version.name));
  const what = lacking.length === 0 ? "" : `: it has no ${lacking.map((version) => version.name).join(", ")}`;
  return warning(
    `the CRD ${name} in the cluster is not that of config/${what}`,
    "npm run install-crds; with --diff it shows what differs, and changes nothing.",
  );
}

export function checkStoredVersions({ crds }: ProjectInCluster): Findings {
  if (crds.kind === "failed") return [];
  return crds.value.flatMap(({ name, installed, versions }) =>
    (installed?.stored ?? []).flatMap((stored): Findings => {
      const version = versions.find((each) => each.name === stored);
      const migrate = "npx tsop migrate-storage";
      if (version === undefined) {
        return {
          status: "failure",
          message: `objects of ${name} may be stored as ${stored}, which config/ does not have any more`,
          hint: `The API server refuses the CRD so: keep the version with @unserved, then: ${migrate}`,
        };
      }
      if (version.served) return [];
      return warning(
        `objects of ${name} may be stored as ${stored}, which is not served any more`,
        `Before the version goes: ${migrate}`,
      );
    }),
  );
}

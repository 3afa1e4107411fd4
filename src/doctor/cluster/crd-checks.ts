import { type Findings, findingsOf, ok, warning } from "../finding.js";
import type { ProjectInCluster } from "./cluster-facts.js";
import type { CrdFacts } from "./crd-facts.js";

export function checkCrds({ crds }: ProjectInCluster): Findings {
  if (crds.kind === "failed") return findingsOf(crds.error, "warning");
  const findings = crds.value.flatMap(findingsOfCrd);
  if (findings.length > 0 || crds.value.length === 0) return findings;
  return ok(
    `${crds.value.length} ${crds.value.length === 1 ? "installed CRD matches" : "installed CRDs match"} config/`,
  );
}

function findingsOfCrd({ name, installed, isSame, versions }: CrdFacts): Findings {
  if (installed === undefined) {
    return warning(`the CRD ${name} is not installed`, "Run `npm run install-crds` or `npm run deploy`.");
  }
  if (isSame === true) return [];
  if (isSame !== false) {
    return findingsOf(isSame, isSame.code === "cluster/forbidden" ? "warning" : "failure");
  }
  const lacking = versions.filter((version) => !installed.versions.includes(version.name));
  const what = lacking.length === 0 ? "" : `: it lacks ${lacking.map((version) => version.name).join(", ")}`;
  return warning(
    `the CRD ${name} in the cluster differs from config/${what}`,
    "Run `npm run install-crds`; `npm run install-crds -- --diff` only shows the differences.",
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
          message: `objects of ${name} may be stored as ${stored}, which config/ no longer contains`,
          hint: `The API server will reject the new CRD. Keep the version with @unserved, then run: ${migrate}`,
        };
      }
      if (version.served) return [];
      return warning(
        `objects of ${name} may be stored as ${stored}, which is no longer served`,
        `Before you remove the version, run: ${migrate}`,
      );
    }),
  );
}

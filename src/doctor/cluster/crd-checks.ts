import { type Findings, findingsOf, info, ok, skipped, warning } from "../finding.js";
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

/** Reports the clients that would fail without a version: as a warning if config/ no longer serves it. */
export function checkWriters({ crds }: ProjectInCluster): Findings {
  if (crds.kind === "failed") return [];
  return crds.value.flatMap(({ name, writers, versions, stored }): Findings => {
    if (writers.kind === "failed") {
      return skipped(`tsop cannot read who writes the objects of ${name}: ${writers.error.message}`);
    }
    return [...new Set(writers.value.map(({ version }) => version))].flatMap((version): Findings => {
      const clients = writers.value.filter((writer) => writer.version === version);
      const shown = clients.map(({ manager, last }) => `${manager} (last on ${last.slice(0, 10)})`).join(", ");
      const wanted = versions.find((each) => each.name === version);
      const message = `clients still write ${name} as ${version}`;
      if (wanted?.served === true)
        return info(`${message}, which is older than ${stored ?? "the storage version"}: ${shown}`);
      const fate = wanted === undefined ? "which config/ no longer contains" : "which config/ no longer serves";
      return warning(
        `${message}, ${fate}: ${shown}`,
        `Their requests will fail. Before you install the CRD, change them to ${stored ?? "a newer version"}.`,
      );
    });
  });
}

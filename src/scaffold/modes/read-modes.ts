import { isMap } from "yaml";
import { TsopError } from "../../core/errors.js";
import { listItems } from "../../core/yaml-list.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import type { Project } from "../../project/project.js";
import { defaultFile, managerName, rows } from "./default-kustomization.js";
import { findManager, managerFile } from "./manager-file.js";
import type { Modes } from "./modes.js";

/**
 * Reads the modes of the operator from its files.
 *
 * @throws TsopError `modes/changed-by-hand` without a kustomization to read, `yaml/invalid`
 */
export function readModes(files: Snapshot, { namespaced }: Pick<Project, "namespaced">): Modes {
  const text = files.read(defaultFile);
  if (text === undefined) {
    throw new TsopError(
      "modes/changed-by-hand",
      `${defaultFile} does not exist, and it contains the modes of the operator`,
      {
        hint: "Restore it (`git checkout`), or change the kustomization that replaces it.",
      },
    );
  }
  const resources = listItems(text, defaultFile, "resources");
  const isDaemonSet = listItems(text, defaultFile, "components").has(rows.daemonset);
  return {
    workload: isDaemonSet ? "daemonset" : "deployment",
    namespaced,
    metrics: resources.has(rows.metricsService),
    prometheus: resources.has(rows.prometheus),
    networkPolicy: resources.has(rows.networkPolicy),
    certManager: resources.has(rows.certManager),
    replicas: replicasIn(text) ?? (isDaemonSet ? 1 : ownReplicas(files)),
  };
}

/** Returns the number of replicas in the kustomization. */
function replicasIn(text: string): number | undefined {
  const entry = listItems(text, defaultFile, "replicas").get(managerName);
  const count = isMap(entry) ? entry.get("count") : undefined;
  return typeof count === "number" ? count : undefined;
}

/** Returns the number of replicas in the operator's own manifest. */
export function ownReplicas(files: Snapshot): number {
  const replicas = findManager(files.read(managerFile) ?? "")?.document.getIn(["spec", "replicas"]);
  return typeof replicas === "number" ? replicas : 1;
}

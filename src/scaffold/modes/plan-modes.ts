/** Turns modes on and off: changes lines in kustomizations, and creates missing files. */
import { isMap } from "yaml";
import { TsopError } from "../../core/errors.js";
import { listItems } from "../../core/yaml-list.js";
import { replaceWord, type ListItem } from "../../core/yaml-splice.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import type { Project } from "../../project/project.js";
import { initView, yamlText } from "../init.js";
import type { Placement } from "../placement.js";
import { hasWebhooks, planCertificates, planWebhookPolicy } from "../webhook/configuration.js";
import {
  defaultFile,
  managerName,
  metricsRoles,
  operatorPatch,
  policyFile,
  rbacFile,
  rows,
  setRow,
} from "./default-kustomization.js";
import {
  hasForeignCertificate,
  monitorFile,
  planCheckedMonitor,
  planMetricsCertificate,
} from "./metrics-certificate.js";
import { checkModes, type ModeChanges, type Modes } from "./modes.js";
import { planNamespaced } from "./namespaced.js";
import { ownReplicas, readModes } from "./read-modes.js";

/** The common input of the functions that plan a mode. */
interface Scene {
  readonly placement: Placement;
  readonly project: Project;
  /** The modes after the change. */
  readonly modes: Modes;
}

/**
 * Plans the requested modes, even if they are already set: this restores missing files.
 *
 * @returns how the operator will run
 * @throws TsopError `modes/contradiction`
 */
export async function placeModes(placement: Placement, project: Project, changes: ModeChanges): Promise<Modes> {
  const before = readModes(placement.tree, project);
  const modes = modesAfter(placement.tree, before, changes);
  const contradictions = checkModes(modes);
  if (contradictions.length > 0) throw TsopError.fromDiagnostics(contradictions);
  const scene: Scene = { placement, project, modes };
  if (changes.workload !== undefined) planWorkload(scene);
  if (changes.replicas !== undefined || modes.replicas !== before.replicas) planReplicas(scene);
  if (changes.metrics !== undefined) planMetrics(scene);
  if (changes.prometheus !== undefined) planPrometheus(scene);
  if (changes.networkPolicy !== undefined || changes.metrics !== undefined) planNetworkPolicy(scene);
  if (changes.certManager !== undefined) planCertManager(scene, changes.certManager);
  if (changes.namespaced !== undefined) await planNamespaced(placement, project, modes);
  return modes;
}

/** Returns the modes after the changes. A Deployment that replaces a DaemonSet has the replicas of its manifest. */
function modesAfter(files: Snapshot, before: Modes, changes: ModeChanges): Modes {
  const isRestored = before.workload === "daemonset" && changes.workload === "deployment";
  return { ...before, ...(isRestored ? { replicas: ownReplicas(files) } : {}), ...changes };
}

function planWorkload(scene: Scene): void {
  const { placement, modes } = scene;
  const isDaemonSet = modes.workload === "daemonset";
  planComponent(scene, "daemonset", isDaemonSet);
  setRow(placement, defaultFile, "components", rows.daemonset, isDaemonSet);
  if (isDaemonSet) widenTargets(placement);
}

/**
 * Extends the targets of patches. A component changes the kind before patches apply, so patches for a Deployment must
 * also match a DaemonSet.
 */
function widenTargets({ tree }: Placement): void {
  for (;;) {
    const text = tree.read(defaultFile) ?? "";
    const patches = [...listItems(text, defaultFile, "patches").values()].filter(isMap);
    const narrow = patches.find((patch) => patch.getIn(["target", "kind"]) === "Deployment");
    const widened = replaceWord(text, narrow?.getIn(["target", "kind"], true), "Deployment|DaemonSet");
    if (widened === undefined) return;
    tree.overwrite(defaultFile, widened);
  }
}

function planReplicas(scene: Scene): void {
  const { placement, modes } = scene;
  const { tree } = placement;
  const isDeployment = modes.workload === "deployment";
  const isSeveral = isDeployment && modes.replicas > 1;
  const count = String(modes.replicas);
  const item: ListItem = { id: managerName, text: `name: ${managerName}\ncount: ${count}` };
  const isNeeded = isDeployment && modes.replicas !== ownReplicas(tree);
  setRow(placement, defaultFile, "replicas", item, isNeeded);
  const text = tree.read(defaultFile) ?? "";
  const entry = listItems(text, defaultFile, "replicas").get(managerName);
  const node = isMap(entry) ? entry.get("count", true) : undefined;
  const counted = replaceWord(text, node, count);
  if (isNeeded && counted !== undefined) tree.overwrite(defaultFile, counted);
  planComponent(scene, "high-availability", isSeveral);
  setRow(placement, defaultFile, "components", rows.highAvailability, isSeveral);
}

function planMetrics(scene: Scene): void {
  const { placement, modes } = scene;
  const { metrics } = modes;
  if (metrics) {
    for (const role of metricsRoles) restore(scene, `config/rbac/${role}`);
    restore(scene, `config/default/${rows.metricsService}`);
    restore(scene, `config/default/${rows.metricsPatch}`);
  }
  setRow(placement, defaultFile, "resources", rows.metricsService, metrics);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.metricsPatch), metrics);
  for (const role of metricsRoles) setRow(placement, rbacFile, "resources", role, metrics);
  const isForeign = hasForeignCertificate(placement);
  if (isForeign && metrics) return;
  planMetricsCertificate(placement, metrics, (file) => restore(scene, file));
  if (metrics) planCheckedMonitor(placement, contentOf(scene, monitorFile));
  if (isForeign) {
    placement.next.push(`remove ${rows.foreignMetricsCertificatePatch} from ${defaultFile}: it configures metrics`);
  }
}

function planPrometheus(scene: Scene): void {
  const { placement, modes } = scene;
  if (modes.prometheus) {
    // The monitor's tlsConfig refers to the Secret, which does not exist in a project of an earlier scaffold.
    if (!placement.tree.exists(monitorFile)) {
      if (hasForeignCertificate(placement))
        placement.next.push(`set serverName in ${monitorFile} to a name in the certificate`);
      else planMetricsCertificate(placement, true, (file) => restore(scene, file));
    }
    restore(scene, monitorFile);
    restore(scene, "config/prometheus/kustomization.yaml");
  }
  setRow(placement, defaultFile, "resources", rows.prometheus, modes.prometheus);
}

/**
 * Plans policies that deny all traffic except traffic that a separate policy allows: metrics, and webhooks if the
 * project has any.
 */
function planNetworkPolicy(scene: Scene): void {
  const { placement, project, modes } = scene;
  const { metrics, networkPolicy } = modes;
  if (networkPolicy) {
    restore(scene, `config/network-policy/${rows.denyIngress}`);
    if (metrics) restore(scene, `config/network-policy/${rows.metricsPolicy}`);
    restore(scene, policyFile);
  }
  setRow(placement, defaultFile, "resources", rows.networkPolicy, networkPolicy);
  // Change the folder if it is usable, even if no kustomization uses it.
  const isUsable = placement.tree.exists(`config/network-policy/${rows.denyIngress}`);
  if (!isUsable || !placement.tree.exists(policyFile)) return;
  setRow(placement, policyFile, "resources", rows.denyIngress, true);
  setRow(placement, policyFile, "resources", rows.metricsPolicy, metrics);
  if (hasWebhooks(placement)) planWebhookPolicy({ placement, before: project, project });
}

function planCertManager({ placement, project }: Scene, certManager: boolean): void {
  if (hasWebhooks(placement)) planCertificates({ placement, before: project, project }, certManager);
  else if (certManager) {
    placement.refuse(
      "modes/contradiction",
      "the project has no webhooks, so cert-manager has no certificate to create",
      {
        hint: "Add webhooks: tsop create webhook --cert-manager … (see --help).",
      },
    );
  }
}

/** Creates a file with the content of `init`, if it is missing. */
function restore(scene: Scene, file: string): void {
  const { tree } = scene.placement;
  if (!tree.exists(file)) tree.create(file, contentOf(scene, file));
}

/** Returns the content that `init` gives a file. */
function contentOf({ placement, project }: Scene, file: string): string {
  return placement.templates.render(`init/${file}.hbs`, initView(project, ""));
}

/** Creates or deletes the folder of a component together with its line. Keeps files that the user has edited. */
function planComponent({ placement, project }: Scene, name: string, isWanted: boolean): void {
  const { tree, templates, kept } = placement;
  const view = { projectNameYaml: yamlText(project.projectName) };
  for (const template of templates.list(`modes/config/${name}/`)) {
    const file = template.slice("modes/".length).replace(/\.hbs$/, "");
    const content = templates.render(template, view);
    const present = tree.read(file);
    if (isWanted && present === undefined) tree.create(file, content);
    else if (!isWanted && present === content) tree.delete(file);
    else if (present !== undefined && present !== content) kept.push(file);
  }
}

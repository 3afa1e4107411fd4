/** What turns modes on and off: lines in kustomizations, and files where they are missing. */
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

/** What all that plans something here wants to know. */
interface Scene {
  readonly placement: Placement;
  readonly project: Project;
  /** What the operator will be. */
  readonly modes: Modes;
}

/**
 * Places what is asked for, also where it is so already: a file that is missing comes back.
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

/** How the operator will run. A Deployment that takes the place of a DaemonSet has the replicas that its manifest says. */
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

/** A component changes the kind before any patch is applied: patches for a Deployment have to fit a DaemonSet, too. */
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
    placement.next.push(`take ${rows.foreignMetricsCertificatePatch} out of ${defaultFile}: it is for metrics`);
  }
}

function planPrometheus(scene: Scene): void {
  const { placement, modes } = scene;
  if (modes.prometheus) {
    // Its tlsConfig names the Secret, which a project of an earlier scaffold does not have.
    if (!placement.tree.exists(monitorFile)) {
      if (hasForeignCertificate(placement))
        placement.next.push(`let serverName in ${monitorFile} be a name that the certificate has`);
      else planMetricsCertificate(placement, true, (file) => restore(scene, file));
    }
    restore(scene, monitorFile);
    restore(scene, "config/prometheus/kustomization.yaml");
  }
  setRow(placement, defaultFile, "resources", rows.prometheus, modes.prometheus);
}

/** All is closed but what a policy of its own opens: metrics here, webhooks where there are some. */
function planNetworkPolicy(scene: Scene): void {
  const { placement, project, modes } = scene;
  const { metrics, networkPolicy } = modes;
  if (networkPolicy) {
    restore(scene, `config/network-policy/${rows.denyIngress}`);
    if (metrics) restore(scene, `config/network-policy/${rows.metricsPolicy}`);
    restore(scene, policyFile);
  }
  setRow(placement, defaultFile, "resources", rows.networkPolicy, networkPolicy);
  // Of a folder that nobody uses, no more is asked than that it could be used.
  const isUsable = placement.tree.exists(`config/network-policy/${rows.denyIngress}`);
  if (!isUsable || !placement.tree.exists(policyFile)) return;
  setRow(placement, policyFile, "resources", rows.denyIngress, true);
  setRow(placement, policyFile, "resources", rows.metricsPolicy, metrics);
  if (hasWebhooks(placement)) planWebhookPolicy({ placement, before: project, project });
}

function planCertManager({ placement, project }: Scene, certManager: boolean): void {
  if (hasWebhooks(placement)) planCertificates({ placement, before: project, project }, certManager);
  else if (certManager) {
    placement.refuse("modes/contradiction", "there are no webhooks that cert-manager could make a certificate for", {
      hint: "Add some: tsop create webhook --cert-manager … (--help shows how).",
    });
  }
}

/** A file that `init` makes, where it is missing. */
function restore(scene: Scene, file: string): void {
  const { tree } = scene.placement;
  if (!tree.exists(file)) tree.create(file, contentOf(scene, file));
}

/** A file as `init` makes it. */
function contentOf({ placement, project }: Scene, file: string): string {
  return placement.templates.render(`init/${file}.hbs`, initView(project, ""));
}

/** The folder of a component comes and goes with its line, but for what somebody has edited. */
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

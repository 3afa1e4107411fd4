/** Compares the requested modes with the objects that config/default would render: the user may have edited the kustomization. */
import { realpathSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { withoutListItem } from "../core/yaml-list.js";
import type { KubeObject } from "../kube/objects.js";
import { type FileAction, type Snapshot, snapshotAfter } from "../machinery/snapshot.js";
import { Tree } from "../machinery/tree.js";
import { render } from "../render/render.js";
import { defaultFile, managerName, rows, webhookFile } from "../scaffold/modes/default-kustomization.js";
import { managerFile } from "../scaffold/modes/manager-file.js";
import type { ModeChanges, Modes } from "../scaffold/modes/modes.js";
import { plannedFiles } from "./planned-files.js";

/** The files, and the planned changes to them. */
export interface PlannedChanges {
  readonly files: Snapshot;
  readonly actions: readonly FileAction[];
}

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
}

interface WorkloadObject extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: {
      readonly metadata?: { labels?: Record<string, string> };
      readonly spec?: { readonly containers?: readonly Container[] };
    };
  };
}

/**
 * Checks the rendered objects. If rendering config/default fails and already failed before, returns the render error.
 *
 * @throws TsopError `modes/no-effect`, or the render error if rendering worked before
 */
export function checkRendered(
  root: string,
  { files, actions }: PlannedChanges,
  modes: Modes,
  changes: ModeChanges,
): TsopError | undefined {
  let objects: KubeObject[];
  try {
    objects = objectsAfter(root, { files, actions });
  } catch (error) {
    if (error instanceof TsopError && !rendersNow(root, files)) return error;
    throw error;
  }
  const problems = findProblems(objects, modes, changes);
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return undefined;
}

function rendersNow(root: string, files: Snapshot): boolean {
  try {
    objectsAfter(root, { files, actions: [] });
    return true;
  } catch {
    return false;
  }
}

/** Renders without the CRDs and the webhook configurations, because `tsop manifests` may not have generated them yet. */
function objectsAfter(root: string, { files, actions }: PlannedChanges): KubeObject[] {
  const tree = new Tree(snapshotAfter(files, actions));
  tree.write(defaultFile, withoutListItem(tree.read(defaultFile) ?? "", defaultFile, "resources", "../crd"));
  const webhooks = tree.read(webhookFile);
  if (webhooks !== undefined) {
    tree.write(webhookFile, withoutListItem(webhooks, webhookFile, "resources", rows.webhookManifests));
  }
  const realRoot = realpathSync(root);
  const planned = plannedFiles(realRoot, [...actions, ...tree.actions()]);
  // Rendering has checked that each object has an apiVersion, a kind, and a name.
  return render(path.join(realRoot, path.dirname(defaultFile)), planned, realRoot).objects() as unknown as KubeObject[];
}

function findProblems(objects: readonly KubeObject[], modes: Modes, changes: ModeChanges): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const expect = (isSo: boolean, message: string, hint: string, file = defaultFile): void => {
    if (!isSo) problems.push({ code: "modes/no-effect", severity: "error", message, at: { file }, hint });
  };
  const kind = modes.workload === "daemonset" ? "DaemonSet" : "Deployment";
  const workloads = objects.filter(isOperator);
  const operator = workloads.find((each) => each.kind === kind);
  if (operator === undefined || workloads.length > 1) {
    const found = workloads.map((each) => each.kind).join(" and ") || "neither Deployment nor DaemonSet";
    expect(
      false,
      `this change would generate ${found} for the operator, not a ${kind}`,
      `Let the kustomization generate one ${kind} whose pods have the label control-plane: ${managerName}.`,
    );
    return problems;
  }
  const containers = operator.spec?.template?.spec?.containers ?? [];
  const container = containers.find(({ name }) => name === "manager") ?? containers[0];
  const args = container?.args ?? [];
  if (changes.metrics !== undefined) {
    const address = args.findLast((arg) => arg.startsWith("--metrics-bind-address="))?.split("=")[1] ?? "0";
    const [isOn, wanted] = modes.metrics
      ? ["off", "add --metrics-bind-address=:8443 to"]
      : ["on", "remove --metrics-bind-address from"];
    expect(
      (address !== "0") === modes.metrics,
      `metrics would still be ${isOn}`,
      `Another patch or manifest configures them: ${wanted} the operator's args by hand.`,
    );
  }
  if (changes.namespaced !== undefined) {
    const isLimited = container?.env?.some(({ name }) => name === "WATCH_NAMESPACE") === true;
    expect(
      isLimited === modes.namespaced,
      `WATCH_NAMESPACE would ${isLimited ? "still" : "not"} be set`,
      `Look for patches that change the env of the operator's container.`,
    );
  }
  if (changes.replicas !== undefined && kind === "Deployment") {
    const replicas = operator.spec?.replicas ?? 1;
    expect(
      replicas === modes.replicas,
      `this change would result in ${replicas} replicas`,
      "Look for patches that set replicas.",
    );
  }
  if (changes.replicas !== undefined || changes.workload !== undefined) {
    const isElected = args.findLast((arg) => /^--leader-elect(=|$)/.test(arg));
    expect(
      (kind === "Deployment" && modes.replicas === 1) ||
        (isElected !== undefined && isElected !== "--leader-elect=false"),
      "several pods would reconcile at the same time, because the operator runs without --leader-elect",
      "Add --leader-elect to its args, then repeat the command.",
      managerFile,
    );
  }
  return problems;
}

function isOperator(object: KubeObject): object is WorkloadObject {
  if (object.kind !== "Deployment" && object.kind !== "DaemonSet") return false;
  // The kinds have this shape, and rendering keeps it.
  const labels = (object as WorkloadObject).spec?.template?.metadata?.labels;
  return labels?.["control-plane"] === managerName;
}

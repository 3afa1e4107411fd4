/** Prepares a file of objects that a single `kubectl apply -f` installs: their order, and the problems with them. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { parseApiVersion } from "../../core/gvk.js";
import { annotationLimit, lastAppliedAnnotation } from "../../kube/last-applied.js";
import type { KubeObject } from "../../kube/objects.js";
import { showObject } from "./object-id.js";
import { isNamespace, planDeploy } from "./plan.js";

export interface Installer {
  /** The objects in the order in which they can be applied. */
  readonly objects: readonly KubeObject[];
  /**
   * The objects of kinds that the installer defines. kubectl looks up all kinds before it applies anything, so these
   * objects need a separate file.
   */
  readonly ownObjects: readonly KubeObject[];
  readonly warnings: readonly Diagnostic[];
}

export function planInstaller(all: readonly KubeObject[]): Installer {
  const phases = planDeploy(all);
  const isOwn = ({ name }: { readonly name: string }): boolean => name === "custom-resources";
  const objects = phases.filter((phase) => !isOwn(phase)).flatMap((phase) => phase.objects);
  const ownObjects = phases.filter(isOwn).flatMap((phase) => phase.objects);
  const needs = [missingKinds(objects), missingNamespaces(all)].filter((found) => found !== undefined);
  return { objects, ownObjects, warnings: [...needs, ...all.flatMap(tooLarge)] };
}

/** Kubernetes' own groups have no dot, or this ending. */
function isBuiltIn(group: string): boolean {
  return !group.includes(".") || group.endsWith(".k8s.io");
}

function missingKinds(objects: readonly KubeObject[]): Diagnostic | undefined {
  const foreign = objects.filter(({ apiVersion }) => !isBuiltIn(parseApiVersion(apiVersion).group));
  if (foreign.length === 0) return undefined;
  const kinds = [...new Set(foreign.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`))];
  return {
    code: "installer/needs",
    severity: "warning",
    message: `the installer requires a cluster that already serves ${kinds.join(", ")}`,
    hint: `Tell its users to install these kinds first, or remove ${foreign.map(showObject).join(", ")}.`,
  };
}

/** The namespaces of every cluster. Source: pkg/controlplane/controller/systemnamespaces. */
const everywhere = ["default", "kube-system", "kube-public", "kube-node-lease"];

function missingNamespaces(objects: readonly KubeObject[]): Diagnostic | undefined {
  const there = new Set([...everywhere, ...objects.filter(isNamespace).map(({ metadata }) => metadata.name)]);
  const named = objects.map(({ metadata }) => metadata.namespace ?? "").filter((name) => name !== "");
  const missing = [...new Set(named)].filter((name) => !there.has(name));
  if (missing.length === 0) return undefined;
  return {
    code: "installer/needs",
    severity: "warning",
    message: `the installer requires a cluster that already has the namespace ${missing.join(" and ")}`,
    hint: "Add the Namespace to the resources of the kustomization, or tell its users to create it.",
  };
}

function tooLarge(object: KubeObject): Diagnostic[] {
  // kubectl's copy is JSON with a line break, and has an empty map of annotations if there are none.
  const { annotations = {} } = object.metadata;
  const copy = JSON.stringify({ ...object, metadata: { ...object.metadata, annotations } });
  const all = { ...annotations, [lastAppliedAnnotation]: `${copy}\n` };
  const bytes = Object.entries(all).reduce((sum, entry) => sum + Buffer.byteLength(entry.join("")), 0);
  if (bytes <= annotationLimit) return [];
  return [
    {
      code: "installer/too-large",
      severity: "warning",
      message: `${showObject(object)} has ${Math.ceil(bytes / 1024)} kB: \`kubectl apply\` cannot install it, only \`kubectl apply --server-side\``,
      hint: "Tell the users of the installer, or make the object smaller: for a CRD, @maxDescLen 0 omits the descriptions.",
    },
  ];
}

/** config/manager/manager.yaml: the operator's workload, and the namespaces that it watches. */
import { type Document, isMap, isSeq, type YAMLMap } from "yaml";
import { parseYamlDocuments } from "../../core/yaml.js";
import { addItem, idOf, takeItem } from "../../core/yaml-splice.js";
import type { Placement } from "../placement.js";

export const managerFile = "config/manager/manager.yaml";

const watchNamespace = {
  id: "WATCH_NAMESPACE",
  text: [
    "name: WATCH_NAMESPACE # the namespaces, separated by commas; here: the operator's own namespace",
    "valueFrom:",
    "  fieldRef:",
    "    fieldPath: metadata.namespace",
  ].join("\n"),
};

export interface ManagerWorkload {
  readonly document: Document.Parsed;
  /** The operator's container: the container named manager, or the only container. */
  readonly container: YAMLMap | undefined;
}

/** @throws TsopError `yaml/invalid` */
export function findManager(text: string): ManagerWorkload | undefined {
  const document = parseYamlDocuments(text, managerFile).find((each) =>
    ["Deployment", "DaemonSet", "StatefulSet"].includes(String(each.get("kind"))),
  );
  if (document === undefined) return undefined;
  const containers = document.getIn(["spec", "template", "spec", "containers"]);
  const all = isSeq(containers) ? containers.items.filter(isMap) : [];
  return {
    document,
    container: all.find((each) => idOf(each) === "manager") ?? (all.length === 1 ? all[0] : undefined),
  };
}

/** Configures the operator to watch its own namespace, or all namespaces. Preserves namespaces that the user has set. */
export function planWatchNamespace(placement: Placement, isNamespaced: boolean): void {
  const text = placement.tree.read(managerFile) ?? "";
  const container = findManager(text)?.container;
  const present = variableIn(container, watchNamespace.id);
  const isOurs = present?.getIn(["valueFrom", "fieldRef", "fieldPath"]) === "metadata.namespace";
  if (container !== undefined && (present !== undefined) === isNamespaced) return;
  if (present !== undefined && !isOurs) {
    const message = "WATCH_NAMESPACE was edited: it names other namespaces than the scaffold";
    const hint = "Remove WATCH_NAMESPACE from env, then repeat the command.";
    placement.refuse("modes/changed-by-hand", message, { file: managerFile, hint });
    return;
  }
  const changed =
    container === undefined
      ? undefined
      : isNamespaced
        ? addItem(text, container, "env", watchNamespace, { keys: ["name", "image", "command", "args", "env"] })
        : takeItem(text, container, "env", watchNamespace.id);
  if (changed !== undefined) {
    placement.change(managerFile, changed);
    return;
  }
  placement.refuse("modes/changed-by-hand", "tsop finds no container called manager to change its environment", {
    file: managerFile,
    hint: isNamespaced
      ? `Add this to the operator's container, then repeat the command:\nenv:\n- ${watchNamespace.text.replaceAll("\n", "\n  ")}`
      : "Remove WATCH_NAMESPACE from the operator's container, then repeat the command.",
  });
}

/** Returns a variable of a container. */
export function variableIn(container: YAMLMap | undefined, name: string): YAMLMap | undefined {
  const env = container?.get("env");
  return isSeq(env) ? env.items.filter(isMap).find((each) => idOf(each) === name) : undefined;
}

/** The namespaces that an operator watches: by the install mode that a user chooses, and those that its bundle supports. */
import { nearest } from "../../core/suggest.js";
import { type InstallModeType, installModeTypes } from "../csv.js";
import type { ReadCsv } from "../read/csv-shape.js";

export interface Targets {
  readonly mode: InstallModeType;
  /** Empty for all namespaces. */
  readonly namespaces: readonly string[];
}

export type TargetsReading =
  | { readonly kind: "targets"; readonly targets: Targets }
  /** The text is not an install mode. */
  | { readonly kind: "invalid"; readonly message: string; readonly hint: string }
  /** The bundle does not support the mode. */
  | { readonly kind: "unsupported"; readonly message: string; readonly hint: string };

/** Reads `AllNamespaces`, `OwnNamespace`, `SingleNamespace=NAME` or `MultiNamespace=NAME,NAME`. */
export function chooseTargets(csv: ReadCsv, given: string | undefined, namespace: string): TargetsReading {
  const supported = supportedModes(csv);
  if (given === undefined) return defaultTargets(supported, namespace);
  const [name = "", ...rest] = given.split("=");
  const mode = installModeTypes.find((each) => each === name);
  const names = rest
    .join("=")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const fault = mode === undefined ? unknownMode(name) : valueFault(mode, names);
  if (mode === undefined || fault !== undefined) {
    return {
      kind: "invalid",
      message: `--install-mode ${JSON.stringify(given)}: ${fault?.message ?? ""}`,
      hint: fault?.hint ?? "",
    };
  }
  const namespaces = mode === "OwnNamespace" ? [namespace] : [...new Set(names)];
  const needed = neededModes(mode, namespaces, namespace);
  const missing = needed.find((each) => !supported.includes(each));
  if (missing === undefined) return { kind: "targets", targets: { mode, namespaces } };
  return {
    kind: "unsupported",
    message: `the bundle does not support the install mode ${missing}`,
    hint: `It supports ${supported.join(", ") || "none"}: choose another --install-mode.`,
  };
}

function supportedModes({ spec = {} }: ReadCsv): readonly InstallModeType[] {
  const modes = (spec.installModes ?? []).filter(({ supported }) => supported === true).map(({ type }) => type);
  return installModeTypes.filter((each) => modes.includes(each));
}

function defaultTargets(supported: readonly InstallModeType[], namespace: string): TargetsReading {
  if (supported.includes("AllNamespaces")) {
    return { kind: "targets", targets: { mode: "AllNamespaces", namespaces: [] } };
  }
  if (supported.includes("OwnNamespace")) {
    return { kind: "targets", targets: { mode: "OwnNamespace", namespaces: [namespace] } };
  }
  const others = supported.map((each) => `--install-mode ${each}=NAMESPACE`).join(" or ");
  return {
    kind: "unsupported",
    message: "the bundle supports neither the install mode AllNamespaces nor OwnNamespace",
    hint: others === "" ? "The bundle supports no install mode: correct spec.installModes." : `Pass ${others}.`,
  };
}

function unknownMode(name: string): { readonly message: string; readonly hint: string } {
  const meant = nearest(name, installModeTypes);
  return {
    message: `there is no install mode ${JSON.stringify(name)}`,
    hint: meant === undefined ? `Choose one of ${installModeTypes.join(", ")}.` : `Did you mean ${meant}?`,
  };
}

function valueFault(
  mode: InstallModeType,
  names: readonly string[],
): { readonly message: string; readonly hint: string } | undefined {
  if (mode === "AllNamespaces" || mode === "OwnNamespace") {
    if (names.length === 0) return undefined;
    return {
      message: `${mode} has no value`,
      hint: `Write --install-mode ${mode}, and the namespace with --namespace.`,
    };
  }
  if (names.length === 0) {
    return { message: "it names no namespace", hint: `Write --install-mode ${mode}=NAMESPACE.` };
  }
  if (mode === "MultiNamespace" || names.length === 1) return undefined;
  return { message: "it names several namespaces", hint: `Write --install-mode MultiNamespace=${names.join(",")}.` };
}

/** OLM derives the modes from the namespaces of the OperatorGroup. */
function neededModes(
  mode: InstallModeType,
  namespaces: readonly string[],
  namespace: string,
): readonly InstallModeType[] {
  if (mode === "AllNamespaces" || !namespaces.includes(namespace)) return [mode];
  return namespaces.length === 1 ? ["OwnNamespace"] : [mode, "OwnNamespace"];
}

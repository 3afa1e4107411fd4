import { effectiveGates } from "../apiserver/features/features.js";
import { type KnownGate, readKnownGates } from "../apiserver/recorded-gates.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";

export interface FeatureGates {
  readonly gates: Readonly<Record<string, boolean>>;
  readonly warnings: readonly Diagnostic[];
}

const values: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "1"].map((text) => [text, true] as const),
  ...["false", "f", "0"].map((text) => [text, false] as const),
]);

/**
 * Parses feature gates as kube-apiserver does: `WatchList=false`, several separated by commas.
 *
 * @throws TsopError `usage/invalid-argument` with all invalid gates
 */
export function parseFeatureGates(texts: readonly string[], version: KubernetesVersion): FeatureGates {
  const known = readKnownGates(version);
  const entries = texts.flatMap((text) => text.split(",")).filter((text) => text.trim() !== "");
  const parsed = entries.map((entry) => parseGate(entry.trim(), known));
  const problems = parsed.flatMap((each) => (typeof each === "string" ? each : []));
  if (problems.length > 0) {
    throw new TsopError("usage/invalid-argument", `--feature-gates: ${problems.join("; ")}`, {
      hint: `Write NAME=true or NAME=false. These have an effect: ${effectiveGates.join(", ")}.`,
    });
  }
  const gates = Object.fromEntries(parsed.filter((each) => typeof each !== "string"));
  const idle = Object.entries(gates)
    .filter(([name, isOn]) => !effectiveGates.includes(name) && known.get(name)?.isOn !== isOn)
    .map(([name]) => name);
  return { gates, warnings: idle.length === 0 ? [] : [withoutEffect(idle)] };
}

/** Returns a description of the problem if there is one. */
function parseGate(entry: string, known: ReadonlyMap<string, KnownGate>): readonly [string, boolean] | string {
  const [name = "", text = ""] = entry.split("=", 2);
  const gate = known.get(name);
  if (gate === undefined) {
    const suggestion = nearest(name, known.keys());
    const hint = suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`;
    return `unrecognized feature gate: ${name}${hint}`;
  }
  const isOn = values.get(text.toLowerCase());
  if (isOn === undefined) return `${name} must be true or false, not ${JSON.stringify(text)}`;
  if (gate.isLocked === true && isOn !== gate.isOn) {
    return `cannot set feature gate ${name} to ${String(isOn)}, feature is locked to ${String(gate.isOn)}`;
  }
  return [name, isOn];
}

function withoutEffect(names: readonly string[]): Diagnostic {
  return {
    code: "apiserver/gate-without-effect",
    severity: "warning",
    message: `the embedded API server does not have the feature: ${names.join(", ")}`,
    hint: `These gates have an effect: ${effectiveGates.join(", ")}.`,
  };
}

/** The options of a test environment that only the embedded server has. */
import { isIP } from "node:net";
import { isOptionalController, optionalControllers } from "../../apiserver/controllers/optional-controllers.js";
import { effectiveGates } from "../../apiserver/features/features.js";
import { TsopError } from "../../core/errors.js";
import { checkOptions } from "./check-options.js";
import type { TestEnvironmentOptions } from "./options.js";

const names = ["controllers", "audit", "featureGates", "bindAddress"] as const;

/** Returns whether an option requires the embedded server. */
export function needsEmbedded(options: TestEnvironmentOptions): boolean {
  const { clock, lagMs, kubernetesVersion } = options;
  return [clock, lagMs, kubernetesVersion, ...names.map((name) => options[name])].some(
    (option) => option !== undefined,
  );
}

/** @throws TsopError `usage/invalid-argument` */
export function checkEmbeddedOnly(call: string, options: TestEnvironmentOptions): void {
  const { server, controllers = [], featureGates, bindAddress } = options;
  const unsupported = server === "real" ? names.find((name) => options[name] !== undefined) : undefined;
  if (unsupported !== undefined) {
    throw new TsopError("usage/invalid-argument", `${call}: a real API server does not support ${unsupported}`, {
      hint: 'Omit `server: "real"`.',
    });
  }
  const named: readonly string[] = controllers;
  const unknown = named.find((name) => !isOptionalController(name));
  if (unknown !== undefined) {
    throw new TsopError("usage/invalid-argument", `${call}: unknown controller ${JSON.stringify(unknown)}`, {
      hint: `The controllers: ${optionalControllers.join(", ")}.`,
    });
  }
  if (featureGates !== undefined) checkGates(call, featureGates);
  if (bindAddress === undefined || isIP(bindAddress) !== 0) return;
  throw new TsopError("usage/invalid-argument", `${call}: invalid bindAddress ${JSON.stringify(bindAddress)}`, {
    hint: 'Pass an IP address of this machine, or "0.0.0.0" for all of them.',
  });
}

function checkGates(call: string, gates: Readonly<Record<string, boolean>>): void {
  checkOptions(`${call}, featureGates,`, gates, effectiveGates);
  const wrong = Object.entries(gates).find(([, isOn]) => typeof isOn !== "boolean");
  if (wrong === undefined) return;
  const [name, value] = wrong;
  const problem = `${call}: the feature gate ${name} must be true or false, not ${JSON.stringify(value)}`;
  throw new TsopError("usage/invalid-argument", problem, { hint: `Write featureGates: { ${name}: false }.` });
}

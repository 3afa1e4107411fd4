import { type Diagnostic, formatDiagnostic } from "../../../core/diagnostic.js";
import { TsopError } from "../../../core/errors.js";
import { nearest } from "../../../core/suggest.js";
import { parseLabelSelector } from "../../../kube/label-selector.js";
import { readBundle } from "../../../olm/read/read-bundle.js";
import { multiarchRules } from "../../../olm/validate/rules/multiarch.js";
import { type Finding, toDiagnostic, validateBundle } from "../../../olm/validate/validate-bundle.js";
import { type Validator, validators } from "../../../olm/validate/validators.js";
import type { CommandResult, Context } from "../../context.js";
import type { BundleValidateOptions } from "../../declared/olm-validate.js";
import { gatherBundle } from "../bundle-source.js";
import { runExternalValidators } from "./external-validators.js";
import { platformsOf, readOptionalValues } from "./optional-values.js";

/**
 * Validates a bundle. Writes nothing.
 *
 * @throws TsopError the errors of `gatherBundle`, of the optional values and of external validators, and
 *   `usage/invalid-argument` for a selector that selects no validator
 */
export async function bundleValidate(
  {
    bundle: given = "bundle",
    selectOptional,
    listOptional,
    optionalValues = [],
    alphaSelectExternal: external = "",
    strict,
    tlsVerify = true,
  }: BundleValidateOptions,
  context: Context,
): Promise<CommandResult> {
  if (listOptional === true) return optionalValidators();
  const selected = selectValidators(selectOptional);
  const values = readOptionalValues(optionalValues, context);
  const source = await gatherBundle(given, tlsVerify, context);
  const { shown } = source;
  const bundle = readBundle(source.files, shown);
  const needsImages = selected.some(({ rules }) => rules === multiarchRules);
  const platforms = needsImages ? { platforms: await platformsOf(bundle, tlsVerify, context) } : {};
  const findings = [
    ...validateBundle(bundle, selected, { ...values, ...platforms }),
    ...(external === "" ? [] : await runExternalValidators(external, source, context)),
  ];
  const isFailed = findings.some(({ severity }) => severity === "error" || strict === true);
  const diagnostics = findings.map(toDiagnostic);
  return {
    text: [...diagnostics.map(formatDiagnostic), summaryOf(shown, findings, selected)].join("\n"),
    json: jsonOf(findings, diagnostics, !isFailed),
    diagnostics,
    exitCode: isFailed ? 1 : 0,
  };
}

/** Returns the validators that always run, and the optional ones with these labels. */
function selectValidators(selector: string | undefined): readonly Validator[] {
  const always = validators.filter(({ labels }) => labels === undefined);
  if (selector === undefined) return always;
  const matches = parseLabelSelector(selector);
  const optional = validators.filter(({ labels = [] }) => labels.some(matches));
  if (optional.length > 0) return [...always, ...optional];
  const names = validators.flatMap(({ labels }) => labels?.map(({ name = "" }) => name) ?? []);
  const meant = nearest(selector.slice(selector.indexOf("=") + 1), names);
  throw new TsopError("usage/invalid-argument", `--select-optional ${selector} selects no validator`, {
    hint: `${meant === undefined ? "" : `Did you mean name=${meant}? `}\`tsop bundle validate --list-optional\` lists all.`,
  });
}

function optionalValidators(): CommandResult {
  const optional = validators.flatMap(({ name, summary, labels }) => {
    const [main] = labels ?? [];
    return main === undefined ? [] : [{ name, labels: main, summary }];
  });
  const lines = optional.map(({ name, labels, summary }) => {
    const shown = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
    return `${name.padEnd(24)}${shown.join(",").padEnd(54)}${summary}`;
  });
  return {
    text: [`${"NAME".padEnd(24)}${"LABELS".padEnd(54)}DESCRIPTION`, ...lines].join("\n"),
    json: { validators: optional },
  };
}

function summaryOf(source: string, findings: readonly Finding[], selected: readonly Validator[]): string {
  const count = (severity: Finding["severity"]): number => findings.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const rules = new Set(selected.flatMap((validator) => validator.rules.map(({ name }) => name))).size;
  return `${source}: ${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"} (${rules} rules)`;
}

/** `passed` and `outputs` are the result of `operator-sdk bundle validate --output json-alpha1`. */
function jsonOf(
  findings: readonly Finding[],
  diagnostics: readonly Diagnostic[],
  passed: boolean,
): Readonly<Record<string, unknown>> {
  return {
    passed,
    outputs: diagnostics.map(({ severity, message }) => ({ type: severity, message })),
    findings: findings.map(({ validator, rule, severity, isOwn, message, at, hint }) => ({
      ...{ validator, rule, severity, own: isOwn, message, at, hint },
    })),
  };
}

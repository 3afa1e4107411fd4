/** Runs validators on a bundle. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { compareLocations, type SourceLocation } from "../../core/source-location.js";
import type { Bundle } from "../read/bundle.js";
import type { OptionalValues } from "./optional-values.js";
import { factsOf, type RuleSeverity } from "./rule.js";
import type { Validator } from "./validators.js";

export interface Finding {
  readonly validator: string;
  readonly rule: string;
  readonly severity: RuleSeverity;
  /** Whether Operator Framework's validators lack the rule. */
  readonly isOwn: boolean;
  readonly message: string;
  readonly at: SourceLocation;
  readonly hint: string;
}

/** Runs the rules of these validators. */
export function validateBundle(
  bundle: Bundle,
  validators: readonly Validator[],
  values: OptionalValues = {},
): readonly Finding[] {
  const facts = factsOf(bundle, values);
  const findings = validators.flatMap(({ name, rules }) =>
    rules.flatMap((rule) =>
      rule.check(facts).map(({ at, message, hint = rule.hint }): Finding => {
        const { severity, isOwn = false } = rule;
        return { ...{ validator: name, rule: rule.name, severity, isOwn }, message, at, hint };
      }),
    ),
  );
  return findings.toSorted((left, right) => compareLocations(left.at, right.at));
}

/** Adds the name of the rule to the message, so that users can find it in the documentation. */
export function toDiagnostic({ rule, severity, message, at, hint }: Finding): Diagnostic {
  return { code: "bundle/invalid", severity, message: `${message} [${rule}]`, at, hint };
}

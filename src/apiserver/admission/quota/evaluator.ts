import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import type { AdmissionAttributes } from "../../resource.js";
import type { Amounts } from "../../types/amount.js";
import { selects } from "../../selectors/selected-labels.js";

/** Measures the quota usage of the objects of one resource. */
export interface Evaluator {
  /** Whether a write may change the usage. */
  handles(attributes: AdmissionAttributes): boolean;
  /** Whether objects count for this name in a quota: `requests.cpu`. */
  measures(name: string): boolean;
  /** Returns why an object cannot be measured by these names. */
  findMissing?(names: readonly string[], object: ApiObject): string | undefined;
  matchesScope(scope: Scope, object: ApiObject): boolean;
  usage(object: ApiObject, now: number): Amounts;
}

export interface Scope {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A scope given by its name alone uses the operator `Exists`. */
function scopesOf(quota: ApiObject): Scope[] {
  const spec = objectOf(quota, "spec");
  const named = textsOf(spec, "scopes").map((scopeName) => ({ scopeName, operator: "Exists", values: [] }));
  return [...named, ...objectsOf(objectOf(spec, "scopeSelector"), "matchExpressions").map(readScope)];
}

function readScope(expression: JsonObject): Scope {
  return {
    scopeName: textOf(expression, "scopeName"),
    operator: textOf(expression, "operator"),
    values: textsOf(expression, "values"),
  };
}

/** Matches a scope against the name of a class; an empty name is no class. */
export function matchesName({ scopeName, operator, values }: Scope, name: string): boolean {
  return selects(
    { matchExpressions: [{ key: scopeName, operator, values: [...values] }] },
    name === "" ? {} : { [scopeName]: name },
  );
}

export function matchesScopes(evaluator: Evaluator, quota: ApiObject, object: ApiObject): boolean {
  return scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object));
}

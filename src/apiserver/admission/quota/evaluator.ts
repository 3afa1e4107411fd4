import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import type { AdmissionAttributes } from "../../resource.js";
import type { Amounts } from "../../types/amount.js";
import { selects } from "../../selectors/selected-labels.js";

/** Knows what objects of one resource take of quotas. */
export interface Evaluator {
  /** Whether such a write may change what is taken. */
  handles(attributes: AdmissionAttributes): boolean;
  /** Whether objects take of what a quota names so: `requests.cpu`. */
  measures(name: string): boolean;
  /** Why an object cannot be measured by these names. */
  findMissing?(names: readonly string[], object: ApiObject): string | undefined;
  matchesScope(scope: Scope, object: ApiObject): boolean;
  usage(object: ApiObject, now: number): Amounts;
}

export interface Scope {
  readonly scopeName: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A scope by its name alone asks whether there is something of it. */
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

/** Of scopes that ask for the name of a class: empty is none. */
export function matchesName({ scopeName, operator, values }: Scope, name: string): boolean {
  return selects(
    { matchExpressions: [{ key: scopeName, operator, values: [...values] }] },
    name === "" ? {} : { [scopeName]: name },
  );
}

export function matchesScopes(evaluator: Evaluator, quota: ApiObject, object: ApiObject): boolean {
  return scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object));
}

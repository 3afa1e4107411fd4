/**
 * The errors of a value, collected as kube-openapi's validator does it: each message is kept once. The number of passed
 * checks is counted, because it decides which branch of an anyOf or oneOf is reported.
 * Sources: k8s.io/kube-openapi/pkg/validation/validate/result.go,
 * k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go.
 */
import { type FieldError, invalid, noPath, typeInvalid } from "../../core/field-error.js";
import type { Json } from "../../core/json.js";
import type { CorrelatedValue } from "./correlated-value.js";

export interface ValueValidator {
  isValid(value: Json): boolean;
  /** `correlation`: the value beside the value that it replaces; errors in unchanged parts are ignored. */
  validate(value: Json, path: string, correlation?: CorrelatedValue): ValueResult;
}

export interface ValueFault {
  /** Empty for a logical operator as a whole: the message names the path, and the error has none. */
  readonly path: string;
  readonly text: string;
  readonly toError: (field: string) => FieldError;
}

export function invalidValue(path: string, value: Json, text: string): ValueFault {
  return { path, text, toError: (field) => invalid(field, value, text) };
}

export function wrongType(path: string, value: Json, text: string): ValueFault {
  return { path, text, toError: (field) => typeInvalid(field, value, text) };
}

export class ValueResult {
  readonly faults: ValueFault[] = [];
  readonly #texts = new Set<string>();
  passed = 0;

  get isValid(): boolean {
    return this.faults.length === 0;
  }

  add(fault: ValueFault): void {
    if (this.#texts.has(fault.text)) return;
    this.#texts.add(fault.text);
    this.faults.push(fault);
  }

  merge(other: ValueResult): void {
    for (const fault of other.faults) this.add(fault);
    this.passed += other.passed;
  }

  /** Returns the same result without errors, because they existed before. */
  forgiven(): ValueResult {
    const result = new ValueResult();
    result.passed = this.passed;
    return result;
  }
}

/** `base`: the path of a value that is validated separately (`status`). */
export function toFieldErrors(faults: readonly ValueFault[], base = ""): FieldError[] {
  return faults.map(({ path, toError }) => {
    const name = path.startsWith(".") ? path.slice(1) : path;
    return toError([base, name].filter((part) => part !== "").join(".") || noPath);
  });
}

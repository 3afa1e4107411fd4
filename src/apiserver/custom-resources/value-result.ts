/**
 * What is wrong with a value, gathered as kube-openapi's validator does it: the same text is kept once, and checks that were
 * passed are counted, for the count decides which branch of an anyOf or oneOf explains itself.
 * Sources: k8s.io/kube-openapi/pkg/validation/validate/result.go, k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go.
 */
import { type FieldError, invalid, noPath, typeInvalid } from "../../core/field-error.js";
import type { Json } from "../../core/json.js";
import type { CorrelatedValue } from "./correlated-value.js";

export interface ValueValidator {
  isValid(value: Json): boolean;
  /** `correlation`: the value beside the one that it replaces; what is wrong with unchanged parts of it is passed over. */
  validate(value: Json, path: string, correlation?: CorrelatedValue): ValueResult;
}

export interface ValueFault {
  /** Empty of a whole: its text names the place, and the error has none. */
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

  /** The same without its faults: they were there before. */
  forgiven(): ValueResult {
    const result = new ValueResult();
    result.passed = this.passed;
    return result;
  }
}

/** `base`: where the value is, for values that are validated on their own (`status`). */
export function toFieldErrors(faults: readonly ValueFault[], base = ""): FieldError[] {
  return faults.map(({ path, toError }) => {
    const name = path.startsWith(".") ? path.slice(1) : path;
    return toError([base, name].filter((part) => part !== "").join(".") || noPath);
  });
}

/**
 * What is wrong with a value, gathered as kube-openapi's validator does it: the same text is kept once, and checks that were
 * passed are counted, for the count decides which branch of an anyOf or oneOf explains itself.
 * Sources: k8s.io/kube-openapi/pkg/validation/validate/result.go, k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go.
 */
import {
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
  type FieldError,
} from "../../core/field-error.js";
import { toGoJson } from "../../core/go-value.js";
import type { Json } from "../../core/json.js";
import type { CorrelatedValue } from "./correlated-value.js";

export interface ValueValidator {
  isValid(value: Json): boolean;
  /** `correlation`: the value beside the one that it replaces; what is wrong with unchanged parts of it is passed over. */
  validate(value: Json, path: string, correlation?: CorrelatedValue): ValueResult;
}

export type ValueFault =
  | { readonly kind: "invalid" | "type"; readonly path: string; readonly text: string; readonly value: Json }
  /** Of a whole: its text names the place, and the error has none. */
  | { readonly kind: "whole"; readonly text: string }
  | { readonly kind: "required"; readonly path: string; readonly text: string }
  | {
      readonly kind: "enum";
      readonly path: string;
      readonly text: string;
      readonly value: Json;
      readonly values: readonly Json[];
    }
  | { readonly kind: "tooLong"; readonly path: string; readonly text: string; readonly limit: number }
  | {
      readonly kind: "tooMany";
      readonly path: string;
      readonly text: string;
      readonly count: number;
      readonly limit: number;
    };

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

/** The path of the whole object, where the API server has none. */
export const noPath = "<nil>";

/** `base`: where the value is, for values that are validated on their own (`status`). */
export function toFieldErrors(faults: readonly ValueFault[], base = ""): FieldError[] {
  return faults.map((fault) => toFieldError(fault, base));
}

function toFieldError(fault: ValueFault, base: string): FieldError {
  if (fault.kind === "whole") return invalid(base === "" ? noPath : base, "", fault.text);
  const field = join(base, fault.path);
  switch (fault.kind) {
    case "required":
      return required(field);
    case "enum":
      return notSupported(field, fault.value, fault.values.map(showEnumValue));
    case "tooLong":
      return tooLong(field, fault.limit);
    case "tooMany":
      return tooMany(field, fault.count, fault.limit);
    case "type":
      return typeInvalid(field, fault.value, fault.text);
    case "invalid":
      return invalid(field, fault.value, fault.text);
  }
}

function join(base: string, path: string): string {
  const name = path.startsWith(".") ? path.slice(1) : path;
  if (name === "") return base === "" ? noPath : base;
  return base === "" ? name : `${base}.${name}`;
}

function showEnumValue(value: Json): string {
  return typeof value === "string" ? value : toGoJson(value);
}

/**
 * Evaluates a mutation, and applies its result to the object.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch (smd.go, json_patch.go).
 */
import { outOfBudget, perObject } from "../../../cel/budgets.js";
import { jsonOf, NoJsonFault } from "../../../cel/json-of-value.js";
import { is, type RecordValue, type Value } from "../../../cel/values.js";
import { isJsonObject, copyJson, type Json } from "../../../core/json.js";
import { applyJsonPatch, TestFailed } from "../../../core/json-patch.js";
import type { ApiObject } from "../../api-object.js";
import { isBuiltIn, type ServedResource } from "../../resource.js";
import { internalError } from "../../status-error.js";
import { scanJson } from "../../types/scan-json.js";
import { checkValue } from "../../field-management/check-value.js";
import { mergeFields } from "../../field-management/merge-fields.js";
import { TypedValueFault } from "../../field-management/typed-value.js";
import { evaluateAll } from "../expressions/evaluate-all.js";
import type { ExpressionCompiler, ReadyExpression } from "../expressions/expression-compiler.js";
import { type ExpressionInput, inputValues } from "../expressions/expression-input.js";
import { decodeChanged } from "../webhooks/apply-patch.js";
import type { CompiledMutation } from "./compiled-policy.js";
import { atomicPaths, misnamedTypes } from "./check-configuration.js";

/** A mutation that cannot be applied. */
export class MutationFault extends Error {
  override readonly name = "MutationFault";
}

export interface MutationScope {
  readonly input: ExpressionInput;
  readonly variables: ReadonlyMap<string, ReadyExpression>;
  readonly compiler: ExpressionCompiler;
}

/**
 * Returns the changed object, with its defaults.
 *
 * @throws MutationFault, StatusError
 */
export function mutate({ kind, expression }: CompiledMutation, object: ApiObject, scope: MutationScope): ApiObject {
  const value = evaluate(expression, scope);
  const { matched } = scope.input;
  if (kind === "apply") return decodeChanged(applyConfiguration(value, object, matched), matched, object);
  const patched = applyPatch(value, object);
  const text = JSON.stringify(patched);
  const decoded = decodeChanged(patched, matched, object);
  if (isBuiltIn(matched) && object.kind === matched.kind) refuseUnknownFields(text, matched);
  return decoded;
}

/** A patch is decoded strictly; an apply configuration with unknown fields does not get here. */
function refuseUnknownFields(text: string, { type }: ServedResource): void {
  const { strictErrors } = scanJson(text, type);
  if (strictErrors.length > 0) throw internalError(`strict decoding error: ${strictErrors.join(", ")}`);
}

function evaluate(expression: ReadyExpression, { input, variables, compiler }: MutationScope): Value {
  if (expression.kind === "fault") throw new MutationFault(expression.cause);
  const evaluable = { expressions: [expression], values: inputValues(input), variables };
  const [result] = evaluateAll(evaluable, compiler, { left: perObject }) ?? [];
  if (result === undefined) throw new MutationFault(outOfBudget);
  if (result.kind === "fault") throw new MutationFault(result.message);
  return result.value;
}

function applyConfiguration(value: Value, object: ApiObject, { type }: ServedResource): ApiObject {
  if (!is(value, "record")) throw new Error("the compiler checks that the expression returns an object");
  refuseMisnamed(value);
  const { apiVersion, kind } = object;
  const configuration = { ...toJson(value, "invalid return type"), apiVersion, kind };
  const fail = (why: string): MutationFault => new MutationFault(`error applying patch: ${why}`);
  const faults = checkValue(configuration, type);
  if (faults.length > 0) {
    const list = faults.length === 1 ? faults[0] : ["errors:", ...faults.map((fault) => `  ${fault}`)].join("\n");
    throw fail(`failed to convert patch object to typed object: ${list}`);
  }
  const atomics = atomicPaths(configuration, type);
  if (atomics.length > 0) {
    const why = `may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`;
    throw fail(`invalid ApplyConfiguration: ${why}`);
  }
  try {
    // The configuration is an object of the same kind.
    return mergeFields(copyJson<Json>(object), configuration, type) as ApiObject;
  } catch (error) {
    if (!(error instanceof TypedValueFault)) throw error;
    throw fail(`failed to merge patch: ${error.message}`);
  }
}

function refuseMisnamed(value: RecordValue): void {
  const faults = misnamedTypes(value, value.type);
  if (faults.length > 0) throw new MutationFault(`type mismatch: ${faults.join("\n")}`);
}

function applyPatch(value: Value, object: ApiObject): ApiObject {
  if (!is(value, "list")) throw new Error("the compiler checks that the expression returns a list");
  const operations = value.items.map(operationOf);
  let patched: Json;
  try {
    patched = applyJsonPatch(copyJson<Json>(object), operations);
  } catch (error) {
    // A test that fails skips the whole patch.
    if (error instanceof TestFailed) return object;
    if (!(error instanceof Error)) throw error;
    throw new MutationFault(`JSON Patch: ${error.message}`);
  }
  if (!isJsonObject(patched)) throw new MutationFault("JSON Patch: the document is not an object");
  return patched as ApiObject; // decodeChanged refuses another kind
}

function operationOf(value: Value): Json {
  if (!is(value, "record")) throw new Error("the compiler checks that the list contains operations");
  const [op, path, from, operand] = ["op", "path", "from", "value"].map((name) => value.fields.get(name));
  if (is(operand, "record")) refuseMisnamed(operand);
  return {
    op: textOf(op),
    path: textOf(path),
    ...(textOf(from) === "" ? {} : { from: textOf(from) }),
    ...(operand === undefined ? {} : { value: toJson(operand, unmarshalled) }),
  };
}

const unmarshalled = "JSONPath valueExpression evaluated to a type that could not marshal to JSON";

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function toJson(value: RecordValue, problem: string): { [key: string]: Json };
function toJson(value: Value, problem: string): Json;
function toJson(value: Value, problem: string): Json {
  try {
    return jsonOf(value);
  } catch (error) {
    if (!(error instanceof NoJsonFault)) throw error;
    throw new MutationFault(`${problem}: ${error.message}`);
  }
}

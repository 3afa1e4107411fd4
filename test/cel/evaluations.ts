/** The API server's responses for values, and tsop's. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRuleEvaluator, type RuleViolation } from "../../src/cel/evaluate-rules.js";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { Client } from "../../src/kube/client.js";
import { crdOf } from "../support/crds.js";
import { ruledRoot, type EvaluationCase } from "./evaluation-cases.js";

/** One sorted line per violation: `.path: message`. */
export type Evaluation = readonly string[];

const file = fileURLToPath(new URL("evaluations.json", import.meta.url));

export function readEvaluations(): ReadonlyMap<string, Evaluation> {
  return new Map(JSON.parse(readFileSync(file, "utf8")) as [string, Evaluation][]);
}

export function writeEvaluations(evaluations: readonly (readonly [name: string, evaluation: Evaluation])[]): void {
  writeFileSync(file, `[\n${evaluations.map((evaluation) => `  ${JSON.stringify(evaluation)}`).join(",\n")}\n]\n`);
}

/** Validates a default like the server does: as an update from itself and, if that is valid, as a new value. */
export function ourEvaluation({ schema, value }: EvaluationCase): Evaluation {
  const evaluator = createRuleEvaluator(schema);
  if (evaluator === undefined) return [];
  const inPlace = evaluator.evaluate(value, { oldValue: value });
  return (inPlace.length > 0 ? inPlace : evaluator.evaluate(value)).map(line).toSorted();
}

function line({ path, message }: RuleViolation): string {
  return `${path}: ${message}`;
}

/** The value is the default of a CRD that is not stored: the server validates it by the rules. */
export async function serverEvaluation(client: Client, { schema, value }: EvaluationCase): Promise<Evaluation> {
  const crd = crdOf(ruledRoot({ ...schema, default: value })) as unknown as CustomResourceDefinition; // the part that the client reads
  try {
    await client.create(crd, { dryRun: true });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 422) throw error;
    return error.causes
      .map(({ field = "", message = "" }) => {
        const path = field.replace(/^.*?\.properties\[spec\]\.default/, "");
        return `${path}: ${message.replace(/^(?:Invalid value|Required value|Forbidden|Duplicate value): /, "").replace(quotedValue, "")}`;
      })
      .toSorted();
  }
}

/** The value or its type, if the server shows it. */
const quotedValue = /^(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false): /;

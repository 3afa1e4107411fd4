/** The rules on which tsop and the API server must agree, with the API server's last recorded verdicts. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { costFactor } from "../../src/cel/budgets.js";
import { checkRules } from "../../src/cel/check-rules.js";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { Client } from "../../src/kube/client.js";
import type { Schema } from "../../src/schema/schema.js";
import { crdOf } from "../support/crds.js";
import { seeded } from "../support/seeded.js";
import { everything, expressions } from "./expression-cases.js";
import { randomRuledSchema } from "./random-rule.js";
import type { SchemaCase } from "./schema-case.js";
import { schemaCases } from "./schema-cases.js";

/** `accepted`, `refused`, or `refused: 2.0x` with the factor by which each expression exceeds its budget. */
export type Verdict = string;

export const cases: readonly SchemaCase[] = [
  ...expressions.map((rule) => ({
    name: rule,
    schema: {
      type: "object",
      properties: { spec: { ...everything, "x-kubernetes-validations": [{ rule }] } },
    } satisfies Schema,
  })),
  ...schemaCases,
];

/** Generates random schemas from their seeds. */
export function randomCases(count: number): readonly SchemaCase[] {
  return Array.from({ length: count }, (_, seed) => ({
    name: `random ${seed}`,
    schema: randomRuledSchema(seeded(seed)),
  }));
}

export const randomCount = 300;

const file = fileURLToPath(new URL("verdicts.json", import.meta.url));

export function readVerdicts(): ReadonlyMap<string, Verdict> {
  return new Map(JSON.parse(readFileSync(file, "utf8")) as [string, Verdict][]);
}

export function writeVerdicts(verdicts: readonly (readonly [name: string, verdict: Verdict])[]): void {
  writeFileSync(file, `[\n${verdicts.map((verdict) => `  ${JSON.stringify(verdict)}`).join(",\n")}\n]\n`);
}

export function ourVerdict(schema: Schema): Verdict {
  const findings = checkRules(schema);
  const factors = findings.flatMap(({ cost }) => (cost === undefined ? [] : [costFactor(cost.estimate, cost.budget)]));
  return verdictOf(findings.length === 0, factors);
}

export async function serverVerdict(client: Client, schema: Schema): Promise<Verdict> {
  const crd = crdOf(schema) as unknown as CustomResourceDefinition; // the part of it that the client reads
  try {
    await client.create(crd, { dryRun: true });
    return verdictOf(true, []);
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 422) throw error;
    const factors = error.causes.flatMap(({ message }) => {
      const factor = /exceeds budget by factor of (more than 100|[\d.]+)x/.exec(message ?? "")?.[1];
      return factor === undefined ? [] : [factor];
    });
    return verdictOf(false, factors);
  }
}

function verdictOf(isAccepted: boolean, factors: readonly string[]): Verdict {
  if (isAccepted) return "accepted";
  return factors.length === 0
    ? "refused"
    : `refused: ${factors
        .map((factor) => `${factor}x`)
        .toSorted()
        .join(", ")}`;
}

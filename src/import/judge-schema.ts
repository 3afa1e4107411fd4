/** Checks a well-formed schema for parts that the API server would reject: rules, defaults, patterns, contradictory lists. */
import { checkCel } from "../generate/check-cel.js";
import { checkSchema } from "../generate/check-schema.js";
import { Origins } from "../generate/origins.js";
import { Reporter } from "../generate/reporter.js";
import { checkRoot } from "../generate/root-schema.js";
import { RuleJudges } from "../generate/rule-judges.js";
import { Patterns } from "../schema/patterns.js";
import type { Schema } from "../schema/schema.js";
import { correctIt } from "../schema/schema-findings.js";
import type { Findings } from "./findings.js";

/**
 * Checks the schema like `tsop manifests` does, which also checks the parts that the API server accepts.
 *
 * @param schema - the schema of a kind
 * @param path - its path in the CRD
 */
export function judgeSchema(findings: Findings, schema: Schema, path: string, hasStatusSubresource: boolean): void {
  const reporter = new Reporter().forImported();
  const origins = new Origins();
  const places = new Map<string, object>();
  // The path inside the CRD serves as the file of a fault; each path belongs to only one part.
  const visit = (part: Schema, at: string): void => {
    places.set(at, part);
    origins.about(part).typeAt = { file: at };
    for (const [index, rule] of (part["x-kubernetes-validations"] ?? []).entries()) {
      const ruleAt = `${at}.x-kubernetes-validations[${index}]`;
      places.set(ruleAt, rule);
      origins.setRule(rule, { file: ruleAt });
    }
    for (const [name, inner] of Object.entries(part.properties ?? {})) visit(inner, `${at}.${name}`);
    if (part.items !== undefined) visit(part.items, `${at}.items`);
    if (part.additionalProperties !== undefined) visit(part.additionalProperties, `${at}.additionalProperties`);
  };
  visit(schema, path);
  checkRoot(reporter, origins, schema, hasStatusSubresource);
  const patterns = new Patterns();
  const context = { reporter, origins, patterns, judges: new RuleJudges(patterns) };
  checkSchema(context, schema, "");
  checkCel(context, schema, "the whole");
  for (const { severity, message, at } of reporter.diagnostics) {
    if (severity !== "error") continue;
    const place = at?.file ?? path;
    findings.about(places.get(place) ?? schema, () => findings.refuse(place, message, correctIt));
  }
}

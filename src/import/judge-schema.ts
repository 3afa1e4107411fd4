/** What the API server would refuse in a schema of the right form: rules, defaults, patterns, lists that contradict themselves. */
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
 * Judges as `tsop manifests` does, which says the rest: what the API server accepts.
 *
 * @param schema - of a whole kind
 * @param path - where it stands in the CRD
 */
export function judgeSchema(findings: Findings, schema: Schema, path: string, hasStatusSubresource: boolean): void {
  const reporter = new Reporter().forImported();
  const origins = new Origins();
  const places = new Map<string, object>();
  // What a fault has for a file is the path inside the CRD, which belongs to one part of it alone.
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

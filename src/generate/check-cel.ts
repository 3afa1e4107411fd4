import { checkRules } from "../cel/check-rules.js";
import type { RuleFinding } from "../cel/rule-finding.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { Schema } from "../schema/schema.js";
import type { CheckContext } from "./check-context.js";

/** Reports what the API server rejects in the rules of a schema, each finding at the tag that the rule comes from. */
export function checkCel({ reporter, origins, patterns }: CheckContext, root: Schema, kind: string): void {
  for (const finding of checkRules(root, { patterns, isFixed: (schema) => origins.isWithinImported(schema) })) {
    const rule = finding.node["x-kubernetes-validations"]?.[finding.index];
    const at =
      (rule === undefined ? undefined : origins.ofRule(rule)) ?? origins.of(finding.node, "x-kubernetes-validations");
    const place = finding.path === "" ? kind : finding.path;
    const hint =
      finding.hint === "" ? "What rules can say: https://kubernetes.io/docs/reference/using-api/cel/" : finding.hint;
    const what = finding.key === "messageExpression" && finding.kind !== "totalCost" ? "message expression" : "rule";
    reporter.error(codeOf(finding), at, `the ${what} on ${place}: ${finding.message}`, hint);
  }
}

function codeOf({ kind }: RuleFinding): ErrorCode {
  return kind === "cost" || kind === "totalCost" ? "cel/too-costly" : "cel/invalid";
}

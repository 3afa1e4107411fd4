/** Runs operator-verify (github.com/operator-framework/api), the validators of Operator Framework. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import type { Finding } from "../../../src/olm/validate/validate-bundle.js";
import { ruleOfMessage } from "./judge-messages.js";

/** The folder of the judges, if the machine has them. */
export const judges = process.env["TSOP_JUDGES"];

/** The rules that a bundle does not follow, in order: `error csv-name`. `unreadable` if its reader failed. */
export type Verdict = "unreadable" | readonly string[];

/** The validators that operator-verify runs. */
export const judgedValidators = [
  ...[
    "files",
    "csv",
    "crd",
    "bundle",
    "operatorhubv2",
    "capabilities",
    "categories",
    "alpha-deprecated-apis",
    "objects",
  ],
];

export function judgeBundle(folder: string): Verdict {
  const program = path.join(judges ?? "", "operator-verify");
  const flags = ["manifests", "--operatorhub_validate", "--object_validate"];
  const { stderr } = spawnSync(program, [...flags, folder], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (/level=fatal/.test(stderr) || /^panic: /m.test(stderr)) return "unreadable";
  const findings = [...stderr.matchAll(/level=(error|warning) msg=("(?:[^"\\]|\\.)*")/g)];
  const rules = findings.flatMap(([, level = "", quoted = ""]) => {
    const message = String(JSON.parse(quoted.replaceAll(/\\x([0-9a-f]{2})/g, String.raw`\u00$1`)));
    return message.includes("validator is deprecated") ? [] : [`${level} ${ruleOfMessage(message) ?? message}`];
  });
  return [...new Set(rules)].toSorted();
}

/** Returns the same for the findings of tsop. A bundle that operator-verify cannot read has an error here, too. */
export function verdictOf(findings: readonly Finding[]): readonly string[] {
  const shared = findings.filter(({ isOwn }) => !isOwn);
  return [...new Set(shared.map(({ severity, rule }) => `${severity} ${rule}`))].toSorted();
}

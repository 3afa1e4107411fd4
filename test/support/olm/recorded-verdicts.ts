/** The recorded verdicts of Operator Framework's validators, and how those of tsop differ from them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BundleFiles } from "../../../src/olm/read/bundle.js";
import { readBundle } from "../../../src/olm/read/read-bundle.js";
import { validateBundle } from "../../../src/olm/validate/validate-bundle.js";
import { validators } from "../../../src/olm/validate/validators.js";
import { knownDifferences } from "./known-differences.js";
import { judgedValidators, type Verdict, verdictOf } from "./operator-verify.js";

const judged = validators.filter(({ name }) => judgedValidators.includes(name));

export function verdictFor(files: BundleFiles): readonly string[] {
  return verdictOf(validateBundle(readBundle(files, "bundle"), judged));
}

export function recordedVerdicts(file: string): Record<string, Verdict> {
  const text = readFileSync(fileURLToPath(new URL(`../../golden/olm/${file}`, import.meta.url)), "utf8");
  return JSON.parse(text) as Record<string, Verdict>;
}

/** Returns the differences between a verdict and its record, without the known ones. */
export function differences(name: string, ours: readonly string[], theirs: Verdict | undefined): string[] {
  if (theirs === undefined) return [`${name}: no verdict is recorded`];
  if (theirs === "unreadable") {
    const isSeen = ours.some((each) => each.startsWith("error ")) || knownDifferences.unreadable.includes(name);
    return isSeen ? [] : [`${name}: unreadable`];
  }
  return [
    ...ours.filter((each) => !theirs.includes(each)).map((each) => `${name}: only tsop: ${each}`),
    ...theirs.filter((each) => !ours.includes(each)).map((each) => `${name}: only the judge: ${each}`),
  ].filter((each) => !knownDifferences.rules.includes(each));
}

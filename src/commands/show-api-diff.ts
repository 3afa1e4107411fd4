/** Shows the findings of `tsop api diff`: as text, as JSON, as diagnostics. */
import { type Change, type Direction, showPath } from "../compatibility/change.js";
import { describeChange, describePlace } from "../compatibility/describe-change.js";
import type { Impact } from "../compatibility/impact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { formatLocation } from "../core/source-location.js";
import { showWitness } from "../compatibility/witness/show-witness.js";
import type { ApiFinding } from "./api-diff.js";

interface Shown {
  readonly source: string;
  /** Whether to list compatible changes as well. */
  readonly isWhole: boolean;
  readonly semver: { readonly impact: Impact; readonly current?: string; readonly next?: string | undefined };
}

const directions: readonly Direction[] = ["objects", "clients", "rollback"];

export function showFindings(findings: readonly ApiFinding[], shown: Shown): string {
  if (findings.length === 0) return `the API is the same as in ${shown.source}`;
  const rank = { error: 0, warning: 1, info: 2 } as const;
  const listed = findings
    .filter(({ severity }) => shown.isWhole || severity !== "info")
    .toSorted((left, right) => rank[left.severity] - rank[right.severity]);
  const shared = sharedWays(listed);
  const forAll = shared.length === 0 ? [] : [["instead:", ...shared.map((way) => `  ${way}`)].join("\n")];
  return [...listed.map((finding) => showFinding(finding, shared)), ...forAll, summary(findings, shown)].join("\n\n");
}

/** Returns the ways out that several changes share. They are shown once. */
function sharedWays(findings: readonly ApiFinding[]): string[] {
  const all = findings.flatMap(({ ways }) => ways);
  return Array.from(new Set(all.filter((way, index) => all.indexOf(way) < index)));
}

const words = { error: "breaking", warning: "breaking for some", info: "compatible" } as const;

function showFinding(finding: ApiFinding, shared: readonly string[]): string {
  const { change, severity, at, ways, witness, judge } = finding;
  const place = at === undefined ? "" : `${formatLocation(at)}  `;
  const { verdicts } = change;
  // A compatible change needs no reasons.
  const broken = severity === "info" ? [] : directions.filter((each) => verdicts[each].level !== "compatible");
  return [
    `${place}${words[severity]}: ${title(finding)}`,
    ...broken.map((direction) => `  ${`${direction}:`.padEnd(9)} ${verdicts[direction].why}`),
    ...(witness === undefined || severity === "info" ? [] : [`  witness:  ${showWitness(witness, judge)}`]),
    ...ways.filter((way) => !shared.includes(way)).map((way) => `  instead:  ${way}`),
  ].join("\n");
}

function title({ change, kind }: ApiFinding): string {
  const place = describePlace(change);
  return `${kind}${place === "" ? "" : ` ${place}`}: ${describeChange(change.detail)}`;
}

function summary(findings: readonly ApiFinding[], { source, isWhole, semver }: Shown): string {
  const count = (severity: ApiFinding["severity"]): number =>
    findings.filter((each) => each.severity === severity).length;
  const compatible = count("info");
  const counts = [`${count("error")} breaking`, `${count("warning")} breaking for some`, `${compatible} compatible`];
  const more = compatible > 0 && !isWhole ? " (--all lists them)" : "";
  const next = semver.next === undefined ? "" : `, so the next version after ${semver.current ?? ""} is ${semver.next}`;
  return `compared with ${source}: ${counts.join(", ")}${more}\nthis is a ${semver.impact} change${next}`;
}

/** Returns the finding for SARIF. Undefined for a compatible change. */
export function diagnosticOf(finding: ApiFinding): Diagnostic | undefined {
  const { change, severity, at, ways, witness, judge } = finding;
  if (severity === "info") return undefined;
  const { verdicts } = change;
  const reasons = directions.filter((each) => verdicts[each].level !== "compatible").map((each) => verdicts[each].why);
  return {
    code: severity === "error" ? "api/breaking" : "api/breaking-for-some",
    severity,
    message: [
      `${title(finding)}.`,
      ...reasons,
      ...(witness?.kind === "found" ? [showWitness(witness, judge)] : []),
    ].join(" "),
    ...(at === undefined ? {} : { at }),
    ...(ways.length === 0 ? {} : { hint: ways.join("\n") }),
  };
}

export function jsonOfFinding({
  change,
  kind,
  severity,
  impact,
  at,
  ways,
  witness,
}: ApiFinding): Record<string, unknown> {
  const { place, detail, verdicts } = change;
  const { crd, version, versionAfter, path, keyword } = place;
  return {
    ...{ crd, resourceKind: kind, version, versionAfter, path: showPath(path), keyword },
    change: plain(detail),
    summary: describeChange(detail),
    ...{ verdicts, severity, impact, at, instead: ways },
    ...(witness === undefined ? {} : { witness: plain(witness) }),
  };
}

/** Converts numbers that JSON.stringify does not accept. */
function plain(value: Change["detail"] | object): unknown {
  const text = JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
  return JSON.parse(text) as unknown;
}

import type { Change } from "../compatibility/change.js";
import { changelogOf } from "../compatibility/changelog.js";
import { compareCrds } from "../compatibility/compare-crds.js";
import type { Crd } from "../compatibility/crd.js";
import { greatest, type Impact, impactOf, nextVersion, severityOf } from "../compatibility/impact.js";
import { judgeCrdChange } from "../compatibility/judge-crd-change.js";
import { waysOut } from "../compatibility/ways-out.js";
import { type Diagnostic, formatDiagnostic, type Severity } from "../core/diagnostic.js";
import type { SourceLocation } from "../core/source-location.js";
import { isDefinition, servedBy } from "../compatibility/served.js";
import { jsonOf } from "../project/files.js";
import { readProject } from "../project/file.js";
import { diagnosticOf, jsonOfFinding, showFindings } from "./show-api-diff.js";
import type { WitnessSearch } from "../compatibility/witness/witness.js";
import { checkVersion } from "./check-version.js";
import type { CommandResult, Context } from "./context.js";
import { type CurrentCrds, currentCrds } from "./current-crds.js";
import type { ApiDiffOptions } from "./declared/api.js";
import { earlierCrds } from "./earlier-crds.js";
import { withStores } from "./earlier-definitions.js";

/** A change, and everything that the command shows about it. */
export interface ApiFinding {
  readonly change: Change;
  /** The kind, for people: `Bar`. */
  readonly kind: string;
  readonly severity: Severity;
  readonly impact: Impact;
  readonly at?: SourceLocation;
  readonly ways: readonly string[];
  /** Undefined for a change that breaks nothing, for a kind that is new or removed, and where no object shows what clients see. */
  readonly witness?: WitnessSearch | undefined;
  /** What accepts and rejects the objects of the witness. */
  readonly judge: "CRD" | "definition";
}

/**
 * Compares the CRDs of the types, and the definitions of the kinds of the extension API server, with earlier ones. Writes nothing.
 *
 * @throws TsopError the errors of the sources, and of the earlier CRDs
 */
export async function apiDiff(options: ApiDiffOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const found = currentCrds(root);
  const current = { ...found, crds: withStores(found.crds, readProject(root)) };
  const earlier = await earlierCrds(options, current.crds, context);
  const all = pairsOf(earlier.crds, current.crds, options.fromCluster === true);
  const { noDefinitions } = earlier;
  // Each of these kinds would seem to be new.
  const unknown = all.filter(
    ({ before, after }) =>
      noDefinitions !== undefined && before === undefined && after !== undefined && isDefinition(after),
  );
  if (noDefinitions !== undefined && unknown.length > 0) context.output.warn(leftOut(unknown, noDefinitions));
  const pairs = all.filter((pair) => !unknown.includes(pair));
  const isShort = options.semver === true || options.changelog === true;
  const findings = await Promise.all(
    pairs.map((pair) =>
      findingsOf(pair, current, { source: earlier.source, wantsWitnesses: !isShort, signal: context.signal }),
    ),
  ).then((all) => all.flat());
  const impact = greatest(findings.map((each) => each.impact));
  const version = jsonOf(root, "package.json")?.["version"];
  const semver = {
    impact,
    ...(typeof version === "string" ? { current: version, next: nextVersion(version, impact) } : {}),
  };
  const changelog = changelogOf(findings);
  const tooLow =
    options.checkVersion === true
      ? await checkVersion(
          { source: earlier.source, impact, version: typeof version === "string" ? version : undefined },
          context,
        )
      : undefined;
  const diagnostics = [
    ...findings.flatMap((each) => diagnosticOf(each) ?? []),
    ...(tooLow === undefined ? [] : [tooLow]),
  ];
  return {
    text:
      options.semver === true
        ? (semver.next ?? impact)
        : options.changelog === true
          ? changelog
          : [
              showFindings(findings, { source: earlier.source, isWhole: options.all === true, semver }),
              ...(tooLow === undefined ? [] : [formatDiagnostic(tooLow)]),
            ].join("\n"),
    ...(isShort ? { isDocument: true } : {}),
    json: { against: earlier.source, changes: findings.map(jsonOfFinding), semver, changelog },
    diagnostics,
    exitCode: tooLow !== undefined || fails(options, diagnostics) ? 3 : 0,
  };
}

function fails({ failOn, semver, changelog }: ApiDiffOptions, diagnostics: readonly Diagnostic[]): boolean {
  // These print what follows from the changes, and do not check them.
  if (failOn === "never" || semver === true || changelog === true) return false;
  return diagnostics.some(({ severity }) => severity === "error" || (failOn === "some" && severity === "warning"));
}

/** A CRD before and after. One of them is undefined if it is new or removed. */
interface Pair {
  readonly before: Crd | undefined;
  readonly after: Crd | undefined;
}

function leftOut(pairs: readonly Pair[], noDefinitions: string): Diagnostic {
  const kinds = pairs.flatMap(({ after }) => after?.kind ?? []).toSorted();
  return {
    code: "project/extension-kind",
    severity: "warning",
    message: `tsop leaves out the kinds of the extension API server, ${kinds.join(", ")}: ${noDefinitions}`,
    hint: "Compare with a commit, which contains their definitions: --against git:HEAD.",
  };
}

/** @param isPartial - whether the earlier CRDs can include others, or lack some: those of a cluster */
function pairsOf(earlier: readonly Crd[], current: readonly Crd[], isPartial: boolean): Pair[] {
  const partnerOf = (crd: Crd): Crd | undefined =>
    earlier.find(({ name }) => name === crd.name) ??
    earlier.find(({ group, kind }) => group === crd.group && kind === crd.kind);
  const pairs = current.map((after): Pair => ({ before: partnerOf(after), after }));
  const used = new Set(pairs.map(({ before }) => before));
  const removed = earlier.filter((crd) => !used.has(crd)).map((before): Pair => ({ before, after: undefined }));
  return isPartial ? pairs : [...pairs, ...removed];
}

interface Findings {
  readonly source: string;
  readonly wantsWitnesses: boolean;
  readonly signal: AbortSignal;
}

async function findingsOf(
  pair: Pair,
  { locate }: CurrentCrds,
  { source, wantsWitnesses, signal }: Findings,
): Promise<ApiFinding[]> {
  const { before, after } = pair;
  const crd = after ?? before;
  if (crd === undefined) return [];
  const changes = changesOf(before, after);
  const witnesses = wantsWitnesses ? await witnessesOf(pair, changes, signal) : undefined;
  return changes.map((change) => {
    const at = locate(change);
    return {
      ...{ change, kind: crd.kind, severity: severityOf(change, before), impact: impactOf(change, before) },
      ...(at === undefined ? {} : { at }),
      ...{ ways: waysOut(change, crd, source), witness: witnesses?.get(change) },
      judge: isDefinition(crd) ? "definition" : "CRD",
    };
  });
}

async function witnessesOf(
  { before, after }: Pair,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Witnesses | undefined> {
  const isAnyBreaking = changes.some((change) => severityOf(change, before) !== "info");
  if (before === undefined || after === undefined || !isAnyBreaking) return undefined;
  if (servedBy(before, after).apart !== undefined) return undefined;
  // They load the embedded API server.
  const { findWitnesses } = await import("../compatibility/witness/find-witnesses.js");
  const { createEmbeddedServer } = await import("../compatibility/witness/trial.js");
  return findWitnesses(before, after, changes, () => createEmbeddedServer({ signal }));
}

type Witnesses = ReadonlyMap<Change, WitnessSearch>;

function changesOf(before: Crd | undefined, after: Crd | undefined): Change[] {
  if (before !== undefined && after !== undefined) return compareCrds(before, after);
  const only = before ?? after;
  if (only === undefined) return [];
  const detail = { kind: before === undefined ? "crd-added" : "crd-removed" } as const;
  const verdicts = judgeCrdChange({ before: only, after: only }, detail);
  return [{ place: { crd: only.name, path: [] }, detail, verdicts }];
}

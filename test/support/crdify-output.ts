/** Reads the output of crdify, and finds the change that says the same. */
import { type Change, showPath, type Step } from "../../src/compatibility/change.js";

export interface CrdifyFinding {
  /** `crd`: the CRD; `same`: a version before and after; `served`: two versions of the new CRD. */
  readonly section: "crd" | "same" | "served";
  /** `v1`, or `v1beta1 -> v1`. */
  readonly version: string;
  /** `^.spec.ports.items.name`. */
  readonly property: string;
  readonly name: string;
  readonly message: string;
}

interface Result {
  readonly name: string;
  readonly errors?: readonly string[];
}

interface Version {
  readonly version: string;
  readonly propertyComparisons: readonly { readonly property: string; readonly comparisonResults: readonly Result[] }[];
}

interface Output {
  readonly crdValidation?: readonly Result[];
  readonly sameVersionValidation?: readonly Version[];
  readonly servedVersionValidation?: readonly Version[];
}

export function readFindings(text: string): CrdifyFinding[] {
  const { crdValidation = [], sameVersionValidation = [], servedVersionValidation = [] } = JSON.parse(text) as Output;
  return [
    ...crdValidation.flatMap(({ name, errors = [] }) => errors.map((message) => ofCrd(name, message))),
    ...sameVersionValidation.flatMap((each) => ofVersion("same", each)),
    ...servedVersionValidation.flatMap((each) => ofVersion("served", each)),
  ];
}

function ofCrd(name: string, message: string): CrdifyFinding {
  const [, version, property] = /^removed field : ([^.]+)\.(\^.*)$/.exec(message) ?? [];
  return version === undefined || property === undefined
    ? { section: "crd", version: "", property: "^", name, message }
    : { section: "same", version, property, name, message };
}

function ofVersion(section: "same" | "served", { version, propertyComparisons }: Version): CrdifyFinding[] {
  return propertyComparisons.flatMap(({ property, comparisonResults }) =>
    comparisonResults.flatMap(({ name, errors = [] }) =>
      errors.map((message) => ({ section, version, property, name, message })),
    ),
  );
}

/** The kinds of changes that a validation of crdify is about. `unhandled` means that crdify does not know. */
const kinds: Readonly<Record<string, readonly Change["detail"]["kind"][]>> = {
  existingFieldRemoval: ["field-removed", "branches-changed"],
  scope: ["scope-changed"],
  storedVersionRemoval: ["version-removed"],
  default: ["default-changed"],
  enum: ["enum-changed"],
  required: ["required-added"],
  type: ["type-changed"],
  description: ["documentation-changed"],
  pattern: ["pattern-changed"],
  nullable: ["nullable-added", "nullable-removed"],
};

/** Returns the changes that cover a finding: about the same schema, or one around it that is different as a whole. */
export function changesFor(finding: CrdifyFinding, changes: readonly Change[]): Change[] {
  const wanted = kinds[finding.name] ?? (finding.name === "unhandled" ? undefined : ["bound-changed"]);
  const { property } = finding;
  return changes.filter(({ place, detail }) => {
    if (finding.section !== "crd" && versionsOf(place) !== finding.version) return false;
    const at = propertyOf(place.path);
    if (at === property) return wanted === undefined || wanted.includes(detail.kind) || replaces(detail);
    const isInside = property.startsWith(`${at}.`);
    // crdify does not compare the values of a map on their own.
    if (finding.name === "unhandled" && at === `${property}.additionalProperties`) return true;
    const isBranch = detail.kind === "branches-changed" && property.startsWith(`${at}.${detail.keyword}`);
    return isBranch || (isInside && replaces(detail)) || detail.kind === "version-removed";
  });
}

/** Returns whether a change includes all changes inside. */
function replaces(detail: Change["detail"]): boolean {
  return detail.kind === "field-removed" || detail.kind === "field-added" || detail.kind === "type-changed";
}

function versionsOf({ version = "", versionAfter }: Change["place"]): string {
  return versionAfter === undefined ? version : `${version} -> ${versionAfter}`;
}

function propertyOf(steps: readonly Step[]): string {
  const names = steps.map((step) =>
    step.kind === "field" ? step.name : step.kind === "item" ? "items" : "additionalProperties",
  );
  return ["^", ...names].join(".");
}

export function showFinding({ section, version, property, name, message }: CrdifyFinding): string {
  return `${section} ${version} ${property} ${name}: ${message}`;
}

export function showChange({ place, detail, verdicts: { objects, clients, rollback } }: Change): string {
  const levels = [objects, clients, rollback].map(({ level }) => level).join(", ");
  return `${versionsOf(place)} ${showPath(place.path)} ${detail.kind}: ${levels}`;
}

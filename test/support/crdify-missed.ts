/** Compares the findings of crdify with tsop's. */
import { brokenDirections, type Change } from "../../src/compatibility/change.js";
import type { Crds } from "../../src/compatibility/compare-crds.js";
import type { Crd } from "../../src/compatibility/crd.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { changesFor, type CrdifyFinding, showChange, showFinding } from "./crdify-output.js";

/** Returns why a change that crdify reports is not breaking, if it is proven. */
function proof({ detail, verdicts }: Change): string | undefined {
  if (detail.kind === "documentation-changed") return "documentation";
  if ("effect" in detail && detail.effect === "same") return "the same values";
  if (verdicts.objects.why.includes("conversion webhook")) return "a webhook converts";
  if (verdicts.objects.why.startsWith("Every object has this field")) return "a field of every object";
  if (detail.kind === "required-added" && detail.default !== undefined) return "a default";
  if (verdicts.clients.why.startsWith("Server-side apply replaces a list or map around"))
    return "an atomic list around";
  if (detail.kind === "rule-changed") return "the same rule";
  return detail.kind === "field-added" ? "a new field" : undefined;
}

/** Returns the breaking changes that crdify reports, and tsop neither reports nor proves to be harmless. */
export function missed(
  findings: readonly CrdifyFinding[],
  { before, after }: Crds,
  changes: readonly Change[],
): string[] {
  return findings.flatMap((finding) => {
    if (finding.name === "unhandled" && isDefaultWritten(finding.message)) return [];
    if (finding.section === "served" && isOld(finding, before, after)) return [];
    const found = changesFor(finding, changes);
    const isCovered = found.some((change) => brokenDirections(change).length > 0 || proof(change) !== undefined);
    return isCovered ? [] : [`${showFinding(finding)}\n  ${found.map(showChange).join("\n  ")}`];
  });
}

/** An atomic list and a granular map are what lists and maps without a type are. */
function isDefaultWritten(message: string): boolean {
  const lines = message
    .split("\n")
    .filter((line) => /^[-+]/.test(line))
    .map((line) => line.replaceAll(/\s+/g, " "));
  return (
    lines.length > 0 &&
    lines.every((line) => /^[-+] XListType: (?:nil|&"atomic"),$|^[-+] XMapType: (?:nil|&"granular"),$/.test(line))
  );
}

/**
 * Returns whether two versions differ only in texts for people, or in the same way as in the CRD before: crdify compares the
 * texts of its reports, and prints the same difference in several ways.
 */
function isOld({ version, property, name }: CrdifyFinding, before: Crd, after: Crd): boolean {
  if (name === "description") return true;
  const keywords = (crd: Crd): string => {
    const pair = version.split(" -> ").map((each) => ownKeywords(crd, each, property));
    const shared = pair.map((each) => new Set(each["x-kubernetes-validations"]?.map(({ rule }) => rule)));
    const isShared = ({ rule }: ValidationRule): boolean => shared.every((rules) => rules.has(rule));
    return JSON.stringify(pair, (key, value: unknown) =>
      // Arrays under this key contain rules only.
      key === "x-kubernetes-validations" ? (value as ValidationRule[]).filter((rule) => !isShared(rule)) : value,
    );
  };
  return keywords(before) === keywords(after);
}

/** Returns the keywords of the schema at a property, without those inside and those for people. */
function ownKeywords({ versions }: Crd, version: string, property: string): Schema {
  const root = versions.find(({ name }) => name === version)?.schema;
  const schema = property
    .split(".")
    .slice(1)
    .reduce<Schema | undefined>((at, step) => {
      if (step === "items" && at?.items !== undefined) return at.items;
      return step === "additionalProperties" ? at?.additionalProperties : at?.properties?.[step];
    }, root);
  const inner = ["properties", "items", "additionalProperties", "description"];
  return Object.fromEntries(Object.entries(schema ?? {}).filter(([keyword]) => !inner.includes(keyword)));
}

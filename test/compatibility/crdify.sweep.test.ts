import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { brokenDirections, type Change } from "../../src/compatibility/change.js";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import type { Crd } from "../../src/compatibility/crd.js";
import { isCrdDocument, readCrd } from "../../src/compatibility/read-crd.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { judges, runCrdify } from "../support/crdify.js";
import { changesFor, type CrdifyFinding, showChange, showFinding } from "../support/crdify-output.js";

/** The folder with PROJECT/vX.Y.Z/FILE.yaml: each file differs from the same file of the release before. */
const history = process.env["TSOP_CRD_HISTORY"] ?? "";

interface Release {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function releases(): Release[] {
  return readdirSync(history).flatMap((project) => {
    const versions = readdirSync(path.join(history, project)).toSorted((a, b) => numberOf(a) - numberOf(b));
    const last = new Map<string, string>();
    return versions.flatMap((version) =>
      readdirSync(path.join(history, project, version)).flatMap((file): Release[] => {
        const after = path.join(history, project, version, file);
        const before = last.get(file);
        last.set(file, after);
        return before === undefined ? [] : [{ name: `${project} ${version} ${file}`, before, after }];
      }),
    );
  });
}

function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  return major * 1000 + minor;
}

function crdOf(file: string): Crd {
  const document = parseAllYaml(readFileSync(file, "utf8"), file).find(isCrdDocument);
  const read = readCrd(document ?? {});
  if (read.kind === "invalid") throw new Error(`${file}: ${read.faults.join("; ")}`);
  return read.crd;
}

/** Returns why a change that crdify reports is not breaking, if it is proven. */
function proof({ detail, verdicts }: Change): string | undefined {
  if (detail.kind === "documentation-changed") return "documentation";
  if ("effect" in detail && detail.effect === "same") return "the same values";
  if (verdicts.objects.why.includes("conversion webhook")) return "a webhook converts";
  if (verdicts.objects.why.startsWith("Every object has this field")) return "a field of every object";
  if (detail.kind === "required-added" && detail.default !== undefined) return "a default";
  if (detail.kind === "rule-changed") return "the same rule";
  return detail.kind === "field-added" ? "a new field" : undefined;
}

function missed(findings: readonly CrdifyFinding[], before: Crd, after: Crd): string[] {
  const changes = compareCrds(before, after);
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

describe.skipIf(judges === undefined || !existsSync(history))("nothing that crdify calls breaking is missed", () => {
  test.each(existsSync(history) ? releases() : [])("$name", ({ before, after }) => {
    const [old, now] = [crdOf(before), crdOf(after)];
    expect(missed(runCrdify(before, after), old, now)).toEqual([]);
    const unknown = compareCrds(old, now).filter(({ detail }) => "effect" in detail && detail.effect === "unknown");
    expect(unknown.map(showChange)).toEqual([]);
  });
});

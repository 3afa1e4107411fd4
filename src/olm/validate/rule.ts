/** A rule for bundles, as a record: the validators are tables of rules. */
import type { JsonObject } from "../../core/json.js";
import type { SourceLocation } from "../../core/source-location.js";
import type { Bundle, BundleObject } from "../read/bundle.js";
import type { ReadCsv, ReadCsvSpec } from "../read/csv-shape.js";
import type { ValuePath } from "../../apiserver/yaml/located-document.js";
import type { OptionalValues } from "./optional-values.js";
import { type CrdReading, readCrdDefinition } from "./crd-definition.js";

export type RuleSeverity = "error" | "warning";

/** What one rule finds in one place. */
export interface Found {
  readonly at: SourceLocation;
  readonly message: string;
  /** Replaces the hint of the rule. */
  readonly hint?: string;
}

export interface Rule {
  /** A stable name: `csv-name`. */
  readonly name: string;
  readonly severity: RuleSeverity;
  readonly hint: string;
  /** Operator Framework's validators lack the rule. */
  readonly isOwn?: true;
  readonly check: (facts: Facts) => readonly Found[];
}

/** Everything that the rules read. */
export interface Facts {
  readonly bundle: Bundle;
  readonly csv: CsvFacts | undefined;
  readonly crds: readonly { readonly crd: BundleObject; readonly reading: CrdReading }[];
  readonly values: OptionalValues;
}

/** The ClusterServiceVersion, with empty values for its missing parts. */
export interface CsvFacts {
  readonly csv: ReadCsv;
  readonly raw: JsonObject;
  readonly name: string;
  readonly spec: ReadCsvSpec;
  readonly annotations: Readonly<Record<string, string>>;
  readonly at: (...path: ValuePath) => SourceLocation;
}

export function factsOf(bundle: Bundle, values: OptionalValues = {}): Facts {
  const crds = bundle.crds.map((crd) => ({ crd, reading: readCrdDefinition(crd) }));
  return { bundle, csv: csvFactsOf(bundle), crds, values };
}

function csvFactsOf({ csv }: Bundle): CsvFacts | undefined {
  if (csv === undefined) return undefined;
  const { metadata = {}, spec = {} } = csv.value;
  return {
    csv: csv.value,
    raw: csv.document.value,
    name: metadata.name ?? "",
    spec,
    annotations: metadata.annotations ?? {},
    at: (...path) => csv.document.at(path),
  };
}

/** Declares a rule that needs a ClusterServiceVersion. */
export function csvRule(
  rule: Omit<Rule, "check"> & { readonly check: (csv: CsvFacts, facts: Facts) => readonly Found[] },
): Rule {
  return { ...rule, check: (facts) => (facts.csv === undefined ? [] : rule.check(facts.csv, facts)) };
}

/** Returns one finding, or none. */
export function foundIf(condition: boolean, at: () => SourceLocation, message: () => string): readonly Found[] {
  return condition ? [{ at: at(), message: message() }] : [];
}

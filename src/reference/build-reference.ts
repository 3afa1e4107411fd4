/** Builds the reference of an API from its CRDs. */
import { compareVersions } from "../core/version-order.js";
import type { Crd, CrdVersion } from "../compatibility/crd.js";
import { groupBy } from "../core/group-by.js";
import type { ExactJsonValue } from "../core/json.js";
import { isJsonObject } from "../core/json.js";
import type { Schema } from "../schema/schema.js";
import { TypeCollector } from "./collect-types.js";
import type { Naming } from "./naming.js";
import type { KindEntry, Package, Reference, Sample } from "./reference.js";

/** One version of a kind, and the names of its types. */
export interface KindSource {
  readonly crd: Crd;
  readonly version: CrdVersion;
  readonly naming: Naming;
  /** The schema that {@link naming} knows. */
  readonly schema: Schema;
  readonly description: string;
}

/** @param samples - example objects of any kinds */
export function buildReference(kinds: readonly KindSource[], samples: readonly Sample[] = []): Reference {
  const byPackage = groupBy(kinds, ({ crd, version }) => `${crd.group}/${version.name}`);
  const packages = [...byPackage.values()].map((sources) => buildPackage(sources, samples));
  return { packages: packages.toSorted(comparePackages) };
}

function buildPackage(sources: readonly KindSource[], samples: readonly Sample[]): Package {
  const [first] = sources;
  if (first === undefined) throw new Error("a package has at least one kind");
  const { group } = first.crd;
  const version = first.version.name;
  const sorted = sources.toSorted((a, b) => (a.crd.kind < b.crd.kind ? -1 : 1));
  const taken = new Set(sorted.flatMap(({ crd }) => [crd.kind.toLowerCase(), crd.listKind.toLowerCase()]));
  const collector = new TypeCollector(taken);
  const kinds = sorted.map(({ crd, version: each, naming, schema, description }): KindEntry => ({
    crd,
    version: each,
    type: collector.kind(naming, crd.kind, description, schema),
    samples: samples.filter(({ value }) => isOf(value, `${group}/${version}`, crd.kind)),
  }));
  return { group, version, kinds, types: collector.types };
}

function isOf(value: ExactJsonValue, apiVersion: string, kind: string): boolean {
  return isJsonObject(value) && value["apiVersion"] === apiVersion && value["kind"] === kind;
}

/** Sorts by group, and the more stable and newer version first, as Kubernetes prefers versions. */
function comparePackages(a: Package, b: Package): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1;
  return compareVersions(b.version, a.version);
}

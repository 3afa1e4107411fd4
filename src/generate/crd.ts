/** Converts kinds to CustomResourceDefinitions. */
import type { ExactJsonValue } from "../core/json.js";
import { isAnnotationKey, isLabelValue, isQualifiedName } from "../core/name-forms.js";
import type { KindModel } from "../model/model.js";
import { type BuildContext, buildVersion, type CrdVersion, reporterFor } from "./crd-version.js";
import { checkApproval, checkCrdName, checkGroupVersion, type CrdNames, hasOwnNames, namesOf } from "./crd-names.js";
import { tagsOf } from "./crd-subresources.js";
import type { Reporter } from "./reporter.js";
import { recordOf } from "./tags/context.js";
import { printExactJson } from "../core/exact-json.js";
import { annotationLimit } from "../kube/last-applied.js";

/** All versions of one kind, and the parts that they share. */
export interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly names: CrdNames;
  /** Sorted by name. */
  readonly versions: readonly CrdVersion[];
  readonly manifest: ExactJsonValue;
}

export function buildCrds(context: BuildContext, kinds: readonly KindModel[]): Crd[] {
  const byKind = new Map<string, KindModel[]>();
  for (const kind of kinds) {
    const key = `${kind.group}/${kind.kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), kind]);
  }
  const crds = [...byKind.values()].map((versions) => buildCrd(context, versions)).filter((crd) => crd !== undefined);
  checkCollisions(context.reporter, crds);
  return crds;
}

function buildCrd(context: BuildContext, all: readonly KindModel[]): Crd | undefined {
  const { reporter } = context;
  for (const kind of all) checkGroupVersion(reporter, kind);
  const kinds = all
    .filter((kind) => tagsOf(kind, "skipVersion").length === 0)
    .toSorted((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  const [first] = kinds;
  if (first === undefined) {
    const [skipped] = all.flatMap((kind) => tagsOf(kind, "skipVersion"));
    const hint = "Remove @skipVersion from one of them.";
    reporter.error("crd/invalid", skipped?.at, "@skipVersion omits every version of the kind", hint);
    return undefined;
  }
  checkVersions(reporter, kinds);
  const names = sharedNames(reporter, kinds);
  checkCrdName(reporter, first, names);
  const versions = kinds.map((kind) => buildVersion(context, kind, kinds.length === 1));
  const { group, kind } = first;
  const isConverted = context.converted.has(`${group}/${kind}`) && versions.length > 1;
  const manifest = manifestOf(reporter, first, names, kinds, versions, isConverted);
  checkSize(reporter, first, manifest);
  return { group, kind, names, versions, manifest };
}

function checkVersions(reporter: Reporter, kinds: readonly KindModel[]): void {
  for (const [index, { version, kind, at }] of kinds.entries()) {
    if (kinds[index - 1]?.version !== version) continue;
    const message = `version ${version} of the kind ${kind} is declared twice`;
    reporter.error("kind/conflict", at, message, "Remove one, or give it another version.");
  }
  if (new Set(kinds.map(({ version }) => version)).size < kinds.length) return;
  const stored = kinds.flatMap((kind) => tagsOf(kind, "storageVersion"));
  const [first, second] = stored;
  const [kind] = kinds;
  if (second !== undefined) {
    const hint = "Keep @storageVersion on one of them.";
    reporter.error("kind/conflict", second.at, "a kind has only one storage version", hint);
  } else if (first === undefined && kind !== undefined && kinds.length > 1) {
    const names = kinds.map(({ version }) => version).join(", ");
    const message = `none of the versions ${names} of ${kind.kind} is the storage version`;
    reporter.error("kind/conflict", kind.at, message, "Put @storageVersion above the interface of one of them.");
  }
  if (kind !== undefined && kinds.every((each) => tagsOf(each, "unserved").length > 0)) {
    const message = `no version of ${kind.kind} is served`;
    reporterFor(reporter, kind).mistake("crd/invalid", kind.at, message, "Remove @unserved from one of them.");
  }
}

/** Names and scope belong to the kind, not to a version: declare them once, or identically in all versions. */
function sharedNames(reporter: Reporter, kinds: readonly KindModel[]): CrdNames {
  const named = kinds.map((kind) => ({ kind, names: namesOf(reporterFor(reporter, kind), kind) }));
  const explicit = named.filter(({ kind }) => hasOwnNames(kind));
  const [chosen] = [...explicit, ...named];
  if (chosen === undefined) throw new Error("a kind has at least one version");
  for (const { kind, names } of explicit) {
    if (JSON.stringify(names) === JSON.stringify(chosen.names)) continue;
    const message = `the names of version ${kind.version} differ from those of version ${chosen.kind.version}`;
    const hint = "Set the names in one version, or the same names in each: all versions share them.";
    reporter.error("kind/conflict", kind.at, message, hint);
  }
  return chosen.names;
}

/**
 * The name and namespace of the Service have no kustomize prefix yet; the certificate authority is filled in when the CRD is
 * installed.
 */
const conversion: ExactJsonValue = {
  strategy: "Webhook",
  webhook: {
    clientConfig: { service: { name: "webhook-service", namespace: "system", path: "/convert" } },
    conversionReviewVersions: ["v1"],
  },
};

function manifestOf(
  reporter: Reporter,
  first: KindModel,
  names: CrdNames,
  kinds: readonly KindModel[],
  versions: readonly CrdVersion[],
  isConverted: boolean,
): ExactJsonValue {
  const { group, kind } = first;
  const { plural, singular, listKind, shortNames, categories, scope } = names;
  const annotations = metadataOf(reporter, kinds, "annotations");
  const labels = metadataOf(reporter, kinds, "labels");
  checkApproval(reporter, first, annotations);
  checkAnnotations(reporter, first, annotations);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${group}`,
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
    spec: {
      ...(isConverted ? { conversion } : {}),
      group,
      names: {
        kind,
        listKind,
        plural,
        singular,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        ...(categories.length === 0 ? {} : { categories }),
      },
      scope,
      versions: versions.map(({ manifest }) => manifest),
    },
  };
}

function metadataOf(
  reporter: Reporter,
  kinds: readonly KindModel[],
  part: "annotations" | "labels",
): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const tag of kinds.flatMap((kind) => tagsOf(kind, "metadata"))) {
    const { effect } = tag.record;
    if (effect.kind !== "metadata" || (effect.part !== part && effect.part !== "both")) continue;
    const given = tag.argument.kind === "words" ? tag.argument.value : recordOf(tag)[part];
    for (const pair of Array.isArray(given) ? given.map(String) : []) {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (key === undefined || value === undefined || !isPair(part, key, value)) {
        const message = `${tag.spelling}: ${JSON.stringify(pair)} cannot be one of the CRD's ${part}`;
        reporter.error("tag/invalid-argument", tag.at, message, `For example: ${tag.record.example}`);
      } else {
        entries[key] = value;
      }
    }
  }
  return entries;
}

/** Returns whether a CRD can have the pair among its annotations or labels. */
export function isPair(part: "annotations" | "labels", key: string, value: string): boolean {
  return part === "annotations" ? isAnnotationKey(key) : isQualifiedName(key) && isLabelValue(value);
}

/** The maximum size of all keys and values together. */
const mostAnnotations = 262_144;

function checkAnnotations(reporter: Reporter, kind: KindModel, annotations: Readonly<Record<string, string>>): void {
  const size = Object.entries(annotations).reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
  if (size <= mostAnnotations) return;
  const [tag] = tagsOf(kind, "metadata");
  const message = `the annotations have ${size} bytes; the API server allows ${mostAnnotations} in total`;
  reporter.error("crd/invalid", tag?.at ?? kind.at, message, "Shorten them.");
}

/** Reports two CRDs of a group that share a name: the second would overwrite the first, or be rejected. */
function checkCollisions(reporter: Reporter, crds: readonly Crd[]): void {
  const taken = new Map<string, Crd>();
  for (const crd of crds) {
    const own = new Set(
      [crd.names.plural, crd.names.singular, ...crd.names.shortNames].map((name) => `${name}.${crd.group}`),
    );
    for (const name of own) {
      const other = taken.get(name);
      taken.set(name, other ?? crd);
      if (other === undefined) continue;
      const message = `${crd.kind} and ${other.kind} are both called ${name}`;
      const hint = "Rename one of them: @plural, @singular or @shortName.";
      reporter.error("kind/conflict", crd.versions[0]?.model.at, message, hint);
    }
  }
}

/** The maximum size of a request to etcd in its default configuration. */
const requestLimit = 1_572_864;

/** Checks the size: etcd rejects a CRD that is too large, and `kubectl apply` cannot install a merely large CRD. */
function checkSize(reporter: Reporter, kind: KindModel, manifest: ExactJsonValue): void {
  const bytes = Buffer.byteLength(printExactJson(manifest));
  const size = `${Math.ceil(bytes / 1024)} kB`;
  const hint =
    "Shorten it: @maxDescLen 0 omits descriptions, and @preserveUnknownFields omits the schema of a large field.";
  if (bytes > requestLimit) {
    reporter.error("crd/too-large", kind.at, `the CRD of ${kind.kind} has ${size}; etcd stores at most 1536 kB`, hint);
  } else if (bytes > annotationLimit) {
    const message = `the CRD of ${kind.kind} has ${size}: \`kubectl apply\` cannot install it, only \`kubectl apply --server-side\` and tsop can`;
    reporter.warn("crd/too-large", kind.at, message, hint);
  }
}

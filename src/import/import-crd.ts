/** Converts published CRDs to types that generate them again. */
import { type Diagnostic, hasErrors } from "../core/diagnostic.js";
import { isJsonObject, isList, type UnknownObject } from "../core/json.js";
import type { BuiltInTypes } from "./built-in-types.js";
import { Findings, type Source } from "./findings.js";
import { isCrd, readCrd } from "./read-crd.js";
import { printTypesFile } from "./types-file.js";

/** One version of a kind, with the text of its types. */
export interface ImportedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly types: string;
}

export interface ImportResult {
  /** In the order of the documents and of their versions; none for a CRD with an error. */
  readonly kinds: readonly ImportedKind[];
  readonly diagnostics: readonly Diagnostic[];
  /** The names of the CRDs with an error. */
  readonly refused: readonly string[];
}

/**
 * Imports every CRD in the documents, in all its versions. It skips other documents, because projects often publish a
 * complete installation. A CRD that the API server would reject does not prevent the import of the others.
 *
 * @param source - the source of the documents, or its name
 * @param builtIn - the types of Kubernetes, which the file imports for equal schemas
 */
export function importCrds(
  documents: readonly unknown[],
  source: Source | string,
  builtIn?: BuiltInTypes,
): ImportResult {
  const from = typeof source === "string" ? { name: source } : source;
  const results = documents
    .flatMap(documentsOf)
    .filter(isCrd)
    .map((document) => importCrd(document, from, builtIn));
  return {
    kinds: results.flatMap(({ kinds }) => kinds),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
    refused: results.flatMap(({ refused }) => refused),
  };
}

function importCrd(document: UnknownObject, source: Source, builtIn: BuiltInTypes | undefined): ImportResult {
  const name = nameOf(document);
  const findings = new Findings(source, name);
  const crd = findings.within(document, () => readCrd(findings, document));
  if (hasErrors(findings.all)) return { kinds: [], diagnostics: findings.all, refused: [name] };
  const kinds = crd.versions.map((version): ImportedKind => ({
    group: crd.group,
    version: version.name,
    kind: crd.kind,
    plural: crd.plural,
    namespaced: crd.scope === "Namespaced",
    types: printTypesFile(crd, version, builtIn),
  }));
  return { kinds, diagnostics: findings.all, refused: [] };
}

/** Returns the name of a CRD for messages. */
function nameOf({ metadata }: UnknownObject): string {
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  return typeof name === "string" ? JSON.stringify(name.slice(0, 253)).slice(1, -1) : "a CRD without a name";
}

/** Returns the items of a list, because `kubectl get -o yaml` combines several objects in a list. */
function documentsOf(document: unknown): readonly unknown[] {
  const isListKind = isJsonObject(document) && typeof document["kind"] === "string" && /List$/.test(document["kind"]);
  return isListKind && isList(document["items"]) ? document["items"] : [document];
}

/** CRDs that others have published → types that generate them again. */
import { type Diagnostic, hasErrors } from "../core/diagnostic.js";
import type { BuiltInTypes } from "./built-in-types.js";
import { Findings } from "./findings.js";
import { isCrd, readCrd } from "./read-crd.js";
import { checkRoot } from "./check-root.js";
import { isList, isRecord } from "./outside-value.js";
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
  /** In the order of the documents and of their versions; none when a diagnostic is an error. */
  readonly kinds: readonly ImportedKind[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Every CRD among the documents, in all its versions. Other documents are passed over: what a project publishes often
 * holds its whole installation.
 *
 * @param source - the name of the file, URL or object that the documents come from
 * @param builtIn - the types of Kubernetes that are imported where a schema is that of one
 */
export function importCrds(documents: readonly unknown[], source: string, builtIn?: BuiltInTypes): ImportResult {
  const findings = new Findings(source);
  const crds = documents
    .flatMap(documentsOf)
    .filter(isCrd)
    .map((document) => {
      const crd = readCrd(findings, document);
      for (const version of crd.versions) checkRoot(findings, version);
      return crd;
    });
  if (hasErrors(findings.all)) return { kinds: [], diagnostics: findings.all };
  const kinds = crds.flatMap((crd) =>
    crd.versions.map((version): ImportedKind => ({
      group: crd.group,
      version: version.name,
      kind: crd.kind,
      plural: crd.plural,
      namespaced: crd.scope === "Namespaced",
      types: printTypesFile(crd, version, builtIn),
    })),
  );
  return { kinds, diagnostics: findings.all };
}

/** `kubectl get -o yaml` puts several objects into a list. */
function documentsOf(document: unknown): readonly unknown[] {
  const isListKind = isRecord(document) && typeof document["kind"] === "string" && /List$/.test(document["kind"]);
  return isListKind && isList(document["items"]) ? document["items"] : [document];
}

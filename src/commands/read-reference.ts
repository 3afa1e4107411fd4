/** Reads the reference of an API: from the types of the project, or from published CRDs. */
import { readCrd, isCrdDocument } from "../compatibility/read-crd.js";
import type { Crd } from "../compatibility/crd.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { isJsonObject, isList, isSameJson } from "../core/json.js";
import { nearest } from "../core/suggest.js";
import { readBuiltInTypes } from "../import/built-in-types.js";
import { buildReference, type KindSource } from "../reference/build-reference.js";
import { kindsOfCrds, kindsOfSources } from "../reference/kind-sources.js";
import type { Reference, Sample } from "../reference/reference.js";
import type { Context } from "./context.js";
import { generatedCrds } from "./current-crds.js";
import { type ImportSource, readImportSources } from "./import-sources.js";
import { samplesIn } from "./samples.js";

/** The kinds to include. An absent filter includes all. */
export interface KindFilters {
  readonly group?: readonly string[];
  readonly kind?: readonly string[];
  readonly version?: readonly string[];
}

/**
 * @param sources - the CRDs of other projects; none for the types of this project
 * @throws TsopError the errors of the sources, `reference/no-kinds`
 */
export async function readReference(
  sources: readonly string[],
  filters: KindFilters,
  context: Context,
): Promise<Reference> {
  const builtIn = lazily(readBuiltInTypes);
  const all =
    sources.length === 0
      ? kindsOfSources(generatedCrds(context.cwd), builtIn)
      : kindsOfCrds(crdsOf(await readImportSources({ sources, fromCluster: [] }, context)), builtIn);
  const samples: readonly Sample[] = sources.length === 0 ? samplesIn(context.cwd) : [];
  return buildReference(filterKinds(all, filters, sources), samples);
}

/** @throws TsopError `import/invalid` with the faults of all CRDs, `import/no-crd` */
function crdsOf(sources: readonly ImportSource[]): Crd[] {
  const found = new Map<string, Crd>();
  const faults: Diagnostic[] = [];
  for (const { name: file, documents, lineOf } of sources) {
    for (const document of documents.flatMap(itemsOf)) {
      if (!isCrdDocument(document)) continue;
      const line = lineOf?.(document);
      const report = (message: string, hint: string): void =>
        void faults.push({
          ...{ code: "import/invalid", severity: "error", message, hint },
          at: { file, ...(line === undefined ? {} : { line }) },
        });
      const read = readCrd(document);
      if (read.kind === "invalid") {
        for (const fault of read.faults) report(fault, "Correct the CRD, or name a file without it.");
        continue;
      }
      const { crd } = read;
      const known = found.get(crd.name);
      if (known !== undefined && !isSameJson(known.manifest, crd.manifest))
        report(`${crd.name} occurs twice, with different contents`, "Name only one of the files.");
      found.set(crd.name, crd);
    }
  }
  if (faults.length > 0) throw TsopError.fromDiagnostics(faults);
  if (found.size === 0) {
    const names = sources.map(({ name }) => name).join(", ");
    throw new TsopError("import/no-crd", `there is no CustomResourceDefinition in ${names}`, {
      hint: "Name a file, a folder or a URL with CRDs. `tsop manual PAGE` prints the pages of tsop's own documentation.",
    });
  }
  return [...found.values()];
}

/** Returns the items of a list, because `kubectl get -o yaml` combines several objects in a list. */
function itemsOf(document: unknown): readonly unknown[] {
  const isListKind =
    isJsonObject(document) && typeof document["kind"] === "string" && document["kind"].endsWith("List");
  return isListKind && isList(document["items"]) ? document["items"] : [document];
}

function filterKinds(all: readonly KindSource[], filters: KindFilters, sources: readonly string[]): KindSource[] {
  if (all.length === 0)
    throw new TsopError("reference/no-kinds", "the project has no kinds", { hint: "Add one: tsop create api" });
  checkFilter("--group", filters.group, new Set(all.map(({ crd }) => crd.group)));
  checkFilter("--kind", filters.kind, new Set(all.map(({ crd }) => crd.kind)));
  checkFilter("--version", filters.version, new Set(all.map(({ version }) => version.name)));
  const isWanted = (given: readonly string[] | undefined, value: string): boolean => given?.includes(value) ?? true;
  const kinds = all.filter(
    ({ crd, version }) =>
      isWanted(filters.group, crd.group) && isWanted(filters.kind, crd.kind) && isWanted(filters.version, version.name),
  );
  if (kinds.length > 0) return kinds;
  const names = all.map(({ crd, version }) => `${crd.group}/${version.name} ${crd.kind}`);
  throw new TsopError("reference/no-kinds", "no kind matches all of the filters", {
    hint: `The kinds of ${sources.length === 0 ? "the project" : sources.join(", ")}: ${names.join(", ")}.`,
  });
}

/** @throws TsopError `reference/no-kinds` */
function checkFilter(flag: string, given: readonly string[] = [], known: ReadonlySet<string>): void {
  const unknown = given.find((each) => !known.has(each));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw new TsopError("reference/no-kinds", `${flag} ${JSON.stringify(unknown)} matches no kind`, {
    hint: near === undefined ? `Known: ${[...known].join(", ")}.` : `Did you mean ${flag} ${near}?`,
  });
}

/** Reads the types of Kubernetes on first use only, because that takes a while. */
function lazily<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

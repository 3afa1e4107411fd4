/** The definitions of the kinds that the extension API server served at an earlier time. */
import type { Crd } from "../compatibility/crd.js";
import { isCrdDocument, readCrd } from "../compatibility/read-crd.js";
import { isDefinition } from "../compatibility/served.js";
import { TsopError } from "../core/errors.js";
import { text } from "../core/json-fields.js";
import { readExportedLiteral } from "../source/exported-literal.js";
import { parseProject } from "../project/parse.js";
import { extensionResources, type Project, qualifiedGroup } from "../project/project.js";
import type { GitFile } from "./git-files.js";

/** @throws TsopError `api/unreadable` for a file that contains no definition, or one that is not valid */
export function readDefinitions(files: readonly GitFile[], source: string): Crd[] {
  return files.map((file) => {
    const unreadable = (why: string): TsopError =>
      new TsopError("api/unreadable", `${file.path} of ${source} contains no definition that tsop can read: ${why}`, {
        hint: "tsop reads what `npm run manifests` generates, also after a formatter. Compare with another commit or version.",
      });
    const read = readExportedLiteral(file.text);
    if (read.kind === "invalid") throw unreadable(`line ${read.line}: ${read.why}`);
    const { value } = read;
    if (!isCrdDocument(value)) throw unreadable(`it is ${describe(value)}, and not a CustomResourceDefinition`);
    const found = readCrd(value);
    if (found.kind === "invalid") throw unreadable(found.faults.slice(0, 3).join("; "));
    return { ...found.crd, store: "unknown" };
  });
}

function describe(value: unknown): string {
  const kind = text(value, "kind");
  return kind === undefined ? "no object with a kind" : `a ${kind}`;
}

/** Returns the kinds with what PROJECT says about those of the extension API server: their storage, and their conversion. */
export function withStores(crds: readonly Crd[], project: Project | undefined): Crd[] {
  const served = project === undefined ? [] : extensionResources(project);
  return crds.map((crd) => {
    const versions = served.filter((each) => each.kind === crd.kind && qualifiedGroup(each) === crd.group);
    const storage = versions[0]?.extension?.storage;
    if (storage === undefined) return crd;
    const isConverted = versions.some(({ webhooks }) => webhooks?.conversion === true);
    return { ...crd, store: storage, conversion: isConverted ? "code" : "None" };
  });
}

/**
 * Returns the kinds of the main API server and of the extension API server. A file that remains can also define a kind of the other
 * one. Where no PROJECT names the storage and the conversion, those of the current kind count.
 */
export function withDefinitions(crds: readonly Crd[], definitions: readonly Crd[], current: readonly Crd[]): Crd[] {
  const isOf = (those: readonly Crd[], { name }: Crd): boolean => those.some((each) => each.name === name);
  const served = definitions.filter((each) => each.store !== "unknown" || !isOf(crds, each));
  return [...crds.filter((each) => !isOf(served, each)), ...asNow(served, current)];
}

function asNow(definitions: readonly Crd[], current: readonly Crd[]): Crd[] {
  return definitions.map((definition) => {
    const now = current.find(({ name }) => name === definition.name);
    if (definition.store !== "unknown" || now === undefined || !isDefinition(now)) return definition;
    return { ...definition, store: now.store, conversion: now.conversion };
  });
}

/** Returns an earlier PROJECT; undefined if it is missing, or if this tsop cannot read it. */
export function earlierProject(content: string | undefined): Project | undefined {
  if (content === undefined) return undefined;
  try {
    return parseProject(content);
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}

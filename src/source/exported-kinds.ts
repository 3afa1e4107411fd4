/** Reads which kinds a module exports: a file of a project, or a module of an installed package. */
import type { ts } from "ts-morph";
import { toApiVersion } from "../core/gvk.js";
import { PackedTypes } from "../schema/packed-types.js";
import { isExported } from "./check-imports.js";
import { readMacros } from "./comments/macros.js";
import { compiler } from "./compiler.js";
import { NameResolver } from "./names.js";
import { parseFile, type ParsedFile } from "./parsed-file.js";
import { readKinds } from "./read-kinds.js";
import { SourceFiles, unlessTooDeep } from "./source-files.js";
import { diskHost, type SourceHost } from "./source-host.js";
import { readTypeNode } from "./types/read-type.js";
import type { TypeReader } from "./types/reader.js";

export interface ExportedKind {
  /** The name of the export. */
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Whether the module exports the value of `defineKind`, and not only the type. */
  readonly hasValue: boolean;
}

/** @param module - as in an import of main.ts. @returns undefined if the module has no declarations */
export function exportedKinds(
  root: string,
  module: string,
  host: SourceHost = diskHost(root),
): readonly ExportedKind[] | undefined {
  const quiet = (): void => undefined;
  const files = new SourceFiles(host, root, quiet);
  const names = new NameResolver((from, target) => files.openModule(from, target));
  const first = files.openModule(parseFile("main.ts", ""), module);
  if (first === undefined) return undefined;
  const kubernetes = new PackedTypes();
  const macros = readMacros([], quiet);
  const reader: TypeReader = { names, kubernetes, macros, report: quiet, claimed: new Set(), readNode: readTypeNode };
  const kinds = new Map<string, ExportedKind>();
  const opened = new Set([first]);
  for (const file of opened) {
    const declared = new Map(exportsOf(names, file).map((each) => [each.name, each]));
    for (const { name, file: home, inner } of declared.values()) {
      const found = kindsIn(reader, home).find((each) => each.name === inner);
      if (found === undefined || kinds.has(name)) continue;
      const { group, version, kind } = found.model;
      const value = names.namesOf(home).values.has(inner);
      kinds.set(name, { name, apiVersion: toApiVersion(group, version), kind, hasValue: value });
    }
    for (const target of names.namesOf(file).starExports) {
      const next = names.open(file, target);
      if (next !== undefined) opened.add(next); // the loop visits it later
    }
  }
  return [...kinds.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function kindsIn(reader: TypeReader, file: ParsedFile): ReturnType<typeof readKinds> {
  if (!file.ast.text.includes("CustomResource")) return [];
  return unlessTooDeep(file.path, reader.report, () => readKinds(reader, file)) ?? [];
}

interface Export {
  readonly name: string;
  /** The file that declares it, and its name there. */
  readonly file: ParsedFile;
  readonly inner: string;
}

/** Returns the types that a file exports by name. */
function exportsOf(names: NameResolver, file: ParsedFile): Export[] {
  const own = file.ast.statements
    .filter((statement): statement is ts.InterfaceDeclaration => compiler.isInterfaceDeclaration(statement))
    .filter(isExported)
    .map(({ name: { text } }) => ({ name: text, file, inner: text }));
  const named = [...names.namesOf(file).reexports].flatMap(([name, { module, name: inner }]): Export[] => {
    const meaning = module === undefined ? names.resolveName(file, inner) : names.resolveImport(file, module, inner);
    return meaning.kind === "declared" ? [{ name, file: meaning.file, inner: meaning.name }] : [];
  });
  return [...own, ...named];
}

/** Renames declarations, and everything in a project that refers to them. */
import type { ts } from "ts-morph";
import type { Diagnostic } from "../../core/diagnostic.js";
import { compiler } from "../../source/compiler.js";
import { findSyntaxErrors, parseFile, type ParsedFile } from "../../source/parsed-file.js";
import { createProgram } from "../../source/permissions/program.js";
import { type CodeFiles, isCode } from "../code-file.js";
import { moduleResolver } from "../module-resolver.js";
import { applyChanges, type Change } from "../text-changes.js";
import { type IdentityChange, kindChangeOf } from "./identities.js";
import { fixedTexts, type TextChanges } from "./fixed-texts.js";
import { type NewNames, Renames } from "./renames.js";

export interface CodeRenames {
  /** The new names of the declarations and of the local variables in each file. */
  readonly names: ReadonlyMap<string, NewNames>;
  readonly identities: readonly IdentityChange[];
  /** The new text of each string that is unmistakable, such as `foo.abc.com/v1`, in any file. */
  readonly texts: ReadonlyMap<string, string>;
  /** The comments and strings that tsop wrote, by file. */
  readonly fixed: ReadonlyMap<string, TextChanges>;
  /** Returns the new text of a line of any comment, such as a tag; the line itself if it stays. */
  readonly comment: (line: string) => string;
  /** Returns whether the texts of a file describe the past, and stay. References in it still follow. */
  readonly isFixed?: (file: string) => boolean;
}

export interface RenamedCode {
  /** The new text of each file that changes. */
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** @param paths - all files of the project */
export function renameCode(files: CodeFiles, paths: readonly string[], wanted: CodeRenames): RenamedCode {
  const parsed = new Map(paths.filter(isCode).map((file) => [file, parseFile(file, files.read(file) ?? "")]));
  const resolve = moduleResolver(files);
  const open = (from: ParsedFile, module: string): ParsedFile | undefined =>
    parsed.get(resolve(from.path, module) ?? "");
  const { program } = createProgram(
    [...parsed.values()],
    open,
    {},
    {
      isOwn: (module) => !module.startsWith("node:"),
      allowJs: true,
    },
  );
  const checker = program.getTypeChecker();
  const renames = new Renames(checker, parsed, wanted.names);
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [...renames.problems];
  for (const [path, file] of parsed) {
    const changes = [
      ...renames.changesIn(file),
      ...(wanted.isFixed?.(path) === true ? [] : literalChanges(checker, file, wanted)),
      ...fixedTexts(file, wanted.fixed.get(path), wanted.comment),
    ];
    if (changes.length === 0) continue;
    const errors = findSyntaxErrors(file);
    diagnostics.push(...errors);
    if (errors.length === 0) texts.set(path, applyChanges(file.ast.text, withoutOverlap(changes)));
  }
  return { texts, diagnostics };
}

function literalChanges(checker: ts.TypeChecker, { ast }: ParsedFile, { identities, texts }: CodeRenames): Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node)) {
      const text = kindChangeOf(checker, node, identities)?.to.kind ?? texts.get(node.text);
      if (text !== undefined) changes.push({ start: node.getStart(ast) + 1, end: node.end - 1, text });
    }
    compiler.forEachChild(node, visit);
  };
  visit(ast);
  return changes;
}

/** Keeps the first of the changes at one position: a reference before a text that only looks like one. */
function withoutOverlap(changes: readonly Change[]): Change[] {
  const kept: Change[] = [];
  let end = -1;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    if (change.start < end) continue;
    kept.push(change);
    end = change.end;
  }
  return kept;
}

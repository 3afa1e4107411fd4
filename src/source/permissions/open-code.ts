import { type BuiltInResources, readBuiltInResources } from "../../schema/built-in-resources.js";
import type { OpenModule } from "../names.js";
import type { ParsedFile } from "../parsed-file.js";
import { createProgram, type ProgramSettings } from "./program.js";
import type { Code, Name } from "./values-of.js";
import type { ts } from "ts-morph";
import { compiler } from "../compiler.js";

/** Creates a program of some files on first use, because most commands need none; all callers share it. */
export function openCode(
  files: readonly ParsedFile[],
  open: OpenModule,
  settings: ProgramSettings & { readonly resources?: BuiltInResources } = {},
): () => Code {
  let code: Code | undefined;
  return () => (code ??= makeCode(files, open, settings));
}

function makeCode(
  files: readonly ParsedFile[],
  open: OpenModule,
  { resources = readBuiltInResources(), ...settings }: Parameters<typeof openCode>[2] & object,
): Code {
  const { program, locate } = createProgram(files, open, resources, settings);
  const sources = program.getSourceFiles().filter((source) => locate(source) !== undefined);
  return { checker: program.getTypeChecker(), usesOf: namesIn(sources), fileOf: locate };
}

/** Indexes the positions of each name, on first use. */
function namesIn(sources: readonly ts.SourceFile[]): Code["usesOf"] {
  let index: Map<string, Name[]> | undefined;
  const make = (): Map<string, Name[]> => {
    const made = new Map<string, Name[]>();
    const visit = (node: ts.Node): void => {
      if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node)) {
        const uses = made.get(node.text);
        if (uses === undefined) made.set(node.text, [node]);
        else uses.push(node);
      }
      compiler.forEachChild(node, visit);
    };
    sources.forEach(visit);
    return made;
  };
  return (name) => (index ??= make()).get(name) ?? [];
}

import { type BuiltInResources, readBuiltInResources } from "../../schema/built-in-resources.js";
import type { OpenModule } from "../names.js";
import type { ParsedFile } from "../parsed-file.js";
import { namesIn } from "./names-in.js";
import { createProgram } from "./program.js";
import type { Code } from "./values-of.js";

/** Makes a program of some files when it is first asked for, since most commands need none; all that ask have the same. */
export function openCode(files: readonly ParsedFile[], open: OpenModule, resources?: BuiltInResources): () => Code {
  let code: Code | undefined;
  return () => (code ??= makeCode(files, open, resources ?? readBuiltInResources()));
}

function makeCode(files: readonly ParsedFile[], open: OpenModule, resources: BuiltInResources): Code {
  const { program, locate } = createProgram(files, open, resources);
  const sources = program.getSourceFiles().filter((source) => locate(source) !== undefined);
  return { checker: program.getTypeChecker(), usesOf: namesIn(sources), fileOf: locate };
}

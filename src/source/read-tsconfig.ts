/** The compiler options of a project. */
import path from "node:path";
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

export interface TsConfigResult {
  readonly problems: readonly { readonly message: string; readonly line?: number }[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads `tsconfig.json` and the files it extends, like the compiler does. */
export function readTsConfig(root: string): TsConfigResult {
  const problems: TsConfigResult["problems"][number][] = [];
  const add = ({ messageText, file, start }: ts.Diagnostic): void => {
    const message = compiler.flattenDiagnosticMessageText(messageText, "\n");
    const line = file === undefined || start === undefined ? undefined : file.getLineAndCharacterOfPosition(start).line;
    problems.push({ message, ...(line === undefined ? {} : { line: line + 1 }) });
  };
  const { sys } = compiler;
  const host = { ...sys, readDirectory: () => ["main.ts"], onUnRecoverableConfigFileDiagnostic: add };
  const parsed = compiler.getParsedCommandLineOfConfigFile(path.join(root, "tsconfig.json"), {}, host);
  parsed?.errors.forEach(add);
  return { problems, options: parsed?.options ?? {} };
}

/** Finds the files that a file imports. */
import { type CodeFiles, isCode, parseCode } from "./code-file.js";
import { moduleResolver } from "./module-resolver.js";
import { findSpecifiers } from "./specifiers.js";

/** The files of the project that each file imports directly, by its path. Contains every file that the start reaches. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Follows the imports of a file, by the compiler's rules.
 *
 * @param load - called before the text of a file is read
 */
export async function followImports(
  files: CodeFiles,
  start: string,
  load: (file: string) => Promise<void> = () => Promise.resolve(),
): Promise<Imports> {
  const resolve = moduleResolver(files);
  const found = new Map<string, readonly string[]>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    await load(file);
    found.set(file, importsIn(files, file, resolve));
    waiting.push(...(found.get(file) ?? []));
  }
  return found;
}

function importsIn(files: CodeFiles, file: string, resolve: ReturnType<typeof moduleResolver>): string[] {
  if (!isCode(file)) return [];
  const modules = findSpecifiers(parseCode(file, files.read(file) ?? "")).filter(({ kind }) => kind === "import");
  return [...new Set(modules.map(({ module }) => resolve(file, module)).filter((each) => each !== undefined))];
}

/** Returns the files from which imports lead to one of the targets, without the targets. */
export function importersOf(imports: Imports, targets: ReadonlySet<string>): Set<string> {
  const reaching = new Set(targets);
  for (let size = -1; size !== reaching.size;) {
    size = reaching.size;
    for (const [file, imported] of imports) if (imported.some((each) => reaching.has(each))) reaching.add(file);
  }
  return new Set([...reaching].filter((file) => !targets.has(file)));
}

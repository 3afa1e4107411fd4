import path from "node:path";
import type { Files } from "./scaffolds.js";

/** Returns the relative imports of a project's TypeScript files that lead nowhere, found without tsop's own rules. */
export function brokenImports(files: Files): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g)]
      .map(([, module = ""]) => module)
      .filter((module) => {
        const target = path.posix.join(path.posix.dirname(file), module);
        const stem = target.replace(/\.m?js$/, "");
        return ![target, `${stem}.ts`, `${stem}.mts`, `${stem}/index.ts`].some((each) => files[each] !== undefined);
      })
      .map((module) => `${file}: ${module}`),
  );
}

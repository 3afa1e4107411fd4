import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface ExampleModule {
  /** The module to import: `docs/how-to/testing.md.1.example.ts` below the repository's root. */
  readonly id: string;
  readonly code: string;
}

/** Returns the TypeScript blocks of a page as modules. */
export function exampleModules(page: string): ExampleModule[] {
  const text = readFileSync(path.join(root, page), "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""], index) => ({
    id: path.join(root, `${page}.${index + 1}.example.ts`),
    code,
  }));
}

/** Lets tests import these modules, which have no files. */
export const exampleModulesPlugin: Plugin = {
  name: "example-modules",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".example.ts") ? id : undefined),
  load(id) {
    const [, page] = /^(.*\.md)\.\d+\.example\.ts$/.exec(id) ?? [];
    return page === undefined
      ? undefined
      : exampleModules(path.relative(root, page)).find((example) => example.id === id)?.code;
  },
};

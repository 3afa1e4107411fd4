import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { moduleCache } from "./module-cache.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Prepares a scaffolded project to run its own tests, with the sources of this repository in the place of the package. Vitest stores
 * the transformed sources once for all projects, because all have this same configuration.
 */
export function prepareOwnTests(root: string): void {
  const cache = path.join(moduleCache(repository), "own-tests");
  mkdirSync(cache, { recursive: true });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  const config = `import { cachedModules } from ${JSON.stringify(`${repository}test/support/module-cache.ts`)};

export default {
  root: ${JSON.stringify(repository)},
  plugins: [cachedModules(${JSON.stringify(repository)})],
  resolve: {
    alias: [
      { find: /^tsop$/, replacement: ${JSON.stringify(`${repository}src/index.ts`)} },
      { find: /^tsop\\/testing$/, replacement: ${JSON.stringify(`${repository}src/testing/index.ts`)} },
      { find: /^tsop\\/k8s\\/(.*)$/, replacement: ${JSON.stringify(`${repository}src/k8s/$1.ts`)} },
    ],
  },
  test: {
    dir: process.cwd(),
    include: ["**/*.test.ts"],
    testTimeout: 60000,
    hookTimeout: 120000,
    fileParallelism: false,
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: ${JSON.stringify(cache)} },
  },
};
`;
  writeFileSync(path.join(root, "vitest.own.config.ts"), config);
}

/** Runs the tests in a folder of a project, on a real API server or, without `assets`, on the embedded one. */
export async function runOwnTests(
  root: string,
  folder: string,
  assets: string | undefined,
): Promise<{ readonly exitCode?: number | undefined; readonly all: string }> {
  return execa(
    process.execPath,
    [
      path.join(repository, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      "vitest.own.config.ts",
      `${root}/${folder}/`,
    ],
    {
      cwd: root,
      env: { KUBEBUILDER_ASSETS: assets ?? "", VITEST: "", NO_COLOR: "1", FORCE_COLOR: "0" },
      all: true,
      reject: false,
    },
  );
}

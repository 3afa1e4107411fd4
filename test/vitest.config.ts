import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Three kinds of test, told apart by their names:
 * - `*.test.ts` needs nothing but Node;
 * - `*.cluster.test.ts` needs a real kube-apiserver, started from the folder that KUBEBUILDER_ASSETS names;
 * - `*.e2e.test.ts` needs the packed tarball and installs packages from the registry.
 */
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^tsop$/, replacement: `${root}src/index.ts` },
      { find: /^tsop\/testing$/, replacement: `${root}src/testing/index.ts` },
      { find: /^tsop\/k8s\/(.*)$/, replacement: `${root}src/k8s/$1.ts` },
    ],
  },
  test: {
    // What tsop leaves for its next run is not to land in the home of whoever runs the tests.
    env: { XDG_CACHE_HOME: `${root}node_modules/.cache` },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false, // no module has state
          sequence: { groupOrder: 0 },
          maxWorkers: "100%", // the tests of commands wait for their processes most of the time
          testTimeout: 30_000, // nothing here waits; a busy machine may be slow
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.{cluster,e2e}.test.ts", "test/golden/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          sequence: { groupOrder: 1 },
          maxWorkers: 1, // all tests share a control plane
          include: ["test/**/*.cluster.test.ts"],
          globalSetup: ["test/support/control-plane-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          include: ["test/**/*.e2e.test.ts"],
          globalSetup: ["test/support/control-plane-setup.ts", "test/support/tarball-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});

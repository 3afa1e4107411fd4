import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { exampleModulesPlugin } from "./support/example-modules.js";
import { realServerOnly } from "./support/embedded/real-server-only.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Tests of the operators in examples/, written as their authors run them: in the example's own folder. */
const examples = {
  include: ["examples/*/!(node_modules|dist|test)/**/*.test.ts"],
  globalSetup: ["test/support/examples/link-tsop.ts"],
  setupFiles: ["test/support/examples/enter-example.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** They take the longest: begun last, one of them would be all that still runs. */
const longest = ["apiserver/contract/contract.test.ts", "cli/main.test.ts", "commands/dev/dev.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Five kinds of test, told apart by their names:
 * - `*.test.ts` needs nothing but Node;
 * - `*.cluster.test.ts` needs an API server: the project `cluster` runs it on a real kube-apiserver, started from the folder
 *   that KUBEBUILDER_ASSETS names; the project `embedded` on the embedded one, with Node alone;
 * - `*.e2e.test.ts` needs the packed tarball and installs packages from the registry;
 * - `*.node.test.ts` needs a cluster where pods run, which the environment gives (see CONTRIBUTING.md);
 * - `*.attack.test.ts` attacks what listens, in processes of its own that are measured: nothing else runs beside it.
 *
 * The tests of the operators in `examples/` are run twice: by the project `examples` on the embedded API server, and by the project
 * `examples-cluster` on a real one, where there is one.
 */
export default defineConfig({
  root,
  plugins: [exampleModulesPlugin],
  resolve: {
    alias: [
      { find: /^tsop$/, replacement: `${root}src/index.ts` },
      { find: /^tsop\/testing$/, replacement: `${root}src/testing/index.ts` },
      { find: /^tsop\/k8s\/(.*)$/, replacement: `${root}src/k8s/$1.ts` },
    ],
  },
  test: {
    sequence: { sequencer: LongestFirst },
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
          hookTimeout: 60_000, // the first to start an API server has its five hundred modules compiled
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.{cluster,e2e,node,attack}.test.ts", "test/golden/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          sequence: { groupOrder: 1 },
          maxWorkers: "300%", // each file has a server of its own, and waits most of the time
          include: ["test/**/*.cluster.test.ts"],
          exclude: realServerOnly.filter(({ test }) => test === undefined).map(({ place }) => `test/${place}`),
          globalSetup: ["test/support/embedded/setup.ts"],
          setupFiles: ["test/support/embedded/skip-tests.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          sequence: { groupOrder: 2 },
          maxWorkers: 1, // all tests share a control plane
          maxConcurrency: 8,
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
          sequence: { groupOrder: 3 },
          maxWorkers: 1,
          include: ["test/**/*.e2e.test.ts"],
          globalSetup: ["test/support/control-plane-setup.ts", "test/support/tarball-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...examples,
          name: "examples",
          sequence: { groupOrder: 4 },
          maxWorkers: "100%",
          env: { KUBEBUILDER_ASSETS: "" }, // which would have TestEnvironment take the real one
        },
      },
      {
        extends: true,
        test: {
          ...examples,
          name: "examples-cluster",
          sequence: { groupOrder: 5 },
          maxWorkers: 2, // each file has a control plane of its own
          include: (process.env["KUBEBUILDER_ASSETS"] ?? "") === "" ? [] : examples.include,
        },
      },
      {
        extends: true,
        test: {
          name: "attacks",
          sequence: { groupOrder: 7 },
          maxWorkers: 1, // how long the processor is busy, and what memory grows by, is what they look at
          include: ["test/attacks/**/*.attack.test.ts"],
          globalSetup: ["test/attacks/setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          sequence: { groupOrder: 6 },
          maxWorkers: 4, // all wait for the cluster most of the time
          include: ["test/node/**/*.node.test.ts"],
          globalSetup: ["test/support/node/setup.ts"],
          // Four projects are installed, built and deployed at once.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});

/** The kinds of tests, told apart by the names of their files; docs/contributing/tests.md has the table of them. */
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProjectInlineConfiguration, ViteUserConfig } from "vitest/config";
import { exampleModulesPlugin } from "./support/example-modules.js";
import { realServerOnly } from "./support/embedded/real-server-only.js";
import { startsServer } from "./support/examples/starts-server.js";
import { LongestFirst } from "./support/longest-first.js";
import { cachedModules, moduleCache, namesIn } from "./support/module-cache.js";
import { tempRoot } from "./support/temp-root.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The control planes of the project `cluster`: one for each worker, because files of tests change what all share. */
export const controlPlanes = 4;

const minute = 60_000;

/** For tests that wait for processes and servers most of the time. A percentage would come to no more than a worker for each core. */
const waiting = Math.ceil(os.availableParallelism() * 2.5);

/** The V8 of Node 20 optimizes a function that has executed 66 KB of bytecode; with this budget, 2 MB. Later ones wait by themselves. */
const patientV8 = process.versions.v8.startsWith("11.") ? ["--interrupt-budget=2000000"] : [];
/**
 * Workers that keep all cores busy. Threads of their garbage collectors would only compete with them, and cost a tenth more. Most
 * code of a test runs a few times: to optimize it took a quarter of the processor time.
 */
const busy = { execArgv: ["--single-threaded-gc", ...patientV8] };
/** Their files share the modules, which have no state. */
const sharing = { ...busy, isolate: false };

/** All but unit tests wait for others. A condition of theirs has a minute to hold, and says what it saw when it does not. */
const patient = { testTimeout: 3 * minute, hookTimeout: 3 * minute };

const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...sharing,
    name: "unit",
    setupFiles: ["test/support/pure.ts"],
    sequence: { groupOrder: 0 },
    maxWorkers: "100%",
    testTimeout: 30_000, // nothing here waits for a process; a busy machine may be slow
    expect: { poll: { timeout: 20_000 } }, // so that a condition says what it saw before the test ends
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.{program,sweep,size,cluster,e2e,node,attack,site}.test.ts", "test/golden/**"],
  },
};

/** Tests of Kubernetes that do not run on the embedded API server. */
const notEmbedded = realServerOnly
  .filter(({ test }) => test === undefined)
  .map(({ place }) => `test/${place.replace(/\*\*$/, "**/*.cluster.test.ts")}`);

const programs: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...patient,
    ...sharing,
    name: "programs",
    sequence: { groupOrder: 1 },
    maxWorkers: waiting,
    include: ["test/**/*.{program,cluster}.test.ts"],
    exclude: ["test/**/*.long.{program,cluster}.test.ts", ...notEmbedded],
    globalSetup: ["test/support/embedded/setup.ts"],
    setupFiles: ["test/support/embedded/skip-tests.ts"],
  },
};

/** The same, for the tests that an author waits for only before a release: see docs/contributing/tests.md. */
const longPrograms: TestProjectInlineConfiguration = {
  ...programs,
  test: {
    ...programs.test,
    name: "programs-long",
    sequence: { groupOrder: 12 },
    include: ["test/**/*.long.{program,cluster}.test.ts"],
    exclude: notEmbedded,
  },
};

const cluster: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...patient,
    ...sharing,
    name: "cluster",
    sequence: { groupOrder: 2 },
    maxWorkers: controlPlanes,
    maxConcurrency: 8,
    include: ["test/**/*.cluster.test.ts"],
    globalSetup: ["test/support/control-planes-setup.ts"],
  },
};

const e2e: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "e2e",
    sequence: { groupOrder: 3 },
    maxWorkers: "100%",
    include: ["test/**/*.e2e.test.ts"],
    globalSetup: ["test/support/tarball-setup.ts"],
    testTimeout: 5 * minute,
    hookTimeout: 5 * minute,
  },
};

/** Tests of the operators in examples/, written as their authors run them: in the example's own folder. */
const ofExamples = {
  ...patient,
  ...sharing,
  include: ["examples/!(tutorial)/!(node_modules|dist|test)/**/*.test.ts"], // test/e2e/ tests the tutorial
  globalSetup: ["test/support/examples/link-tsop.ts"],
  setupFiles: ["test/support/examples/enter-example.ts"],
};

const examples: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...ofExamples,
    name: "examples",
    sequence: { groupOrder: 4 },
    maxWorkers: 3, // each imports all modules; more would not end earlier than the longest file
    env: { KUBEBUILDER_ASSETS: "" }, // which would have TestEnvironment take the real one
  },
};

/** The tests of the examples for which a real API server makes a difference. */
export function testsThatStartServers(): string[] {
  const tests = namesIn(path.join(root, "examples")).filter((file) => file.endsWith(".test.ts") && startsServer(file));
  return tests.map((file) => path.relative(root, file));
}

const examplesOnCluster: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...ofExamples,
    name: "examples-cluster",
    sequence: { groupOrder: 5 },
    maxWorkers: 3, // each file has a control plane of its own
    include: (process.env["KUBEBUILDER_ASSETS"] ?? "") === "" ? [] : testsThatStartServers(),
    exclude: ["examples/tutorial/**", "examples/*/test/**"],
  },
};

const sweeps: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...patient,
    ...busy,
    name: "sweeps",
    sequence: { groupOrder: 6 },
    maxWorkers: "100%",
    include: ["test/**/*.sweep.test.ts"],
  },
};

const sizes: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "sizes",
    sequence: { groupOrder: 7 },
    maxWorkers: "100%", // each measures the processor time of its own process
    include: ["test/**/*.size.test.ts"],
    testTimeout: minute,
  },
};

const attacks: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "attacks",
    sequence: { groupOrder: 8 },
    maxWorkers: 1, // how long the processor is busy, and what memory grows by, is what they look at
    include: ["test/attacks/**/*.attack.test.ts"],
    globalSetup: ["test/attacks/setup.ts"],
    testTimeout: 3 * minute,
    hookTimeout: minute,
  },
};

const node: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "node",
    sequence: { groupOrder: 9 },
    maxWorkers: 5, // all wait for the cluster most of the time
    include: ["test/node/**/*.node.test.ts"],
    exclude: ["test/node/**/*.load.node.test.ts"],
    globalSetup: ["test/support/node/setup.ts"],
    // Four projects are installed, built and deployed at once.
    testTimeout: 15 * minute,
    hookTimeout: 15 * minute,
  },
};

/** They keep the controllers and the kubelet busy: beside them, other tests on the cluster would wait too long. */
const nodeLoad: TestProjectInlineConfiguration = {
  ...node,
  test: {
    ...node.test,
    name: "node-load",
    sequence: { groupOrder: 11 },
    maxWorkers: 1,
    include: ["test/node/**/*.load.node.test.ts"],
    exclude: [],
  },
};

/** The built site in a browser: `npm run docs` builds it. */
const site: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...patient,
    name: "site",
    sequence: { groupOrder: 10 },
    maxWorkers: 1, // one browser, and as many pages in it as there are cores
    include: ["test/site/**/*.site.test.ts"],
  },
};

/** What `npm test` runs: with Node alone, and while its author waits. */
export const everyday = [unit, programs];

/** What `npm run test:all` runs; those that need what this machine does not have are skipped, and say so. */
export const all = [
  ...everyday,
  longPrograms,
  cluster,
  e2e,
  examples,
  examplesOnCluster,
  sweeps,
  sizes,
  attacks,
  node,
  nodeLoad,
  site,
];

export function configOf(projects: TestProjectInlineConfiguration[]): ViteUserConfig {
  tempRoot(); // in which tests create their temporary files
  return {
    root,
    plugins: [exampleModulesPlugin, cachedModules(root)],
    resolve: {
      alias: [
        { find: /^tsop$/, replacement: `${root}src/index.ts` },
        { find: /^tsop\/testing$/, replacement: `${root}src/testing/index.ts` },
        { find: /^tsop\/migrate$/, replacement: `${root}src/migrate/index.ts` },
        { find: /^tsop\/apiserver$/, replacement: `${root}src/extension/index.ts` },
        { find: /^tsop\/client-node$/, replacement: `${root}src/client-node/index.ts` },
        { find: /^tsop\/plugin$/, replacement: `${root}src/plugin/index.ts` },
        { find: /^tsop\/k8s\/(.*)$/, replacement: `${root}src/k8s/$1.ts` },
      ],
    },
    test: {
      sequence: { sequencer: LongestFirst },
      chaiConfig: { truncateThreshold: 2000 }, // a message holds the output of a command, of which 40 characters say nothing
      expect: { poll: { timeout: minute } }, // by default, a second: a busy machine needs more
      experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache(root) },
      // As on an author's machine: tsop remembers nothing in CI, and must not write into the home of the user who runs the tests.
      env: { CI: "", XDG_CACHE_HOME: `${root}node_modules/.cache` },
      projects,
    },
  };
}

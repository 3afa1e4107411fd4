/** The commands that run the operator, or an API server for it. */
import { showSimulatedKinds } from "../simulated-kinds.js";
import { declare, neverEnds } from "./declare.js";
import { type Input, negation, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { cluster } from "./shared.js";
import { port } from "./values.js";

const data = text("<file>", "keep what is stored in this file, from one run to the next (default: memory only)");
const simulateWorkloads = toggle(`let ${showSimulatedKinds()} become ready, as if nodes ran them`);

const devInput = {
  argument: "[args...]",
  flags: {
    ...cluster,
    context: text("<name>", "context of the kubeconfig (default: none, the embedded API server)"),
    port: parsed("<port>", port, "port of the embedded API server (default: a free one)"),
    data,
    fresh: toggle("with --data: begin without what the file holds"),
    simulateWorkloads,
    samples: negation("do not apply config/samples"),
    rbac: negation("let the operator do everything, not just what config/rbac/role.yaml says"),
  },
} as const satisfies Input;

export type DevOptions = OptionsOf<typeof devInput>;

export const dev = declare({
  path: "dev",
  summary: "run the operator while you write it, with an API server of its own",
  description:
    "Starts the embedded API server (or takes the cluster that --context or --kubeconfig names), installs the CRDs,\n" +
    "runs the operator and applies the samples; on every save it generates, reloads and applies again.",
  input: devInput,
  passesOn: true,
  withoutSarif: () => neverEnds("tsop dev"),
  more: `
Examples:
  tsop dev
  tsop dev --data .tsop/data.json --simulate-workloads
  tsop dev --context kind-kind

All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm run dev -- --log-level debug`,
  load: async () => (await import("../dev/dev.js")).dev,
});

const apiserverInput = {
  flags: {
    port: parsed("<port>", port, "port to listen on, on 127.0.0.1 (default: a free one)"),
    data,
    kubeconfigOut: text("<file>", "where to write its kubeconfig (default: .tsop/apiserver.kubeconfig)"),
    simulateWorkloads,
    rbac: negation("let every user do everything"),
  },
} as const satisfies Input;

export type ApiserverOptions = OptionsOf<typeof apiserverInput>;

export const apiserver = declare({
  path: "apiserver",
  summary: "run the embedded API server alone",
  description:
    "Runs an API server on this machine, in memory, for kubectl and other programs, until it is told to end.",
  input: apiserverInput,
  withoutSarif: () => neverEnds("tsop apiserver"),
  load: async () => (await import("../apiserver.js")).apiserver,
});

const buildInput = {
  flags: {
    sourcemap: yesNo("write source maps, used when an error is logged (default: true)"),
    sbom: toggle("list the packages that are in the bundle in dist/sbom.cdx.json (CycloneDX)"),
  },
} as const satisfies Input;

export type BuildOptions = OptionsOf<typeof buildInput>;

export const build = declare({
  path: "build",
  summary: "bundle the operator into dist/",
  description: "Bundles main.ts and all it imports into dist/, ready for `node dist/main.js`.",
  input: buildInput,
  load: async () => (await import("../build.js")).build,
});

const startInput = {
  argument: "[args...]",
  flags: {
    ...cluster,
    pointWebhooks: text("<address>", "have the cluster's webhooks lead to this address of this machine while it runs"),
  },
} as const satisfies Input;

export type StartOptions = OptionsOf<typeof startInput>;

export const start = declare({
  path: "start",
  summary: "build the operator and run it against a cluster",
  description: "Bundles the operator and runs it on this machine, against the cluster of the current context.",
  input: startInput,
  passesOn: true,
  more: `
Examples:
  tsop start --context kind-kind
  tsop start --point-webhooks 192.168.1.5:9443

All other flags go to the operator itself (node dist/main.js --help lists them), for instance:
  npm start -- --log-level debug`,
  load: async () => (await import("../start.js")).start,
});

const binaries = {
  binDir: text("<dir>", "where the binaries are kept (default: the same as of setup-envtest)"),
  index: text("<url>", "the index of the binaries (default: TSOP_ENVTEST_INDEX, or controller-tools' own)"),
  installedOnly: toggle("look at what is there, and ask nobody"),
};

const envtestSetupInput = {
  argument: "[version]",
  flags: {
    ...binaries,
    force: toggle("fetch it again, even if it is there"),
    print: {
      kind: "choice",
      short: "-p",
      value: "<what>",
      help: "the folder in a sentence (text), alone (path), or as a line for a shell (env)",
      choices: ["text", "path", "env"],
      default: "text",
    },
  },
} as const satisfies Input;

export type EnvtestSetupOptions = OptionsOf<typeof envtestSetupInput>;

export const envtestSetup = declare({
  path: "envtest setup",
  summary: "fetch etcd, kube-apiserver and kubectl for tests",
  description:
    "Fetches etcd, kube-apiserver and kubectl in VERSION (1.35.0, 1.35.x; default: the newest), checks them, and prints\n" +
    "their folder. One that is there already is taken as it is.",
  input: envtestSetupInput,
  more: `
Examples:
  tsop envtest setup
  eval "$(tsop envtest setup 1.35.x -p env)"`,
  load: async () => (await import("../envtest-setup.js")).envtestSetup,
});

const envtestListInput = { flags: binaries } as const satisfies Input;

export type EnvtestOptions = OptionsOf<typeof envtestListInput>;

export const envtestList = declare({
  path: "envtest list",
  summary: "list the versions that can be fetched, and those that are there",
  description: "Lists the versions of the binaries for this platform: those that are there, and those of the index.",
  input: envtestListInput,
  load: async () => (await import("../envtest-setup.js")).envtestList,
});

/** The commands that run the operator, or an API server for it. */
import { showSimulatedKinds } from "../simulated-kinds.js";
import { optionalControllers } from "../../apiserver/controllers/optional-controllers.js";
import { defaultVersion, type KubernetesVersion, kubernetesVersions } from "../../schema/kubernetes-versions.js";
import { declare, neverEnds } from "./declare.js";
import { type ChoiceFlag, list, type Input, negation, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { cluster } from "./shared.js";
import { count, ipAddress, lag, port } from "./values.js";

const data = text("<file>", "keep stored objects in this file between runs (default: memory only)");
const simulateWorkloads = toggle(`let ${showSimulatedKinds()} become ready, as if nodes ran them`);

const controllers = list(
  "<name,...>",
  `run controllers of kube-controller-manager that do not run by default: ${optionalControllers.join(", ")}`,
  { isEmptyByDefault: false },
);

const kubernetesVersion = (server: string): ChoiceFlag<KubernetesVersion> => ({
  kind: "choice",
  value: "<version>",
  help: `version of Kubernetes that the ${server} speaks (default: ${defaultVersion})`,
  choices: kubernetesVersions,
});

const devInput = {
  argument: "[args...]",
  flags: {
    ...cluster,
    context: text("<name>", "context of the kubeconfig (default: none; use the embedded API server)"),
    port: parsed("<port>", port, "port of the embedded API server (default: a free port)"),
    data,
    fresh: toggle("with --data: ignore the objects in the file, and start empty"),
    simulateWorkloads,
    controllers,
    kubernetesVersion: kubernetesVersion("embedded API server"),
    samples: negation("do not apply config/samples"),
    rbac: negation("give the operator all permissions, not only those of config/rbac/role.yaml"),
  },
} as const satisfies Input;

export type DevOptions = OptionsOf<typeof devInput>;

export const dev = declare({
  path: "dev",
  summary: "run the operator on an embedded API server, and reload it on every save",
  description:
    "Starts the embedded API server (or uses the cluster that --context or --kubeconfig names), installs the CRDs, runs " +
    "the operator, and applies the samples. On every save, regenerates the manifests, reloads the operator, and applies the " +
    "changes. On the embedded API server, also runs and registers the extension API server of the project (apiserver.ts).",
  input: devInput,
  passesOn: true,
  withoutSarif: () => neverEnds("tsop dev"),
  more: `
Examples:
  tsop dev
  tsop dev --data .tsop/data.json --simulate-workloads
  tsop dev --context kind-kind

tsop passes all other flags to the operator (node dist/main.js --help lists them), for example:
  npm run dev -- --log-level debug`,
  load: async () => (await import("../dev/dev.js")).dev,
});

const apiserverInput = {
  flags: {
    port: parsed("<port>", port, "port to listen on (default: a free port)"),
    bindAddress: parsed(
      "<address>",
      ipAddress,
      "address to listen on, so that containers can reach the server (default: 127.0.0.1)",
    ),
    data,
    kubeconfigOut: text("<file>", "file for the kubeconfig (default: .tsop/apiserver.kubeconfig)"),
    simulateWorkloads,
    controllers,
    rbac: negation("give every user all permissions"),
    clientCertificate: toggle("the kubeconfig contains a client certificate instead of a token"),
    kubernetesVersion: kubernetesVersion("server"),
    featureGates: list("<gate=bool,...>", "turn features of kube-apiserver on or off, such as WatchList=false", {
      isEmptyByDefault: false,
    }),
    lag: parsed(
      "<duration>",
      lag,
      "delay of roles, webhooks, policies, CRDs, controllers and watches, such as 200ms (default: none)",
    ),
    maxRequestsInflight: parsed(
      "<count>",
      count,
      "concurrent reads; more get 429, except from system:masters; 0 is no limit (default: 400)",
    ),
    maxMutatingRequestsInflight: parsed("<count>", count, "the same for writes (default: 200)"),
    auditLog: text("<file>", "append an audit event for each request to this file; - is the standard output"),
    auditPolicy: text(
      "<file>",
      "policy that selects the requests and their contents (default: the metadata of every request)",
    ),
  },
} as const satisfies Input;

export type ApiserverOptions = OptionsOf<typeof apiserverInput>;

export const apiserver = declare({
  path: "apiserver",
  summary: "run the embedded API server alone",
  description: "Runs the embedded API server on this machine, for kubectl and other programs, until you stop it.",
  input: apiserverInput,
  withoutSarif: () => neverEnds("tsop apiserver"),
  load: async () => (await import("../apiserver.js")).apiserver,
});

const buildInput = {
  flags: {
    sourcemap: yesNo("write source maps, for logged stack traces (default: true)"),
    sbom: toggle("list the bundled packages in dist/sbom.cdx.json (CycloneDX)"),
  },
} as const satisfies Input;

export type BuildOptions = OptionsOf<typeof buildInput>;

export const build = declare({
  path: "build",
  summary: "bundle the operator into dist/",
  description: "Bundles main.ts and its imports into dist/, ready for `node dist/main.js`.",
  input: buildInput,
  load: async () => (await import("../build.js")).build,
});

const startInput = {
  argument: "[args...]",
  flags: {
    ...cluster,
    pointWebhooks: text(
      "<address>",
      "send the cluster's webhook calls to this address of this machine while the operator runs",
    ),
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

tsop passes all other flags to the operator (node dist/main.js --help lists them), for example:
  npm start -- --log-level debug`,
  load: async () => (await import("../start.js")).start,
});

const binaries = {
  binDir: text("<dir>", "folder of the binaries (default: the same folder as setup-envtest)"),
  index: text("<url>", "index of the binaries (default: TSOP_ENVTEST_INDEX, or the index of controller-tools)"),
  installedOnly: toggle("use only installed binaries, without network requests"),
};

const envtestSetupInput = {
  argument: "[version]",
  flags: {
    ...binaries,
    force: toggle("download the binaries again, even if they are installed"),
    print: {
      kind: "choice",
      short: "-p",
      value: "<what>",
      help: "print the folder in a sentence (text), alone (path), or as a shell command (env)",
      choices: ["text", "path", "env"],
      default: "text",
    },
  },
} as const satisfies Input;

export type EnvtestSetupOptions = OptionsOf<typeof envtestSetupInput>;

export const envtestSetup = declare({
  path: "envtest setup",
  summary: "download etcd, kube-apiserver and kubectl for tests",
  description:
    "Downloads etcd, kube-apiserver and kubectl of VERSION (1.35.0, 1.35.x; default: the newest), verifies them, and prints " +
    "their folder. If the version is installed, downloads nothing.",
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
  summary: "list the installed and the available versions",
  description: "Lists the versions of the binaries for this platform: installed versions, and versions in the index.",
  input: envtestListInput,
  load: async () => (await import("../envtest-setup.js")).envtestList,
});

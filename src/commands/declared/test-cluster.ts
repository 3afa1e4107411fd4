/** The commands for a cluster that runs in containers of this machine. */
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text, toggle } from "./flags.js";

const shared = {
  provider: {
    kind: "choice",
    value: "<program>",
    choices: ["kind", "k3d"],
    help: "the program that runs the cluster (default: the first that works)",
  },
  dryRun: toggle("print the command; do not run it"),
} as const;

const upInput = {
  flags: {
    ...shared,
    nodeImage: text(
      "<image>",
      "image of the node, which selects the version of Kubernetes (default: the program's own)",
    ),
  },
} as const satisfies Input;

export type ClusterUpOptions = OptionsOf<typeof upInput>;

export const clusterUp = declare({
  path: "cluster up",
  summary: "create a test cluster in containers",
  description:
    "Creates a cluster for this project with kind or k3d, waits until it is ready, and writes its kubeconfig to " +
    ".tsop/cluster.kubeconfig. Does not change your own kubeconfig. Does nothing if the cluster exists.",
  input: upInput,
  more: `
Examples:
  tsop cluster up
  tsop cluster up --provider kind --node-image kindest/node:v1.35.0
  KUBECONFIG=.tsop/cluster.kubeconfig npm run deploy`,
  load: async () => (await import("../test-cluster/test-cluster.js")).clusterUp,
});

const downInput = { flags: shared } as const satisfies Input;

export type ClusterDownOptions = OptionsOf<typeof downInput>;

export const clusterDown = declare({
  path: "cluster down",
  summary: "delete the test cluster",
  description:
    "Deletes the cluster that `tsop cluster up` created for this project, with all objects in it, and its kubeconfig. " +
    "Touches no other cluster.",
  input: downInput,
  more: `
Example:
  tsop cluster down`,
  load: async () => (await import("../test-cluster/test-cluster.js")).clusterDown,
});

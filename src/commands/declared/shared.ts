/** Flags that several commands share. */
import { type Flags, list, negation, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { duration } from "./values.js";

/** The options that these flags produce. */
type OptionsOfFlags<F extends Flags> = OptionsOf<{ flags: F }>;

/** The flags of commands that write files. */
export const preview = {
  dryRun: toggle("say what would be written, and write nothing"),
  diff: toggle("show what changes in each file, and write nothing"),
};

export const force = toggle("overwrite files that are in the way; shows what is lost");

/** The options of commands that scaffold. */
export type PreviewOptions = OptionsOfFlags<typeof preview & { readonly force: typeof force }>;

/** The flag of commands that compare files with the files that the sources generate. */
export const check = toggle("write nothing; exit with 3 and a diff when a file is not up to date");

export const kubeconfig = text("<file>", "kubeconfig to use (default: KUBECONFIG, in-cluster, ~/.kube/config)");

export const cluster = {
  kubeconfig,
  context: text("<name>", "context of the kubeconfig (default: its current one)"),
  yes: toggle("do not ask whether this is the right cluster"),
};

export type ClusterOptions = OptionsOfFlags<typeof cluster>;

/** `client`: list the changes without calling the API server. `server`: let the API server validate them, too. */
export const clusterDryRun = {
  kind: "choice",
  value: "[where]",
  help: "change nothing: only list (client) or let the server check too (server)",
  choices: ["client", "server"],
  preset: "client",
} as const;

/** The flags of commands that change a cluster. */
export const clusterChange = {
  ...cluster,
  dryRun: clusterDryRun,
  diff: toggle("show what changes in each object, and change nothing; what Secrets hold is left out"),
  wait: yesNo("wait until it has come to its end (default: true)"),
  timeout: parsed("<duration>", duration, "how long all of it may take, such as 90s or 10m (default: 5m)"),
};

export type ClusterCommandOptions = OptionsOfFlags<typeof clusterChange>;

/** The flag of commands that render a kustomization. */
export const kustomize = text("<path>", "let this kustomize render instead");

/** The flag of commands that deploy, or that generate the deployed objects. */
export const img = text(
  "<image>",
  "the operator's image (default: IMG, what the manifests name, or that of the last time)",
);

/** The flags of `init` and `edit`: how the operator runs in a cluster. */
export const modes = {
  workload: text("<kind>", "deployment, or daemonset: a pod on every node (default: deployment)"),
  replicas: text("<number>", "pods of a Deployment; more than one get a disruption budget and are spread over nodes"),
  metrics: yesNo("serve metrics by HTTPS, to those whom RBAC allows it"),
  prometheus: yesNo("add a ServiceMonitor, for clusters with the Prometheus operator"),
  networkPolicy: yesNo("refuse connections to the operator but those that it needs"),
};

export type ModeOptions = OptionsOfFlags<typeof modes>;

export const certManager = yesNo(
  "let cert-manager make the certificate for webhooks (default: the operator makes it itself)",
);

/** The flags of commands that build or push an image. */
export const image = {
  img: text("<image>", "the image's name (default: IMG, or that of the last time)"),
  containerTool: text(
    "<tool>",
    "docker, podman, buildah or nerdctl (default: CONTAINER_TOOL, or the first that works)",
  ),
  tlsVerify: yesNo("want a certificate from registries that is vouched for (default: true)"),
  dryRun: toggle("print the commands that would be run, and run none of them"),
};

/** The flags of commands that build an image. */
export const imageBuild = {
  baseImage: text("<image>", "what the image is built on (default: BASE_IMAGE, or that of the Dockerfile)"),
  buildArg: list("<name=value>", "set an ARG of the Dockerfile (may be repeated)"),
  cache: negation("do not take layers from earlier builds"),
};

/** Flags that several commands share. */
import { type Flags, list, negation, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { count, duration, port } from "./values.js";

/** The options that these flags produce. */
type OptionsOfFlags<F extends Flags> = OptionsOf<{ flags: F }>;

/** The flags of commands that write files. */
export const preview = {
  dryRun: toggle("list the changes; write nothing"),
  diff: toggle("show the changes in each file; write nothing"),
};

export const force = toggle("overwrite existing files, and show the lost lines");

/** The options of commands that scaffold. */
export type PreviewOptions = OptionsOfFlags<typeof preview & { readonly force: typeof force }>;

/** The flag of commands that compare files with the files that the sources generate. */
export const check = toggle("write nothing; exit with 3 and a diff if a file is not up to date");

export const kubeconfig = text("<file>", "kubeconfig to use (default: KUBECONFIG, in-cluster, ~/.kube/config)");

export const cluster = {
  kubeconfig,
  context: text("<name>", "context of the kubeconfig (default: its current context)"),
  yes: toggle("do not ask to confirm the cluster"),
};

export type ClusterOptions = OptionsOfFlags<typeof cluster>;

/** `client`: list the changes without calling the API server. `server`: let the API server validate them, too. */
export const clusterDryRun = {
  kind: "choice",
  value: "[where]",
  help: "change nothing: list the changes (client), or let the API server also validate them (server)",
  choices: ["client", "server"],
  preset: "client",
} as const;

/** The flags of commands that change a cluster. */
export const clusterChange = {
  ...cluster,
  dryRun: clusterDryRun,
  diff: toggle("show the changes in each object, without the contents of Secrets; change nothing"),
  wait: yesNo("wait until the change is complete (default: true)"),
  timeout: parsed("<duration>", duration, "time limit for the whole command, such as 90s or 10m (default: 5m)"),
};

export type ClusterCommandOptions = OptionsOfFlags<typeof clusterChange>;

/** The flag of commands that render a kustomization. */
export const kustomize = text("<path>", "render with this kustomize program instead");

/** The flag of commands that deploy, or that generate the deployed objects. */
export const img = text(
  "<image>",
  "the operator's image (default: IMG, the image in the manifests, or the previous image)",
);

/** The flags of `init` and `edit`: how the operator runs in a cluster. */
export const modes = {
  workload: text("<kind>", "deployment, or daemonset: one pod on every node (default: deployment)"),
  replicas: text("<number>", "pods of a Deployment; several pods get a PodDisruptionBudget and spread over nodes"),
  metrics: yesNo("serve metrics over HTTPS, to clients that RBAC allows"),
  prometheus: yesNo("add a ServiceMonitor, for clusters with the Prometheus operator"),
  networkPolicy: yesNo("block connections to the operator, except those that it needs"),
};

export type ModeOptions = OptionsOfFlags<typeof modes>;

export const certManager = yesNo(
  "let cert-manager create the certificate for webhooks (default: the operator creates it)",
);

/** The flags of commands that build or push an image. */
export const image = {
  img: text("<image>", "name of the image (default: IMG, or the previous name)"),
  containerTool: text(
    "<tool>",
    "docker, podman, buildah, nerdctl, or none (default: CONTAINER_TOOL, or the first that works, or none)",
  ),
  tlsVerify: yesNo("require a trusted certificate from registries (default: true)"),
  dryRun: toggle("print the commands; run none of them"),
};

/** The flags of commands that build an image. */
export const imageBuild = {
  baseImage: text("<image>", "base image (default: BASE_IMAGE, or the base image in the Dockerfile)"),
  buildArg: list("<name=value>", "set an ARG of the Dockerfile (repeatable)"),
  cache: negation("do not use layers of earlier builds"),
};

/** The flag of commands that plugins take part in. */
export const plugins = list("<keys>", "plugins that take part, separated by commas (repeatable)", {
  isEmptyByDefault: false,
});

/** The flags for a kind that another project defines, with kubebuilder's names. */
export const externalApi = {
  externalApiPath: text("<module>", "module of a package, or a file, that exports the kind of another project"),
  externalApiDomain: text("<domain>", "with --external-api-path: domain of the API group of the kind"),
  externalApiModule: text("<package>", "with --external-api-path: package to install, such as @acme/kinds@1.2.0"),
  install: negation("with --external-api-module: do not install the package"),
};

/** The flags of the plugin deploy-image, with kubebuilder's names. */
export const deployImage = {
  image: text("<image>", "create a reconciler that runs this image in a Deployment"),
  imageContainerCommand: text("<command>", "with --image: the command of the container, separated by commas"),
  imageContainerPort: parsed("<port>", port, "with --image: the port of the container"),
  port: parsed("<port>", port, "the same as --image-container-port"),
  runAsUser: parsed("<uid>", count, "with --image: the user ID of the container (default: the user of the image)"),
};

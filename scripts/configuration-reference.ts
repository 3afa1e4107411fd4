/** Prints the reference of the configuration as Markdown: the PROJECT file, package.json and the environment. */
import { extensionKey } from "../src/project/parse.js";
import {
  extensionStorages,
  type Project,
  type Resource,
  type ResourceApi,
  type ResourceExtension,
  type ResourceWebhooks,
} from "../src/project/project.js";
import { flags, variables } from "../src/runtime/manager-flag-table.js";

/** The meaning of each key. The type makes sure that none is missing. */
type Keys<T, Renamed extends keyof T = never, More extends string = never> = Readonly<
  Record<Exclude<keyof T, Renamed> | More, string>
>;

const project: Keys<Project, never, "version"> = {
  version: 'The version of the format: always `"3"`.',
  layout: "The tool that defines the folders of the project: `typescript.tsop.dev/v1`.",
  cliVersion: "The version of tsop that created the project.",
  domain: "The suffix of the API groups.",
  projectName: "The name of the project: the prefix of its objects in a cluster, and of its namespace.",
  multigroup: "Whether each new API group gets its own folders. `tsop edit --multigroup` changes it.",
  namespaced:
    "Whether the operator works in named namespaces only, with Roles instead of ClusterRoles. `tsop edit --namespaced` changes it.",
  resources: "The kinds that the operator defines, controls or has webhooks for: a list of the keys below.",
};

const resource: Keys<Resource, "extension"> = {
  group: "The API group, without the domain.",
  domain: "The domain of the group. A built-in kind of Kubernetes has none.",
  version: "The version of the kind.",
  kind: "The name of the kind.",
  plural: "The plural of the kind, if it is irregular.",
  path: "The folder of the types; for a built-in kind, the module of tsop; for an external kind, the module or the file.",
  core: "Whether the kind is built into Kubernetes.",
  external: "Whether another project defines the kind: tsop generates no CRD and no types for it.",
  module: "The package of an external kind, with its version.",
  controller: "Whether the operator has a controller for the kind.",
  controllers:
    "The controllers of the kind, each with its `name`, if it has several or one with a name of its own. Then `controller` is absent.",
  api: "Present if the project defines the kind.",
  webhooks: "Present if the operator has webhooks for this version of the kind.",
};

const extension: Keys<Pick<Resource, "group" | "domain" | "version" | "kind"> & ResourceExtension> = {
  group: "The API group, without the domain.",
  domain: "The domain of the group.",
  version: "The version of the kind.",
  kind: "The name of the kind.",
  storage: `Where the objects are: ${extensionStorages.map((each) => `\`${each}\``).join(", ")}. For \`virtual\`, tsop generates no samples.`,
};

const api: Keys<ResourceApi> = {
  crdVersion: "The version of the CRD's own API: `v1`. Absent: no CRD defines the kind.",
  namespaced: "Whether objects of the kind live in a namespace.",
};

const webhooks: Keys<ResourceWebhooks, "spokes", "spoke"> = {
  defaulting: "Whether a webhook sets defaults.",
  validation: "Whether a webhook validates objects.",
  conversion: "Whether the other versions are converted through this version.",
  spoke: "The other versions.",
  defaultingPath: "The path of the defaulting webhook, if it is not `/mutate-GROUP-VERSION-KIND`.",
  validationPath: "The path of the validating webhook, if it is not `/validate-GROUP-VERSION-KIND`.",
};

interface Variable {
  readonly name: string;
  readonly readBy: string;
  readonly meaning: string;
}

const deployment = "`tsop docker-build`, `docker-push`, `docker-buildx`";

/** The variables that users set. A test compares them with those that the sources read. */
export const environment: readonly Variable[] = [
  { name: "KUBECONFIG", readBy: "tsop, operators", meaning: "The kubeconfig files. `--kubeconfig` takes precedence." },
  {
    name: "IMG",
    readBy: `${deployment}, \`deploy\`, \`build-installer\`, \`bundle\``,
    meaning: "The image of the operator. `--img` takes precedence.",
  },
  {
    name: "BUNDLE_IMG",
    readBy: "`bundle build`, `bundle push`",
    meaning: "The image of the OLM bundle. `--img` takes precedence.",
  },
  {
    name: "CONTAINER_TOOL",
    readBy: deployment,
    meaning: "The container tool: docker, podman, buildah, nerdctl, or none. `--container-tool` takes precedence.",
  },
  {
    name: "DOCKER_CONFIG",
    readBy: `${deployment} without a container tool`,
    meaning: "The folder of docker's `config.json` with the logins of registries. Default: `~/.docker`.",
  },
  {
    name: "REGISTRY_AUTH_FILE",
    readBy: "the same",
    meaning: "The file with the logins of registries, in place of docker's and podman's files.",
  },
  {
    name: "XDG_RUNTIME_DIR",
    readBy: "the same",
    meaning: "The folder in which podman keeps its logins (`containers/auth.json`).",
  },
  {
    name: "BASE_IMAGE",
    readBy: "`tsop docker-build`, `docker-buildx`",
    meaning: "The image to build on. `--base-image` takes precedence.",
  },
  {
    name: "PLATFORMS",
    readBy: "`tsop docker-buildx`",
    meaning: "The platforms to build for. `--platform` takes precedence.",
  },
  {
    name: "SOURCE_DATE_EPOCH",
    readBy: "`tsop docker-build`, `docker-buildx`, `build --sbom`",
    meaning: "The time in the image and in the list of packages, in seconds since 1970, for reproducible builds.",
  },
  {
    name: "KUBEBUILDER_ASSETS",
    readBy: "`TestEnvironment`, `tsop doctor`",
    meaning:
      "The folder of etcd, kube-apiserver and kubectl. If it is set, tests run on this API server instead of the embedded one.",
  },
  {
    name: "TSOP_ENVTEST_INDEX",
    readBy: "`tsop envtest`",
    meaning: "The index of the binaries. `--index` takes precedence.",
  },
  {
    name: "WATCH_NAMESPACE",
    readBy: "operators, `tsop dev`",
    meaning: "The namespaces to work in, separated by commas. Default: all.",
  },
  { name: "ENABLE_WEBHOOKS", readBy: "operators", meaning: "`false`: the operator serves no webhooks." },
  ...Object.entries(variables).map(([flag, name]) => ({
    name,
    readBy: "operators",
    meaning: `The same as \`--${flag}\`. ${flags[flag as keyof typeof flags].help}`,
  })),
  {
    name: "APISERVER_PORT",
    readBy: "extension API servers",
    meaning: "The port to listen on. Default: 6443.",
  },
  {
    name: "APISERVER_BIND_ADDRESS",
    readBy: "extension API servers",
    meaning: "The address to listen on. Default: all addresses.",
  },
  {
    name: "APISERVER_CERT_SECRET",
    readBy: "extension API servers",
    meaning: "The Secret in which the server stores the certificate that it creates, in its own namespace.",
  },
  {
    name: "APISERVER_SERVICE",
    readBy: "extension API servers",
    meaning: "The Service that this certificate is for.",
  },
  {
    name: "APISERVER_CERT_PATH",
    readBy: "extension API servers",
    meaning: "The folder of the certificate (`tls.crt`, `tls.key`), in place of one that the server creates.",
  },
  {
    name: "HTTPS_PROXY",
    readBy: "tsop, operators",
    meaning: "The HTTP proxy for connections to API servers by HTTPS.",
  },
  {
    name: "HTTP_PROXY",
    readBy: "tsop, operators",
    meaning: "The HTTP proxy for connections to API servers without TLS.",
  },
  {
    name: "NO_PROXY",
    readBy: "tsop, operators",
    meaning: "Hosts, suffixes and networks that need no proxy, separated by commas.",
  },
  {
    name: "KUBERNETES_SERVICE_HOST",
    readBy: "tsop, operators",
    meaning: "In a pod, the address of the API server. The kubelet sets it.",
  },
  {
    name: "KUBERNETES_SERVICE_PORT",
    readBy: "tsop, operators",
    meaning: "In a pod, the port of the API server. The kubelet sets it.",
  },
  {
    name: "NODE_EXTRA_CA_CERTS",
    readBy: "Node, `tsop doctor`",
    meaning: "A file of certificates that Node trusts in addition.",
  },
  { name: "NODE_DISABLE_COMPILE_CACHE", readBy: "Node, tsop", meaning: "Turns off the cache of compiled code." },
  { name: "NO_COLOR", readBy: "tsop, operators", meaning: "Turns off colors on a terminal." },
  { name: "XDG_CACHE_HOME", readBy: "tsop", meaning: "The folder of the cache of compiled code. Default: `~/.cache`." },
  {
    name: "XDG_DATA_HOME",
    readBy: "`tsop envtest`",
    meaning: "The folder of downloaded binaries on Linux. Default: `~/.local/share`.",
  },
];

/** Variables that are not for users: npm, the system or tsop itself sets them. */
export const internalVariables: readonly string[] = [
  "npm_lifecycle_event",
  "TSOP_PARENT",
  "USER",
  "USERNAME",
  "LocalAppData",
  "no_proxy",
];

export function printConfigurationReference(): string {
  return [
    "# Configuration",
    "",
    "<!-- Generated from scripts/configuration-reference.ts: `UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/docs/reference.test.ts`. -->",
    "",
    "A project has no configuration file for tsop, except PROJECT. Flags of [commands](cli.md), [tags](tags.md) in the sources, and the manifests",
    "in `config/` configure the rest. The [flags of an operator](runtime.md#the-main-program) are arguments of its container.",
    "",
    "## PROJECT",
    "",
    "`tsop init` creates this file, in kubebuilder's format, and the commands `create`, `edit` and `import` change it. tsop preserves keys that it",
    "does not know.",
    "",
    ...table("key", project),
    "### resources",
    "",
    ...table("key", resource),
    "### api",
    "",
    ...table("key", api),
    "### webhooks",
    "",
    ...table("key", webhooks),
    "### plugins",
    "",
    `The map \`plugins\` contains the configuration of each plugin. The list \`resources\` of \`${extensionKey}\` has an entry for each kind`,
    "that the [extension API server](../how-to/extension-servers.md) of the project serves:",
    "",
    ...table("key", extension),
    "## package.json",
    "",
    ...table("field", {
      version: "The version of a helm chart, and the label `org.opencontainers.image.version` of an image.",
      description: "The description of a helm chart.",
      license: "The label `org.opencontainers.image.licenses` of an image, and the license in the list of packages.",
      repository: "The label `org.opencontainers.image.source` of an image.",
      prettier:
        "With `printWidth`: the length of the lines that tsop writes. `.prettierrc`, as JSON or YAML, takes precedence.",
    }),
    "## Environment variables",
    "",
    "| variable | read by | meaning |",
    "|---|---|---|",
    ...environment.map(
      ({ name, readBy, meaning }) => `| \`${name}\` | ${readBy} | ${meaning.replaceAll("|", "\\|")} |`,
    ),
    "",
  ].join("\n");
}

function table(title: string, rows: Readonly<Record<string, string>>): string[] {
  return [
    `| ${title} | meaning |`,
    "|---|---|",
    ...Object.entries(rows).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
  ];
}

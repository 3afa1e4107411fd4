/** The commands that create a project and extend it. */
import { type ExtensionStorage, extensionStorages } from "../../project/project.js";
import { declare } from "./declare.js";
import { type ChoiceFlag, type Input, list, negation, type OptionsOf, text, toggle, yesNo } from "./flags.js";
import { certManager, cluster, deployImage, externalApi, force, modes, plugins, preview } from "./shared.js";

const initInput = {
  argument: "[dir]",
  flags: {
    domain: text("<domain>", "suffix of the API groups (default: my.domain)"),
    projectName: text("<name>", "name of the project (default: derived from the folder's name)"),
    owner: text("<owner>", "copyright holder, for the licence header"),
    license: text("<license>", "apache2, mit or none (default: apache2)"),
    licenseFile: text("<file>", "a text file to use as the licence header instead"),
    namespaced: toggle("watch only named namespaces, with Roles instead of ClusterRoles"),
    multigroup: toggle("use a separate folder for each API group"),
    createApi: toggle("also create the first API, named by --kind and --version (and --group) or --api-version"),
    group: text("<group>", "with --create-api: API group, without the domain"),
    version: text("<version>", "with --create-api: API version, such as v1 or v1alpha1"),
    kind: text("<kind>", "with --create-api: kind, such as Bar"),
    apiVersion: text("<group/version>", "with --create-api: full group and version, such as foo.abc.com/v1"),
    tsop: text("<spec>", "the project's tsop dependency: a version, a path or a URL"),
    install: negation("do not install packages"),
    plugins,
    ...preview,
    ...modes,
    force,
  },
} as const satisfies Input;

export type InitOptions = OptionsOf<typeof initInput>;

export const init = declare({
  path: "init",
  summary: "create an operator project",
  description: "Creates an operator project in DIR (default: this folder). DIR may contain a repository.",
  input: initInput,
  more: `
Examples:
  tsop init --domain abc.com --license apache2 --owner zhangsan
  tsop init my-operator --domain abc.com
  tsop init --domain my.domain --create-api --api-version my.domain/v1 --kind MyResource`,
  load: async () => (await import("../init.js")).init,
});

const group = text("<group>", "API group, without the domain (default: none; the domain is the group)");

const ofVersions = {
  storageVersion: text("<version>", "storage version of a kind with several versions (default: unchanged)"),
  changesSince: text(
    "<git:REF>",
    "move what changed in the previous version's types since this commit to the new version",
  ),
} as const;

const createApiInput = {
  flags: {
    group,
    version: text("<version>", "API version, such as v1 or v1alpha1"),
    kind: text("<kind>", "kind, in CamelCase and singular, such as Bar"),
    plural: text("<plural>", "plural of the kind in lower case (default: derived from the kind)"),
    shortName: text("<name>", "short name for kubectl, such as br"),
    namespaced: yesNo("whether the kind is namespaced (default: true)"),
    resource: yesNo("whether to create the types and the CRD (default: true)"),
    controller: yesNo("whether to create the controller (default: true)"),
    controllerName: text(
      "<name>",
      "name of the controller (default: the kind in lower case); adds to a kind's controllers",
    ),
    ...ofVersions,
    ...externalApi,
    plugins,
    ...deployImage,
    ...preview,
    force,
  },
} as const satisfies Input;

export type CreateApiOptions = OptionsOf<typeof createApiInput>;

export const createApi = declare({
  path: "create api",
  summary: "add a kind and its controller",
  description:
    "Adds a kind: its types, its controller with a test, a sample and roles. Sets the controller up in main.ts, and " +
    "records the kind in PROJECT.",
  input: createApiInput,
  more: `
Examples:
  tsop create api --group foo --version v1 --kind Bar
  tsop create api --group foo --version v1 --kind Tenant --namespaced=false --short-name tn

A new version of a kind starts with the fields of the previous version:
  tsop create api --group foo --version v2 --kind Bar --storage-version v2

The types of v1 have changed in a way that breaks users. Move the change to v2, and restore v1:
  tsop create api --group foo --version v2 --kind Bar --changes-since git:HEAD

A second controller for a kind of the project:
  tsop create api --group foo --version v1 --kind Bar --controller-name bar-backup

A kind whose operator runs an image, with a working reconciler:
  tsop create api --group cache --version v1 --kind Cache --image memcached:1.6 --port 11211

A controller for a built-in kind of Kubernetes:
  tsop create api --group apps --version v1 --kind Deployment --resource=false

A controller for a kind of another project, which an npm package exports:
  tsop create api --group certs.acme.com --version v1 --kind Issuer --external-api-path @acme/kinds`,
  load: async () => (await import("../create-api.js")).createApi,
});

const createApiserverInput = {
  flags: {
    group,
    version: text("<version>", "API version, such as v1 or v1alpha1"),
    kind: text("<kind>", "kind, in CamelCase and singular, such as Reading"),
    plural: text("<plural>", "plural of the kind in lower case (default: derived from the kind)"),
    shortName: text("<name>", "short name for kubectl, such as rd"),
    namespaced: yesNo("whether the kind is namespaced (default: true)"),
    storage: {
      kind: "choice",
      value: "<storage>",
      help: "where the objects are (default: memory, or that of the kind's other versions)",
      choices: extensionStorages,
    } satisfies ChoiceFlag<ExtensionStorage>,
    ...ofVersions,
    ...preview,
    force,
  },
} as const satisfies Input;

export type CreateApiserverOptions = OptionsOf<typeof createApiserverInput>;

export const createApiserver = declare({
  path: "create apiserver",
  summary: "add a kind that an extension API server of the project serves",
  description:
    "Adds a kind that no CRD defines: an extension API server of the project serves it, behind kube-apiserver. Adds its\n" +
    "types, its storage, and roles. Creates the server (apiserver.ts, config/apiserver) with the first kind.",
  input: createApiserverInput,
  more: `
Examples:
  tsop create apiserver --group metrics --version v1 --kind Reading
  tsop create apiserver --group metrics --version v1 --kind Load --storage virtual
  tsop create apiserver --group metrics --version v1 --kind Record --storage file

A new version of a kind starts with the fields of the previous version:
  tsop create apiserver --group metrics --version v2 --kind Reading --storage-version v2

memory stores objects in the server's process. file and sqlite store them on a volume,
with a PersistentVolumeClaim in config/apiserver; sqlite needs Node 22.13. cluster stores
each object in a ConfigMap of the main API server. virtual computes them for each read.
All kinds of a group version belong to the same server: a CRD cannot share its group version.`,
  load: async () => (await import("../create-apiserver.js")).createApiserver,
});

const createWebhookInput = {
  flags: {
    group,
    version: text("<version>", "version of the kind, such as v1; with --conversion, the hub"),
    kind: text("<kind>", "kind of the project or of Kubernetes, such as Bar or Pod"),
    defaulting: toggle("add a defaulting (mutating) webhook"),
    programmaticValidation: toggle("add a validating webhook"),
    defaultingPath: text("<path>", "with --defaulting: path of the webhook (default: /mutate-GROUP-VERSION-KIND)"),
    validationPath: text(
      "<path>",
      "with --programmatic-validation: path of the webhook (default: /validate-GROUP-VERSION-KIND)",
    ),
    conversion: toggle("add a conversion webhook; --version is the hub"),
    spoke: list("<versions>", "with --conversion: the other versions, separated by commas (repeatable)"),
    certManager,
    ...externalApi,
    plugins,
    ...preview,
    force,
  },
} as const satisfies Input;

export type CreateWebhookOptions = OptionsOf<typeof createWebhookInput>;

export const createWebhook = declare({
  path: "create webhook",
  summary: "add webhooks to a kind",
  description:
    "Adds webhooks to a kind: handlers with a test, conversions, and the manifests that connect the API server to them.",
  input: createWebhookInput,
  more: `
Examples:
  tsop create webhook --group foo --version v1 --kind Bar --defaulting --programmatic-validation
  tsop create webhook --group foo --version v2 --kind Bar --conversion --spoke v1

For a built-in kind of Kubernetes:
  tsop create webhook --group core --version v1 --kind Pod --defaulting

A conversion begins with the code that follows from the types of both versions.
The next steps list what you must decide.

The types have changed. Add the fields that the conversion lacks, and keep your code:
  tsop create webhook --group foo --version v2 --kind Bar --conversion --spoke v1 --force

For a kind of the extension API server (tsop create apiserver), the code goes into the server, which
calls it itself.

The operator creates the certificate itself; with --cert-manager, cert-manager creates it.
To add more webhooks later, run the same command again.`,
  load: async () => (await import("../create-webhook.js")).createWebhook,
});

const editInput = {
  flags: {
    namespaced: yesNo("watch the operator's own namespace only, with Roles instead of ClusterRoles"),
    multigroup: yesNo("use a separate folder for each API group, and move the files of all kinds there"),
    certManager,
    license: text("<license>", "apache2, mit or none: change the header of the sources, LICENSE and package.json"),
    licenseFile: text("<file>", "a text file to use as the header of the sources instead"),
    owner: text("<owner>", "copyright holder in the header of the sources and in LICENSE"),
    plugins,
    ...preview,
    ...modes,
    force: toggle("with --license, --license-file or --owner: also replace other headers, and add missing ones"),
  },
} as const satisfies Input;

export type EditOptions = OptionsOf<typeof editInput>;

export const edit = declare({
  path: "edit",
  summary: "change how the operator runs in a cluster",
  description: "Changes how the operator runs in a cluster. Without flags, prints the current settings.",
  input: editInput,
  more: `
Examples:
  tsop edit                                        print the current settings
  tsop edit --replicas 3 --network-policy
  tsop edit --workload daemonset --replicas 1
  tsop edit --namespaced --metrics=false --diff --dry-run
  tsop edit --multigroup                           move api/v1 to api/GROUP/v1, with all imports
  tsop edit --license mit --owner "Example Ltd"    change the headers of all sources

tsop adds and removes lines of config/default/kustomization.yaml, and keeps the lines that you
write there.`,
  load: async () => (await import("../edit.js")).edit,
});

const importCrdInput = {
  argument: "[sources...]",
  flags: {
    fromCluster: list("<name>", "import the CRD of this name from a cluster (repeatable)"),
    version: text("<version>", "import only this version of each kind"),
    knownTypes: negation("write out the types of Kubernetes instead of importing them from tsop"),
    ...preview,
    ...cluster,
    force: toggle("overwrite existing types that differ, and show the lost lines"),
  },
} as const satisfies Input;

export type ImportCrdOptions = OptionsOf<typeof importCrdInput>;

export const importCrd = declare({
  path: "import crd",
  summary: "generate TypeScript types from published CRDs",
  description:
    "Generates TypeScript types from CRDs, and records their kinds. `tsop manifests` regenerates the same CRDs from them.\n" +
    "SOURCES are files, folders, URLs, and - for standard input.",
  input: importCrdInput,
  more: `
Examples:
  tsop import crd vendor/crds https://example.com/crds.yaml
  tsop import crd --from-cluster certificates.cert-manager.io --version v1
  kubectl get crd certificates.cert-manager.io -o yaml | tsop import crd -`,
  load: async () => (await import("../import-crd.js")).importCrd,
});

/** The commands that create a project and extend it. */
import { declare } from "./declare.js";
import { type Input, list, negation, type OptionsOf, text, toggle, yesNo } from "./flags.js";
import { certManager, cluster, force, modes, preview } from "./shared.js";

const initInput = {
  argument: "[dir]",
  flags: {
    domain: text("<domain>", "suffix of the API groups (default: my.domain)"),
    projectName: text("<name>", "name of the project (default: made from the folder's name)"),
    owner: text("<owner>", "who holds the copyright, for the licence header"),
    license: text("<license>", "apache2, mit or none (default: apache2)"),
    licenseFile: text("<file>", "a text file to use as the licence header instead"),
    namespaced: toggle("watch named namespaces only, with Roles instead of ClusterRoles"),
    multigroup: toggle("keep each API group in a folder of its own"),
    createApi: toggle("go on with the first API, named by --kind and --version (and --group) or --api-version"),
    group: text("<group>", "with --create-api: API group, without the domain"),
    version: text("<version>", "with --create-api: API version, such as v1 or v1alpha1"),
    kind: text("<kind>", "with --create-api: kind, such as Bar"),
    apiVersion: text("<group/version>", "with --create-api: full group and version in one, such as foo.abc.com/v1"),
    tsop: text("<spec>", "the tsop that the project depends on: a version, a path or a URL"),
    install: negation("do not install the packages"),
    ...preview,
    ...modes,
    force,
  },
} as const satisfies Input;

export type InitOptions = OptionsOf<typeof initInput>;

export const init = declare({
  path: "init",
  summary: "make a new project",
  description: "Makes a new operator project in DIR (default: this folder), which may hold a repository already.",
  input: initInput,
  more: `
Examples:
  tsop init --domain abc.com --license apache2 --owner zhangsan
  tsop init my-operator --domain abc.com
  tsop init --domain my.domain --create-api --api-version my.domain/v1 --kind MyResource`,
  load: async () => (await import("../init.js")).init,
});

const group = text("<group>", "API group, without the domain (default: none, the group is the domain)");

const createApiInput = {
  flags: {
    group,
    version: text("<version>", "API version, such as v1 or v1alpha1"),
    kind: text("<kind>", "kind, in CamelCase and singular, such as Bar"),
    plural: text("<plural>", "plural of the kind in lower case (default: made from the kind)"),
    shortName: text("<name>", "short name for kubectl, such as br"),
    namespaced: yesNo("whether objects live in a namespace (default: true)"),
    resource: yesNo("whether to make the types and the CRD (default: true)"),
    controller: yesNo("whether to make the controller (default: true)"),
    storageVersion: text(
      "<version>",
      "of a kind with several: the one that objects are stored in (default: as before)",
    ),
    ...preview,
    force,
  },
} as const satisfies Input;

export type CreateApiOptions = OptionsOf<typeof createApiInput>;

export const createApi = declare({
  path: "create api",
  summary: "add a kind and its controller",
  description: "Adds a kind: its types, its controller with a test, a sample and roles; wires and records it.",
  input: createApiInput,
  more: `
Examples:
  tsop create api --group foo --version v1 --kind Bar
  tsop create api --group foo --version v1 --kind Tenant --namespaced=false --short-name tn

A new version of a kind begins with the fields of the one before:
  tsop create api --group foo --version v2 --kind Bar --storage-version v2

A controller for a kind that Kubernetes has already:
  tsop create api --group apps --version v1 --kind Deployment --resource=false`,
  load: async () => (await import("../create-api.js")).createApi,
});

const createWebhookInput = {
  flags: {
    group,
    version: text("<version>", "version of the kind, such as v1; with --conversion, the hub"),
    kind: text("<kind>", "kind of the project, or of Kubernetes, such as Bar or Pod"),
    defaulting: toggle("fill in what objects leave open"),
    programmaticValidation: toggle("judge objects before they are stored"),
    conversion: toggle("convert objects between versions, through this one"),
    spoke: list("<versions>", "with --conversion: the other versions, separated by commas (repeatable)"),
    certManager,
    ...preview,
    force,
  },
} as const satisfies Input;

export type CreateWebhookOptions = OptionsOf<typeof createWebhookInput>;

export const createWebhook = declare({
  path: "create webhook",
  summary: "add webhooks to a kind",
  description:
    "Adds webhooks to a kind: handlers with a test, conversions, and what makes them reachable in a cluster.",
  input: createWebhookInput,
  more: `
Examples:
  tsop create webhook --group foo --version v1 --kind Bar --defaulting --programmatic-validation
  tsop create webhook --group foo --version v2 --kind Bar --conversion --spoke v1

For a kind that Kubernetes has already:
  tsop create webhook --group core --version v1 --kind Pod --defaulting

The operator makes the certificate itself; --cert-manager leaves that to cert-manager.
More webhooks can be added later, by the same command.`,
  load: async () => (await import("../create-webhook.js")).createWebhook,
});

const editInput = {
  flags: {
    namespaced: yesNo("watch the operator's own namespace only, with Roles instead of ClusterRoles"),
    multigroup: yesNo("keep each new API group in a folder of its own"),
    certManager,
    ...preview,
    ...modes,
  },
} as const satisfies Input;

export type EditOptions = OptionsOf<typeof editInput>;

export const edit = declare({
  path: "edit",
  summary: "change how the operator runs in a cluster",
  description: "Changes how the operator runs in a cluster; says how it does, when nothing is asked for.",
  input: editInput,
  more: `
Examples:
  tsop edit                                        how it is
  tsop edit --replicas 3 --network-policy
  tsop edit --workload daemonset --replicas 1
  tsop edit --namespaced --metrics=false --diff --dry-run

What is on is a line in config/default/kustomization.yaml. What you have written there stays.`,
  load: async () => (await import("../edit.js")).edit,
});

const importCrdInput = {
  argument: "[sources...]",
  flags: {
    fromCluster: list("<name>", "take the CRD of this name from a cluster (repeatable)"),
    version: text("<version>", "take only this version of each kind"),
    knownTypes: negation("spell out the types of Kubernetes instead of importing them from tsop"),
    ...preview,
    ...cluster,
    force: toggle("overwrite types that are there and differ; shows what is lost"),
  },
} as const satisfies Input;

export type ImportCrdOptions = OptionsOf<typeof importCrdInput>;

export const importCrd = declare({
  path: "import crd",
  summary: "make types of published CRDs",
  description:
    "Makes types of CRDs, which `tsop manifests` turns into the same CRDs again, and records their kinds.\n" +
    "SOURCES are files, folders, URLs, and - for standard input.",
  input: importCrdInput,
  more: `
Examples:
  tsop import crd vendor/crds https://example.com/crds.yaml
  tsop import crd --from-cluster certificates.cert-manager.io --version v1
  kubectl get crd certificates.cert-manager.io -o yaml | tsop import crd -`,
  load: async () => (await import("../import-crd.js")).importCrd,
});

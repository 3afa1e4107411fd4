/** The commands that install, inspect and remove a release of the operator's chart. They call helm. */
import { declare } from "./declare.js";
import { type Input, list, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { cluster, image, img } from "./shared.js";
import { duration } from "./values.js";

const versions = {
  version: text("<version>", "version of the chart (default: the version in Chart.yaml)"),
  appVersion: text("<version>", "version of the operator (default: the appVersion in Chart.yaml)"),
};

/** The options that determine the content of a package. */
export type ChartVersionOptions = OptionsOf<{ flags: typeof versions }> & { readonly dir?: string };

const packageInput = {
  argument: "[dir]",
  flags: {
    ...versions,
    destination: text("<dir>", "folder of the package (default: dist)"),
    dryRun: toggle("list the files of the package; write nothing"),
  },
} as const satisfies Input;

export type HelmPackageOptions = OptionsOf<typeof packageInput>;

export const helmPackage = declare({
  path: "helm package",
  summary: "pack the chart into an archive",
  description:
    "Packs the chart in DIR (default: charts/PROJECT) into dist/NAME-VERSION.tgz, without the files that .helmignore lists. " +
    "The same files always give the same bytes. Fails if the chart differs from the sources. Does not need helm.",
  input: packageInput,
  more: `
Examples:
  tsop helm package
  tsop helm package --version 0.2.0 --app-version v0.2.0`,
  load: async () => (await import("../helm/helm-package.js")).helmPackage,
});

const pushInput = {
  argument: "[remote]",
  flags: {
    dir: text("<dir>", "folder of the chart (default: charts/PROJECT)"),
    ...versions,
    tlsVerify: image.tlsVerify,
    dryRun: toggle("print the name and the digest; push nothing"),
  },
} as const satisfies Input;

export type HelmPushOptions = OptionsOf<typeof pushInput>;

export const helmPush = declare({
  path: "helm push",
  summary: "push the chart to a registry",
  description:
    "Packs the chart like `tsop helm package`, and pushes it to the repository REMOTE/NAME of an OCI registry, with the " +
    "version as its tag. Logs in with the credentials of docker, podman or their credential helpers. Also pushes the file " +
    "artifacthub-repo.yml of the chart, if it names an owner or a repository. Does not need helm.",
  input: pushInput,
  more: `
Examples:
  tsop helm push oci://ghcr.io/acme/charts
  tsop helm push oci://127.0.0.1:5000/charts --version 0.2.0-rc.1`,
  load: async () => (await import("../helm/helm-push.js")).helmPush,
});

const release = {
  release: text("<name>", "name of the release (default: the project's name)"),
  namespace: text("<name>", "namespace of the release (default: the project's name and -system)"),
  kubeconfig: cluster.kubeconfig,
  context: cluster.context,
};

const change = {
  ...release,
  yes: cluster.yes,
  wait: yesNo("wait until the change is complete (default: true)"),
  timeout: parsed("<duration>", duration, "time limit of helm, such as 90s or 10m (default: 5m)"),
  dryRun: toggle("print the helm command; do not run it"),
};

const deployInput = {
  argument: "[dir]",
  flags: {
    img: { ...img, help: "the operator's image (default: IMG, or the image in values.yaml)" },
    imageDigest: yesNo("deploy the image by the digest of its push (default: if the digest is known)"),
    values: list("<file>", "a file of values (repeatable)"),
    set: list("<key=value>", "a value of the chart (repeatable)"),
    ...change,
  },
} as const satisfies Input;

export type HelmDeployOptions = OptionsOf<typeof deployInput>;

export const helmDeploy = declare({
  path: "helm deploy",
  summary: "install the chart in a cluster, or upgrade its release",
  description:
    "Runs `helm upgrade --install` for the chart in DIR (default: charts/PROJECT), in the chosen cluster only, and waits " +
    "until the workloads are ready. Fails if the chart differs from the sources. Needs helm.",
  input: deployInput,
  more: `
Examples:
  tsop helm deploy --img registry.example.com/demo:v0.1.0
  tsop helm deploy --context prod --values prod.yaml --set replicas=3
  tsop helm deploy --dry-run`,
  load: async () => (await import("../helm/helm-deploy.js")).helmDeploy,
});

const showInput = { flags: release } as const satisfies Input;

export type ReleaseOptions = OptionsOf<typeof showInput>;

export const helmStatus = declare({
  path: "helm status",
  summary: "print the state of the release",
  description: "Runs `helm status` for the operator's release. Changes nothing. Needs helm.",
  input: showInput,
  more: `
Example:
  tsop helm status --context prod`,
  load: async () => (await import("../helm/helm-release.js")).helmStatus,
});

export const helmHistory = declare({
  path: "helm history",
  summary: "list the revisions of the release",
  description: "Runs `helm history` for the operator's release. Changes nothing. Needs helm.",
  input: showInput,
  more: `
Example:
  tsop helm history --context prod --output json`,
  load: async () => (await import("../helm/helm-release.js")).helmHistory,
});

const rollbackInput = { argument: "[revision]", flags: change } as const satisfies Input;

export type HelmRollbackOptions = OptionsOf<typeof rollbackInput>;

export const helmRollback = declare({
  path: "helm rollback",
  summary: "return the release to an earlier revision",
  description: "Runs `helm rollback` to REVISION (default: the previous revision), and waits. Needs helm.",
  input: rollbackInput,
  more: `
Examples:
  tsop helm rollback
  tsop helm rollback 3 --context prod`,
  load: async () => (await import("../helm/helm-release.js")).helmRollback,
});

const uninstallInput = {
  flags: {
    deleteData: toggle("also uninstall a release that does not keep its CRDs: this deletes all objects of their kinds"),
    ...change,
  },
} as const satisfies Input;

export type HelmUninstallOptions = OptionsOf<typeof uninstallInput>;

export const helmUninstall = declare({
  path: "helm uninstall",
  summary: "remove the release from a cluster",
  description:
    "Runs `helm uninstall`. Fails if the release does not keep its CRDs (the value crds.keep), unless you pass " +
    "--delete-data. Needs helm.",
  input: uninstallInput,
  more: `
Examples:
  tsop helm uninstall --dry-run
  tsop helm uninstall --context staging`,
  load: async () => (await import("../helm/helm-uninstall.js")).helmUninstall,
});

/** The commands that install the operator into a cluster and remove it. */
import { declare, printsToStdout } from "./declare.js";
import { type Input, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { cluster, clusterChange, clusterDryRun, img, kustomize, preview } from "./shared.js";
import { duration } from "./values.js";

const renderInput = { argument: "[dir]", flags: { kustomize } } as const satisfies Input;

export type RenderOptions = OptionsOf<typeof renderInput>;

export const render = declare({
  path: "render",
  summary: "print the objects that a kustomization generates",
  description:
    "Prints the objects that the kustomization in DIR (default: config/default) generates, like `kustomize build`, but " +
    "without kustomize. Rejects each kustomize feature that tsop does not support, and names it.",
  input: renderInput,
  more: `
Examples:
  tsop render
  tsop render config/overlays/prod | kubectl apply --server-side -f -
  tsop render config/prod --kustomize "$(command -v kustomize)"`,
  load: async () => (await import("../render.js")).render,
});

const deployInput = {
  argument: "[dir]",
  flags: {
    img,
    imageDigest: yesNo("deploy the image by the digest of its push (default: if the digest is known)"),
    forceConflicts: toggle("take over fields that other managers own"),
    ...clusterChange,
    kustomize,
  },
} as const satisfies Input;

export type DeployOptions = OptionsOf<typeof deployInput>;

export const deploy = declare({
  path: "deploy",
  summary: "deploy the operator to a cluster",
  description:
    "Applies (server-side) the objects that the kustomization in DIR (default: config/default) generates, in the order of " +
    "their dependencies, and waits until the workloads are ready.",
  input: deployInput,
  more: `
Examples:
  tsop deploy --img registry.example.com/demo:v0.1.0
  tsop deploy config/overlays/prod --context prod
  tsop deploy --diff`,
  load: async () => (await import("../deploy.js")).deploy,
});

const undeployInput = {
  argument: "[dir]",
  flags: {
    deleteData: toggle("first delete these objects, while the operator still runs, and also volume claims"),
    ...clusterChange,
    kustomize,
  },
} as const satisfies Input;

export type UndeployOptions = OptionsOf<typeof undeployInput>;

export const undeploy = declare({
  path: "undeploy",
  summary: "remove the operator from a cluster",
  description:
    "Deletes the objects that `tsop deploy` applied, CRDs last. Fails while objects of the operator's kinds exist, unless " +
    "you pass --delete-data.",
  input: undeployInput,
  load: async () => (await import("../undeploy.js")).undeploy,
});

const buildInstallerInput = {
  argument: "[dir]",
  flags: {
    ...preview,
    img,
    imageDigest: yesNo("name the image by the digest of its push (default: by its tag)"),
    out: text("<file>", "the file to write (default: dist/install.yaml)"),
    stdout: toggle("print the objects; write no file"),
    check: toggle("write nothing; exit with 3 and a diff if the file is not up to date"),
    kustomize,
  },
} as const satisfies Input;

export type BuildInstallerOptions = OptionsOf<typeof buildInstallerInput>;

export const buildInstaller = declare({
  path: "build-installer",
  summary: "write the operator's objects to one file for kubectl",
  description:
    "Writes the objects that `tsop deploy` applies to dist/install.yaml, in an order that a single `kubectl apply -f` " +
    "accepts. Objects of the operator's own kinds go to a second file (install-objects.yaml), to apply when the operator is " +
    "ready.",
  input: buildInstallerInput,
  contradictions: [{ option: "stdout", others: ["out", "check", "dryRun", "diff"], reason: "--stdout writes no file" }],
  withoutSarif: ({ stdout }) => (stdout === true ? printsToStdout("--stdout") : undefined),
  more: `
Examples:
  tsop build-installer --img registry.example.com/demo:v0.1.0
  tsop build-installer config/overlays/prod --out dist/prod.yaml
  tsop build-installer --stdout | kubectl apply --server-side -f -`,
  load: async () => (await import("../build-installer.js")).buildInstaller,
});

const installCrdsInput = {
  flags: { forceConflicts: toggle("take over fields that other managers own"), ...clusterChange },
} as const satisfies Input;

export type InstallCrdsOptions = OptionsOf<typeof installCrdsInput>;

export const installCrds = declare({
  path: "install-crds",
  summary: "install the CRDs into a cluster",
  description: "Applies config/crd/bases (server-side) and waits until the API server serves the kinds.",
  input: installCrdsInput,
  load: async () => (await import("../install-crds.js")).installCrds,
});

const uninstallCrdsInput = {
  flags: { deleteData: toggle("delete the objects of these kinds too"), ...clusterChange },
} as const satisfies Input;

export type UninstallCrdsOptions = OptionsOf<typeof uninstallCrdsInput>;

export const uninstallCrds = declare({
  path: "uninstall-crds",
  summary: "remove the CRDs from a cluster",
  description:
    "Deletes the CRDs of config/crd/bases. Fails while objects of their kinds exist, unless you pass --delete-data.",
  input: uninstallCrdsInput,
  load: async () => (await import("../uninstall-crds.js")).uninstallCrds,
});

const migrateStorageInput = {
  argument: "[crds...]",
  flags: {
    ...cluster,
    dryRun: clusterDryRun,
    timeout: parsed("<duration>", duration, "time limit for the whole command, such as 90s or 10m (default: 1h)"),
  },
} as const satisfies Input;

export type MigrateStorageOptions = OptionsOf<typeof migrateStorageInput>;

export const migrateStorage = declare({
  path: "migrate-storage",
  summary: "rewrite stored objects in the current storage version",
  description:
    "For each CRD of config/crd/bases, or for each named CRD: rewrites the objects that may be stored in an older version, " +
    "then removes that version from the CRD's status.storedVersions, so that you can remove it from the types. " +
    "If the cluster serves StorageVersionMigrations (Kubernetes 1.37), the cluster rewrites the objects.",
  input: migrateStorageInput,
  more: `
Examples:
  tsop migrate-storage --dry-run=server
  tsop migrate-storage bars.foo.abc.com --context prod --timeout 4h`,
  load: async () => (await import("../migrate-storage.js")).migrateStorage,
});

/** The commands that install the operator into a cluster and remove it. */
import { declare, printsToStdout } from "./declare.js";
import { type Input, type OptionsOf, parsed, text, toggle, yesNo } from "./flags.js";
import { cluster, clusterChange, clusterDryRun, img, kustomize, preview } from "./shared.js";
import { duration } from "./values.js";

const renderInput = { argument: "[dir]", flags: { kustomize } } as const satisfies Input;

export type RenderOptions = OptionsOf<typeof renderInput>;

export const render = declare({
  path: "render",
  summary: "print what a kustomization deploys",
  description:
    "Prints the objects that the kustomization in DIR (default: config/default) makes, as `kustomize build` would, and\n" +
    "without it. What kustomize does and tsop does not is refused by name.",
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
    imageDigest: yesNo("name it by the digest of its push (default: where that is known)"),
    forceConflicts: toggle("take over fields that others have set"),
    ...clusterChange,
    kustomize,
  },
} as const satisfies Input;

export type DeployOptions = OptionsOf<typeof deployInput>;

export const deploy = declare({
  path: "deploy",
  summary: "put the operator into a cluster",
  description:
    "Applies (server-side) the objects that the kustomization in DIR (default: config/default) makes, in the order that\n" +
    "they need, and waits until the workloads are ready.",
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
    deleteData: toggle("delete these objects first, while the operator still runs, and volume claims too"),
    ...clusterChange,
    kustomize,
  },
} as const satisfies Input;

export type UndeployOptions = OptionsOf<typeof undeployInput>;

export const undeploy = declare({
  path: "undeploy",
  summary: "take the operator out of a cluster",
  description:
    "Deletes what `tsop deploy` has put there, CRDs last. Refuses while there are objects of the operator's kinds.",
  input: undeployInput,
  load: async () => (await import("../undeploy.js")).undeploy,
});

const buildInstallerInput = {
  argument: "[dir]",
  flags: {
    ...preview,
    img,
    imageDigest: yesNo("name it by the digest of its push (default: by its tag)"),
    out: text("<file>", "the file to write (default: dist/install.yaml)"),
    stdout: toggle("print the objects, and write no file"),
    check: toggle("write nothing; exit with 3 and a diff when the file is not up to date"),
    kustomize,
  },
} as const satisfies Input;

export type BuildInstallerOptions = OptionsOf<typeof buildInstallerInput>;

export const buildInstaller = declare({
  path: "build-installer",
  summary: "write all of it to one file for kubectl",
  description:
    "Writes the objects that `tsop deploy` applies to dist/install.yaml, in an order that `kubectl apply -f` takes in one\n" +
    "go. Objects of the operator's own kinds go to a second file (install-objects.yaml): kubectl takes them only later.",
  input: buildInstallerInput,
  contradictions: [{ option: "stdout", others: ["out", "check", "dryRun", "diff"], reason: "it writes no file" }],
  withoutSarif: ({ stdout }) => (stdout === true ? printsToStdout("--stdout") : undefined),
  more: `
Examples:
  tsop build-installer --img registry.example.com/demo:v0.1.0
  tsop build-installer config/overlays/prod --out dist/prod.yaml
  tsop build-installer --stdout | kubectl apply --server-side -f -`,
  load: async () => (await import("../build-installer.js")).buildInstaller,
});

const installCrdsInput = {
  flags: { forceConflicts: toggle("take over fields that others have set"), ...clusterChange },
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
  description: "Deletes the CRDs of config/crd/bases. Refuses while there are objects of their kinds.",
  input: uninstallCrdsInput,
  load: async () => (await import("../uninstall-crds.js")).uninstallCrds,
});

const migrateStorageInput = {
  argument: "[crds...]",
  flags: {
    ...cluster,
    dryRun: clusterDryRun,
    timeout: parsed("<duration>", duration, "how long all of it may take, such as 90s or 10m (default: 1h)"),
  },
} as const satisfies Input;

export type MigrateStorageOptions = OptionsOf<typeof migrateStorageInput>;

export const migrateStorage = declare({
  path: "migrate-storage",
  summary: "write all objects anew, in the version that is stored now",
  description:
    "For each CRD of config/crd/bases, or for the named ones: writes the objects that may be stored in an older version,\n" +
    "and then takes that version out of the CRD's status.storedVersions, so that it can be removed from the types.",
  input: migrateStorageInput,
  more: `
Examples:
  tsop migrate-storage --dry-run=server
  tsop migrate-storage bars.foo.abc.com --context prod --timeout 4h`,
  load: async () => (await import("../migrate-storage.js")).migrateStorage,
});

/** The commands that install a bundle into a cluster without OLM, and remove it. */
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text, toggle } from "./flags.js";
import { clusterChange, image } from "./shared.js";

const namespace = {
  ...text("<name>", "namespace of the operator (default: the namespace of the context)"),
  short: "-n",
};

const runFlags = {
  namespace,
  installMode: text(
    "<mode>",
    "AllNamespaces, OwnNamespace, SingleNamespace=NAME or MultiNamespace=NAME,NAME (default: AllNamespaces, or else OwnNamespace)",
  ),
  forceConflicts: toggle("take over fields that other managers own"),
  tlsVerify: image.tlsVerify,
  ...clusterChange,
};

const runBundleInput = { argument: "[bundle]", flags: runFlags } as const satisfies Input;

export type RunBundleOptions = OptionsOf<typeof runBundleInput>;

export const runBundle = declare({
  path: "run bundle",
  summary: "install a bundle into a cluster without OLM",
  description:
    "Applies the objects that OLM would create from a bundle: CRDs, accounts, permissions, Deployments, and webhooks with their " +
    "Services and certificates. Then waits until the operator is ready. BUNDLE is a folder (default: bundle), or an image in a " +
    "registry with its tag or digest. Replaces an earlier version of the bundle. Refuses a cluster with OLM.",
  input: runBundleInput,
  more: `
Examples:
  tsop run bundle --namespace demo-system
  tsop run bundle registry.example.com/demo-bundle:v0.1.0 -n demo-system
  tsop run bundle ./bundle --install-mode SingleNamespace=shop --diff`,
  load: async () => (await import("../olm/run/run-bundle.js")).runBundle,
});

const upgradeInput = {
  argument: "[bundle]",
  flags: {
    catalog: text("<dir>", "take the next version from this catalog, by the edges of a channel"),
    package: text("<name>", "with --catalog: the package (default: the only package of the catalog)"),
    channel: text("<name>", "with --catalog: the channel (default: the default channel of the package)"),
    ...runFlags,
  },
} as const satisfies Input;

export type RunBundleUpgradeOptions = OptionsOf<typeof upgradeInput>;

export const runBundleUpgrade = declare({
  path: "run bundle-upgrade",
  summary: "upgrade a bundle that `tsop run bundle` installed, along the upgrade graph",
  description:
    "Upgrades like `tsop run bundle`, but only along an edge of the upgrade graph, as OLM does: the ClusterServiceVersion of " +
    "BUNDLE replaces or skips the installed version. With --catalog, takes the newest bundle to which a channel leads from the " +
    "installed version, and reads its image.",
  input: upgradeInput,
  contradictions: [{ option: "catalog", others: ["bundle"], reason: "the catalog names the bundle" }],
  more: `
Examples:
  tsop run bundle-upgrade registry.example.com/demo-bundle:v0.2.0 -n demo-system
  tsop run bundle-upgrade --catalog catalog --channel stable -n demo-system`,
  load: async () => (await import("../olm/run/bundle-upgrade.js")).runBundleUpgrade,
});

const cleanupInput = {
  argument: "[package]",
  flags: {
    namespace,
    deleteData: toggle("first delete the objects of the operator's kinds, while the operator still runs"),
    ...clusterChange,
  },
} as const satisfies Input;

export type CleanupOptions = OptionsOf<typeof cleanupInput>;

export const cleanup = declare({
  path: "cleanup",
  summary: "remove a bundle that `tsop run bundle` installed",
  description:
    "Deletes the objects that `tsop run bundle` applied for a package, CRDs last. Fails while objects of the operator's kinds " +
    "exist, unless you pass --delete-data.",
  input: cleanupInput,
  more: `
Examples:
  tsop cleanup demo --namespace demo-system
  tsop cleanup demo -n demo-system --delete-data`,
  load: async () => (await import("../olm/run/cleanup.js")).cleanup,
});

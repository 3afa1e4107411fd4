/** The commands about catalogs of the Operator Lifecycle Manager. */
import { declare } from "./declare.js";
import { type Input, list, type OptionsOf, text, toggle } from "./flags.js";
import { image, preview } from "./shared.js";

const bundleFlags = {
  img: text("<image>", "the image from which clusters pull the bundle (default: the image that the argument names)"),
  format: {
    kind: "choice",
    value: "<format>",
    help: "describe the bundle by its ClusterServiceVersion (csv-metadata), or by all its manifests (objects)",
    choices: ["csv-metadata", "objects"],
    default: "csv-metadata",
  },
  tlsVerify: image.tlsVerify,
} as const;

const renderInput = { argument: "[bundle]", flags: bundleFlags } as const satisfies Input;

export type CatalogRenderOptions = OptionsOf<typeof renderInput>;

export const catalogRender = declare({
  path: "catalog render",
  summary: "print the document with which a catalog describes a bundle",
  description:
    "Prints the olm.bundle document of a bundle, as `opm render` creates it. BUNDLE is a folder (default: bundle), or an image " +
    "in a registry with its tag or digest. Writes nothing.",
  input: renderInput,
  more: `
Examples:
  tsop catalog render --img registry.example.com/demo-bundle:v0.1.0
  tsop catalog render registry.example.com/demo-bundle:v0.1.0
  tsop catalog render path/to/bundle --format objects --output json`,
  load: async () => (await import("../olm/catalog-render.js")).catalogRender,
});

const templateInput = { argument: "[file]", flags: { tlsVerify: image.tlsVerify } } as const satisfies Input;

export type CatalogRenderTemplateOptions = OptionsOf<typeof templateInput>;

export const catalogRenderTemplate = declare({
  path: "catalog render-template",
  summary: "print the catalog that a template describes",
  description:
    "Prints the catalog of a template, as `opm alpha render-template` creates it. The schema of FILE is olm.template.basic, which " +
    "lists the documents of a catalog with only the image of each bundle, or olm.semver, which generates channels from the " +
    "versions of bundles. An image such as ./bundle is a folder, relative to FILE. Writes nothing.",
  input: templateInput,
  more: `
Examples:
  tsop catalog render-template template.yaml > catalog/demo/catalog.yaml`,
  load: async () => (await import("../olm/catalog-render-template.js")).catalogRenderTemplate,
});

const catalogFlag = text("<dir>", "the folder of the catalog (default: catalog)");

const addInput = {
  argument: "[bundle]",
  flags: {
    ...bundleFlags,
    catalog: catalogFlag,
    channels: list("<names>", "channels, separated by commas (repeatable; default: those in the bundle's annotations)"),
    defaultChannel: text(
      "<name>",
      "the default channel of a new package (default: the bundle's, or the first channel)",
    ),
    replaces: text("<name>", "the entry that the bundle replaces (default: spec.replaces, or the head of the channel)"),
    skips: list("<names>", "entries that upgrades skip, separated by commas (repeatable; default: spec.skips)"),
    skipRange: text("<range>", 'versions that upgrade directly, such as ">=1.0.0 <1.2.0" (default: olm.skipRange)'),
    ...preview,
  },
} as const satisfies Input;

export type CatalogAddOptions = OptionsOf<typeof addInput>;

export const catalogAdd = declare({
  path: "catalog add",
  summary: "add a bundle to a catalog, with its place in the upgrade graph",
  description:
    "Adds a bundle to channels of a file-based catalog, and creates the package, the channels and the files that are missing. " +
    "BUNDLE is a folder (default: bundle), or an image in a registry with its tag or digest. Writes only a catalog that is valid. Preserves comments and all other documents.",
  input: addInput,
  more: `
Examples:
  tsop catalog add --img registry.example.com/demo-bundle:v0.1.0 --channels stable
  tsop catalog add registry.example.com/demo-bundle:v0.2.0 --channels stable,candidate
  tsop catalog add --img registry.example.com/demo-bundle:v0.2.1 --skips demo.v0.2.0 --diff
  tsop catalog add --img registry.example.com/demo-bundle:v0.1.5 --replaces demo.v0.1.4`,
  load: async () => (await import("../olm/catalog-add.js")).catalogAdd,
});

const deprecateInput = {
  flags: {
    catalog: catalogFlag,
    package: text("<name>", "the package (default: the only package of the catalog)"),
    channel: text("<name>", "deprecate this channel of the package"),
    bundle: text("<name>", "deprecate this bundle of the package"),
    message: text("<text>", "what users read: what they can use instead"),
    ...preview,
  },
} as const satisfies Input;

export type CatalogDeprecateOptions = OptionsOf<typeof deprecateInput>;

export const catalogDeprecate = declare({
  path: "catalog deprecate",
  summary: "deprecate a package, a channel or a bundle of a catalog",
  description:
    "Deprecates a channel or a bundle, or without --channel and --bundle the whole package. A second run with another message " +
    "changes the message.",
  input: deprecateInput,
  contradictions: [{ option: "channel", others: ["bundle"], reason: "a run deprecates one of them" }],
  more: `
Examples:
  tsop catalog deprecate --bundle demo.v0.1.0 --message "Has a security problem: use 0.1.1."
  tsop catalog deprecate --channel alpha --message "Use the channel stable." --diff`,
  load: async () => (await import("../olm/catalog-deprecate.js")).catalogDeprecate,
});

const buildInput = {
  argument: "[dir]",
  flags: { ...image, img: text("<image>", "the image of the catalog") },
} as const satisfies Input;

export type CatalogBuildOptions = OptionsOf<typeof buildInput>;

export const catalogBuild = declare({
  path: "catalog build",
  summary: "build the image of a catalog",
  description:
    "Checks the catalog in DIR (default: catalog), and builds its image from DIR.Dockerfile with docker, podman, buildah or " +
    "nerdctl. Creates this Dockerfile if it does not exist. With the tool none, tsop assembles the image itself, and needs no " +
    "other program.",
  input: buildInput,
  more: `
Examples:
  tsop catalog build --img registry.example.com/catalog:v1
  tsop catalog build catalogs/v4.20 --img 127.0.0.1:5000/catalog:v4.20 --container-tool none`,
  load: async () => (await import("../olm/catalog-build.js")).catalogBuild,
});

const pushInput = {
  argument: "[dir]",
  flags: {
    img: text("<image>", "the image of the catalog"),
    containerTool: text(
      "<tool>",
      "push the image that this tool has built: docker, podman, buildah or nerdctl (default: none; tsop assembles the image)",
    ),
    tlsVerify: image.tlsVerify,
    dryRun: toggle("check the catalog; push nothing"),
  },
} as const satisfies Input;

export type CatalogPushOptions = OptionsOf<typeof pushInput>;

export const catalogPush = declare({
  path: "catalog push",
  summary: "push the image of a catalog to its registry",
  description:
    "Checks the catalog in DIR (default: catalog), assembles its image and pushes it. Needs no container tool. The image contains " +
    "only the files of the catalog, in the folder /configs. The same catalog always gives the same image. With " +
    "--container-tool, pushes the image that `tsop catalog build` built with that tool.",
  input: pushInput,
  more: `
Examples:
  tsop catalog push --img registry.example.com/catalog:v1
  tsop catalog push catalogs/v4.20 --img 127.0.0.1:5000/catalog:v4.20`,
  load: async () => (await import("../olm/catalog-push.js")).catalogPush,
});

const manifestsInput = {
  flags: {
    img: text("<image>", "the image of the catalog"),
    olm: {
      kind: "choice",
      value: "<version>",
      help: "the version of OLM in the cluster: v0 (CatalogSource, Subscription) or v1 (ClusterCatalog, ClusterExtension)",
      choices: ["v0", "v1"],
      default: "v0",
    },
    catalog: catalogFlag,
    package: text("<name>", "the package (default: the only package of the catalog)"),
    channel: text("<name>", "the channel (default: the default channel of the package)"),
    namespace: text("<name>", "the namespace of the operator (default: the name of the package)"),
    catalogNamespace: text("<name>", "with OLM v0: the namespace of the CatalogSource (default: olm)"),
    watchNamespaces: list(
      "<names>",
      "with OLM v0: the namespaces that the operator watches, separated by commas (default: by its install modes)",
    ),
    serviceAccount: text(
      "<name>",
      "with OLM v1: also print this ServiceAccount and the permissions with which it installs the operator",
    ),
    bundle: text(
      "<bundle>",
      "with --service-account: folder or image of the bundle (default: the image in the catalog)",
    ),
    tlsVerify: image.tlsVerify,
  },
} as const satisfies Input;

export type CatalogManifestsOptions = OptionsOf<typeof manifestsInput>;

export const catalogManifests = declare({
  path: "catalog manifests",
  summary: "print the objects that install the operator from a catalog",
  description:
    "Prints the manifests with which a cluster installs the operator from the image of the catalog, and upgrades it along a " +
    "channel. The image needs no program: OLM reads the files in its folder /configs. Writes nothing.",
  input: manifestsInput,
  more: `
Examples:
  tsop catalog manifests --img registry.example.com/catalog:v1 | kubectl apply -f -
  tsop catalog manifests --img registry.example.com/catalog:v1 --olm v1 --channel stable
  tsop catalog manifests --img registry.example.com/catalog:v1 --olm v1 --service-account demo`,
  load: async () => (await import("../olm/catalog-manifests.js")).catalogManifests,
});

const validateInput = { argument: "[dir]", flags: {} } as const satisfies Input;

export type CatalogValidateOptions = OptionsOf<typeof validateInput>;

export const catalogValidate = declare({
  path: "catalog validate",
  summary: "check a file-based catalog",
  description:
    "Checks the catalog in DIR (default: catalog) by the rules of `opm validate`: packages, channels, upgrade graphs, bundles, " +
    "properties, images and deprecations. Reports all faults with their locations. Writes nothing.",
  input: validateInput,
  more: `
Examples:
  tsop catalog validate
  tsop catalog validate catalogs/v4.20 --output json`,
  load: async () => (await import("../olm/catalog-validate.js")).catalogValidate,
});

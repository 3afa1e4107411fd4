/** The commands for the Operator Lifecycle Manager (OLM). */
import { declare } from "./declare.js";
import { type Input, list, type OptionsOf, text, toggle, yesNo } from "./flags.js";
import { image, img, preview } from "./shared.js";

const bundleInput = {
  flags: {
    ...preview,
    check: toggle("write nothing; exit with 3 and a diff if the bundle is not up to date"),
    version: text("<version>", "version of the operator (default: the version in package.json)"),
    package: text("<name>", "name of the package (default: the name in the existing bundle, or the project's name)"),
    channels: text("<names>", "channels, separated by commas (default: those of the existing bundle, or candidate)"),
    defaultChannel: text("<name>", "default channel (default: that of the existing bundle, or none)"),
    img: {
      ...img,
      help: "the operator's image (default: IMG, the image in the manifests, the previous image, or the image in the bundle)",
    },
    imageDigest: yesNo("name the image by the digest of its push (default: if the digest is known)"),
    useImageDigests: toggle("ask the registries for the digests of all images, and name the images by them"),
    extraServiceAccounts: list(
      "<names>",
      "ServiceAccounts beside those of the operator's Pods whose permissions OLM grants, separated by commas (repeatable)",
    ),
    stdout: toggle("print the files of the bundle as YAML documents; write nothing"),
    overwrite: yesNo("overwrite bundle.Dockerfile and metadata/annotations.yaml (default: true)"),
  },
} as const satisfies Input;

export type BundleOptions = OptionsOf<typeof bundleInput>;

export const bundle = declare({
  path: "bundle",
  summary: "generate an OLM bundle from the objects that deploy applies",
  description:
    "Generates the folder bundle/ and bundle.Dockerfile for the Operator Lifecycle Manager: a ClusterServiceVersion with " +
    "the deployments, permissions, kinds, webhooks and examples of the operator, its CRDs, and metadata. The first time, " +
    "also creates config/manifests/, where you describe the operator.",
  input: bundleInput,
  contradictions: [
    { option: "stdout", others: ["check", "diff", "dryRun"], reason: "--stdout prints the files, not their changes" },
    { option: "useImageDigests", others: ["imageDigest"], reason: "both choose the digest of the operator's image" },
  ],
  more: `
Examples:
  tsop bundle --img registry.example.com/demo:v0.1.0
  tsop bundle --version 0.2.0 --channels candidate,fast --default-channel fast
  tsop bundle --check`,
  load: async () => (await import("../olm/bundle.js")).bundle,
});

const bundleImageInput = {
  flags: {
    ...image,
    img: { ...image.img, help: "name of the bundle's image (default: BUNDLE_IMG, or OPERATOR-IMAGE-bundle:vVERSION)" },
  },
} as const satisfies Input;

export type BundleImageOptions = OptionsOf<typeof bundleImageInput>;

export const bundleBuild = declare({
  path: "bundle build",
  summary: "build the image of the OLM bundle",
  description:
    "Builds the image of the bundle from bundle.Dockerfile with docker, podman, buildah or nerdctl. With the tool none, " +
    "tsop assembles the image itself, and needs no other program.",
  input: bundleImageInput,
  more: `
Examples:
  tsop bundle build --img registry.example.com/demo-bundle:v0.1.0
  tsop bundle build --container-tool none`,
  load: async () => (await import("../olm/bundle-build.js")).bundleBuild,
});

export const bundlePush = declare({
  path: "bundle push",
  summary: "push the image of the OLM bundle to its registry",
  description:
    "Pushes the image of the bundle. Fails if a field that only you can fill is missing, or contains a placeholder. Warns " +
    "if the bundle differs from the sources. With the tool none, also builds the image.",
  input: bundleImageInput,
  more: `
Example:
  tsop bundle push --img registry.example.com/demo-bundle:v0.1.0`,
  load: async () => (await import("../olm/bundle-push.js")).bundlePush,
});

/** Builds an image without a container tool, and stores it until `docker-push`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { defined } from "../../../core/defined.js";
import { TsopError } from "../../../core/errors.js";
import { text } from "../../../core/json-fields.js";
import type { ImageBuild } from "../../../images/plan-build.js";
import { type CopyStep, type ReadDockerfile, readDockerfile } from "../../../images/read-dockerfile.js";
import { type AssembledImage, assembleImage, assembleIndex } from "../../../oci/assemble.js";
import { attach } from "../../../oci/attachments.js";
import { type BaseImage, findBaseImage } from "../../../oci/base-image.js";
import type { Content } from "../../../oci/digest.js";
import { openImageStore, storeFolder, type StoredImage } from "../../../oci/image-store.js";
import { buildLayer } from "../../../oci/layer.js";
import { printProvenance, provenanceType } from "../../../oci/provenance.js";
import { jsonOf, textOf } from "../../../project/files.js";
import type { BuiltOn } from "../../../project/remembered-image.js";
import { build } from "../../build.js";
import type { Context } from "../../context.js";
import { packageVersion } from "../../version.js";
import { checkNoToolArgs, dockerfileText } from "../image-options.js";
import { buildOn } from "../resolve-base.js";
import { settleFiles } from "../settle-files.js";
import { copiedFiles } from "./copied-files.js";
import { openBase } from "./open-base.js";

/** A build whose Dockerfile and base image tsop has read. */
export interface BuiltImage {
  readonly stored: StoredImage;
  readonly on: BuiltOn;
  readonly platforms: readonly string[];
}

/**
 * Bundles the operator, and assembles its image from the base image and the files that the Dockerfile copies.
 *
 * @param platforms - the platforms; several make an index. Empty for the platform of this machine's containers
 * @throws TsopError `image/needs-tool` for a Dockerfile that runs programs, `image/no-base`, `image/copy-failed`, and the
 * errors of registries
 */
export async function buildWithoutTool(
  asked: ImageBuild,
  platforms: readonly string[],
  context: Context,
): Promise<BuiltImage> {
  checkNoToolArgs(asked.toolArgs);
  const { cwd, env, output } = context;
  const dockerfile = readDockerfile(dockerfileText(cwd), variablesOf(asked, context));
  const wanted = platforms.length > 0 ? platforms : [dockerfile.platform ?? `linux/${goArchitecture()}`];
  const store = openImageStore(storeFolder(env));
  const progress = output.progress(`reading the base image ${dockerfile.base}`);
  try {
    const opened = openBase(dockerfile.base, { store, tlsVerify: asked.tlsVerify, context });
    const base = await findBaseImage(opened, { image: dockerfile.base, platforms: wanted }).finally(() =>
      opened.close(),
    );
    const on: BuiltOn = { name: opened.plainName, digest: base.digest, tool: "none", platforms: wanted.join(",") };
    const plan = buildOn(asked, on, context);
    progress.step("bundling");
    await build({ sbom: true, baseImage: plan.base }, context);
    settleFiles(path.join(cwd, "dist"), plan.epoch);
    const images = assemble(dockerfile, base, plan, cwd);
    const [first, ...others] = images;
    if (first === undefined) throw new TsopError("image/no-base", "the build has no platform", {});
    const root = others.length === 0 ? first.manifest : assembleIndex(images);
    const attachments = describe(root, on, wanted, { image: asked.image, labels: plan.labels, cwd });
    const contents = [...images.flatMap(({ layer, config, manifest }) => [layer, config, manifest]), root];
    const { mediaType, digest } = root.descriptor;
    const stored = { digest, mediaType, base: plan.base, attachments: attachments.map((each) => each.digest) };
    store.save(asked.image, stored, [...contents, ...attachments.flatMap((each) => each.contents)]);
    return { stored, on, platforms: wanted };
  } finally {
    progress.done();
  }
}

function variablesOf({ baseImage, buildArgs }: ImageBuild, { env }: Context): Map<string, string> {
  const given = buildArgs.map((arg): [string, string | undefined] => {
    const equals = arg.indexOf("=");
    return equals === -1 ? [arg, env[arg]] : [arg.slice(0, equals), arg.slice(equals + 1)];
  });
  const all = [...given, ["BASE_IMAGE", baseImage] as const];
  return new Map(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Returns the architecture of containers on this machine, as Go names it. */
function goArchitecture(): string {
  return { x64: "amd64", ia32: "386", arm64: "arm64" }[process.arch as string] ?? process.arch;
}

function assemble(
  { steps, settings }: ReadDockerfile,
  base: BaseImage,
  plan: ImageBuild,
  cwd: string,
): AssembledImage[] {
  const copies = steps.flatMap((step): CopyStep[] => (step.kind === "copy" ? [step.copy] : []));
  const layer = buildLayer(copiedFiles(cwd, copies, textOf(cwd, ".dockerignore") ?? ""), plan.epoch);
  const lastCopy = steps.findLastIndex(({ kind }) => kind === "copy");
  // All instructions that copy files share one layer.
  const history = steps.map(({ text }, index) => ({ text, hasLayer: index === lastCopy }));
  const labels = new Map([...settings.labels, ...Object.entries(plan.labels)]);
  const annotations = Object.fromEntries(
    Object.entries(plan.labels).filter(([name]) => name.startsWith("org.opencontainers.image.base.")),
  );
  return base.images.map((each) =>
    assembleImage({ base: each, layer, change: { ...settings, labels }, history, annotations, epoch: plan.epoch }),
  );
}

/** Returns the list of packages and the provenance, as manifests that refer to the image. */
function describe(
  root: Content,
  on: BuiltOn,
  platforms: readonly string[],
  {
    image,
    labels,
    cwd,
  }: { readonly image: string; readonly labels: Readonly<Record<string, string>>; readonly cwd: string },
): { readonly digest: string; readonly contents: readonly Content[] }[] {
  const commit = labels["org.opencontainers.image.revision"];
  const provenance = printProvenance({
    image,
    digest: root.descriptor.digest,
    platforms,
    base: on,
    source: commit === undefined ? undefined : { url: labels["org.opencontainers.image.source"], commit },
    tsopVersion: packageVersion(),
  });
  const sbom = readFileSync(path.join(cwd, "dist/sbom.cdx.json"));
  const version = text(jsonOf(cwd, "package.json"), "version");
  const annotations = defined({ "org.opencontainers.image.version": version });
  return [
    attach(root.descriptor, "application/vnd.cyclonedx+json", sbom, annotations),
    attach(root.descriptor, provenanceType, Buffer.from(provenance), annotations),
  ].map(({ manifest, blobs }) => ({ digest: manifest.descriptor.digest, contents: [...blobs, manifest] }));
}

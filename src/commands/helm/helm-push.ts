/** Pushes the chart to a registry, from which helm installs it. */
import path from "node:path";
import { isImageName } from "../../core/image-reference.js";
import { TsopError } from "../../core/errors.js";
import { parseYaml } from "../../core/yaml.js";
import { namesRepository, repositoryFile } from "../../helm/hub/repository-file.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { chartArtifact, chartTag, repositoryFileArtifact, repositoryFileTag } from "../../oci/chart-artifact.js";
import { parseImageName } from "../../oci/image-name.js";
import { pushArtifact } from "../../oci/push-artifact.js";
import { readProject } from "../../project/file.js";
import { textOf } from "../../project/files.js";
import type { CommandResult, Context } from "../context.js";
import type { HelmPushOptions } from "../declared/helm.js";
import { openRegistry } from "../images/without-tool/open-registry.js";
import { warnOfPackage } from "./helm-package.js";
import { packChart } from "./packed-chart.js";

/**
 * Packs the chart and pushes it. Sends nothing that the registry already has, and the tag last.
 *
 * @throws TsopError `usage/invalid-argument`, those of `packChart`, and the errors of registries
 */
export async function helmPush(options: HelmPushOptions, context: Context): Promise<CommandResult> {
  const { projectName } = readProject(context.cwd);
  const remote = checkRemote(options.remote);
  const packed = await packChart(options, context);
  const { name, version, config, annotations } = packed.metadata;
  const image = parseImageName(`${remote}/${name}:${chartTag(version)}`);
  const { registry: host, repository, tag: reference = "" } = image;
  const artifact = chartArtifact({
    ...{ config, archive: packed.archive },
    annotations: { ...annotations, ...createdAt(context.env["SOURCE_DATE_EPOCH"]) },
  });
  const { digest } = artifact.manifest.descriptor;
  const chart = `oci://${remote}/${name}`;
  const json = { chart, version, digest };
  if (options.dryRun === true) {
    return { text: `tsop pushes ${chart}:${reference} (${digest})`, json: { ...json, dryRun: true } };
  }
  warnOfPackage(packed, context);
  const file = repositoryFileOf(packed.folder, context);
  const registry = openRegistry(host, options.tlsVerify ?? true, context);
  const progress = context.output.progress(`pushing ${chart}:${reference}`);
  try {
    const sentBytes = await pushArtifact({ registry, repository, reference }, artifact);
    if (file !== undefined) {
      await pushArtifact({ registry, repository, reference: repositoryFileTag }, repositoryFileArtifact(file));
    }
    return {
      text: `pushed ${chart}:${reference} (${digest}), ${Math.ceil(sentBytes / 1024)} KiB sent\nNext: helm install ${projectName} ${chart} --version ${version} --namespace ${projectName}-system --create-namespace`,
      json: { ...json, sentBytes, artifactHub: file !== undefined },
    };
  } finally {
    progress.done();
    registry.close();
  }
}

/** Returns the file for Artifact Hub, if it says something. @throws TsopError `yaml/invalid` */
function repositoryFileOf(folder: string, { cwd }: Context): Uint8Array | undefined {
  const file = `${folder}/${repositoryFile}`;
  const text = textOf(path.resolve(cwd, folder), repositoryFile);
  return text !== undefined && namesRepository(parseYaml(text, file)) ? Buffer.from(text) : undefined;
}

/** Without SOURCE_DATE_EPOCH, the same chart always has the same digest. */
function createdAt(epoch: string | undefined): Record<string, string> {
  if (epoch === undefined || epoch === "") return {};
  const created = new Date(sourceDateEpoch(epoch) * 1000).toISOString().replace(".000Z", "Z");
  return { "org.opencontainers.image.created": created };
}

/** Returns the registry and the repository above the chart: `ghcr.io/acme/charts`. */
function checkRemote(remote: string | undefined): string {
  const hint = "Name the repository above the chart: tsop helm push oci://ghcr.io/acme/charts";
  if (remote === undefined) throw new TsopError("usage/invalid-argument", "you did not name a registry", { hint });
  const place = remote.replace(/^oci:\/\//, "").replace(/\/$/, "");
  const [host = ""] = place.split("/");
  const isRemote = remote.startsWith("oci://") && isImageName(`${place}/chart`) && !/[@]/.test(place);
  const isHost = /[.:]/.test(host) || host === "localhost";
  if (isRemote && isHost) return place;
  throw new TsopError("usage/invalid-argument", `${JSON.stringify(remote)} is not the address of a registry`, { hint });
}

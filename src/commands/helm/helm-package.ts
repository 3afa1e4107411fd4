import { mkdirSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { replaceFile } from "../../machinery/project-state.js";
import { digestOf } from "../../oci/digest.js";
import type { CommandResult, Context } from "../context.js";
import type { HelmPackageOptions } from "../declared/helm.js";
import { projectPath } from "../output-options.js";
import { type PackedChart, packChart } from "./packed-chart.js";

/** Writes the archive of the chart, which `helm install` and the repositories of charts accept. */
export async function helmPackage(options: HelmPackageOptions, context: Context): Promise<CommandResult> {
  const { cwd } = context;
  const destination = projectPath("--destination", options.destination ?? "dist", cwd, "folder");
  const packed = await packChart(options, context);
  warnOfPackage(packed, context);
  const { metadata, files, archive } = packed;
  const { name, version } = metadata;
  const file = path.posix.join(destination, `${name}-${version}.tgz`);
  const json = { chart: name, version, file, digest: digestOf(archive), files };
  if (options.dryRun === true) {
    return {
      text: [`create     ${file}`, ...files.map((each) => `  ${name}/${each}`)].join("\n"),
      json: { ...json, dryRun: true },
    };
  }
  try {
    mkdirSync(path.join(cwd, destination), { recursive: true });
  } catch (cause) {
    throw new TsopError("files/write-failed", `cannot create ${destination}: ${String(cause)}`, { cause });
  }
  replaceFile(path.join(cwd, file), archive, file, 0o644);
  return { text: `created ${file} (${Math.ceil(archive.length / 1024)} KiB, ${files.length} files)`, json };
}

/** Reports what helm accepts, but readers of the chart miss. */
export function warnOfPackage({ metadata, folder }: PackedChart, { output }: Context): void {
  if (metadata.icon !== undefined) return;
  output.warn({
    code: "helm/no-icon",
    severity: "warning",
    message: "the chart has no icon",
    at: { file: `${folder}/Chart.yaml` },
    hint: "Set the address of a picture: tsop helm chart --icon https://example.com/icon.svg",
  });
}

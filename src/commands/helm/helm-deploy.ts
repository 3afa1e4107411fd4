import path from "node:path";
import { checkImage } from "../../core/image-reference.js";
import { splitImage } from "../../helm/chart.js";
import { readProject } from "../../project/file.js";
import { withDigest } from "../choose-image.js";
import type { CommandResult, Context } from "../context.js";
import type { HelmDeployOptions } from "../declared/helm.js";
import { checkChart } from "./check-chart.js";
import { findRelease, helmTime, runHelm, showHelm } from "./helm-program.js";

/**
 * Installs the chart, or upgrades its release, after a check that the chart is up to date.
 *
 * @throws TsopError `helm/no-chart`, `helm/out-of-date`, `cluster/not-confirmed`, and those of `runHelm`
 */
export async function helmDeploy(options: HelmDeployOptions, context: Context): Promise<CommandResult> {
  const folder = options.dir ?? `charts/${readProject(context.cwd).projectName}`;
  const image = imageValues(options, context);
  await checkChart(folder, context);
  const { name, namespace, flags } = await findRelease(options, context, options.dryRun === true ? "read" : "change");
  const args = [
    ...["upgrade", name, path.resolve(context.cwd, folder), "--install", "--create-namespace", ...flags],
    ...(options.values ?? []).flatMap((file) => ["--values", path.resolve(context.cwd, file)]),
    ...image.flatMap((value) => ["--set-string", value]),
    ...(options.set ?? []).flatMap((value) => ["--set", value]),
    ...(options.wait === false ? [] : ["--wait"]),
    ...["--timeout", helmTime(options.timeout)],
  ];
  if (options.dryRun === true) return showHelm(args);
  const text = await runHelm(args, `deploying the release ${name}`, context);
  return { text: text.trimEnd(), json: { release: name, namespace, chart: folder } };
}

/** Returns the values of the image that the command line names; otherwise, values.yaml names the image. */
function imageValues({ img, imageDigest }: HelmDeployOptions, context: Context): string[] {
  const variable = context.env["IMG"] ?? "";
  const [named, from] = img === undefined ? [variable, "IMG"] : [img, "--img"];
  if (named === "") return [];
  const { repository, tag, digest } = splitImage(withDigest(checkImage(named, from), imageDigest, context));
  return [`image.repository=${repository}`, `image.tag=${tag}`, `image.digest=${digest}`];
}

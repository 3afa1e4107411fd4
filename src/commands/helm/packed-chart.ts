/** Packs the folder of a chart into the archive that helm installs. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { parseYaml, parseYamlDocuments } from "../../core/yaml.js";
import { type ChartMetadata, readChartMetadata } from "../../helm/package/chart-metadata.js";
import { type IsIgnored, readHelmIgnore } from "../../helm/package/helm-ignore.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { buildLayer } from "../../oci/layer.js";
import { readProject } from "../../project/file.js";
import { textOf } from "../../project/files.js";
import type { Context } from "../context.js";
import type { ChartVersionOptions } from "../declared/helm.js";
import { checkChart } from "./check-chart.js";

export interface PackedChart {
  /** The folder of the chart, as in messages. */
  readonly folder: string;
  readonly metadata: ChartMetadata;
  /** The paths of the packaged files, relative to the folder. */
  readonly files: readonly string[];
  readonly archive: Uint8Array;
}

/** The largest file that helm reads from a chart. */
const largestFile = 5 * 1024 * 1024;

/**
 * Packs a chart. The same files always give the same bytes.
 *
 * @throws TsopError `helm/no-chart`, `helm/out-of-date`, `helm/invalid-chart` with all faults
 */
export async function packChart(options: ChartVersionOptions, context: Context): Promise<PackedChart> {
  const { cwd, env } = context;
  const folder = options.dir ?? `charts/${readProject(cwd).projectName}`;
  await checkChart(folder, context);
  const root = path.resolve(cwd, folder);
  const ignoreFile = `${folder}/.helmignore`;
  const { isIgnored, problems } = readHelmIgnore(textOf(root, ".helmignore") ?? "", ignoreFile);
  const found = [...problems];
  const files = readFolder(root, "", isIgnored, (name, message) => found.push(fault(`${folder}/${name}`, message)));
  const chartText = withVersions(files.get("Chart.yaml")?.toString("utf8") ?? "", `${folder}/Chart.yaml`, options);
  files.set("Chart.yaml", Buffer.from(chartText));
  const read = readChartMetadata(parseYaml(chartText, `${folder}/Chart.yaml`), `${folder}/Chart.yaml`);
  if (read.kind === "invalid") throw TsopError.fromDiagnostics([...found, ...read.problems]);
  const { metadata } = read;
  found.push(...missingCharts(metadata, [...files.keys()], folder));
  if (found.length > 0) throw TsopError.fromDiagnostics(found);
  const entries = Array.from(files, ([name, bytes]) => ({
    ...{ path: `${metadata.name}/${name}`, bytes },
    ...{ mode: 0o644, uid: 0, gid: 0 },
  }));
  const { content } = buildLayer(entries, sourceDateEpoch(env["SOURCE_DATE_EPOCH"]));
  return { folder, metadata, files: [...files.keys()].toSorted(), archive: content.bytes };
}

function readFolder(
  root: string,
  below: string,
  isIgnored: IsIgnored,
  report: (name: string, message: string) => void,
): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (isIgnored(name, entry.isDirectory())) continue;
    const file = path.join(root, name);
    if (entry.isDirectory()) {
      for (const [inner, bytes] of readFolder(root, name, isIgnored, report)) files.set(inner, bytes);
    } else if (!entry.isFile()) report(name, "it is neither a file nor a folder; tsop does not follow links");
    else if (lstatSync(file).size > largestFile) report(name, "helm reads no file that is larger than 5 MiB");
    else files.set(name, readFileSync(file));
  }
  return files;
}

/** Sets the versions that the command line names. Keeps the rest of the text. */
function withVersions(text: string, file: string, { version, appVersion }: ChartVersionOptions): string {
  if (version === undefined && appVersion === undefined) return text;
  const [document] = parseYamlDocuments(text, file);
  if (document === undefined) return text;
  if (version !== undefined) document.set("version", version);
  if (appVersion !== undefined) document.set("appVersion", appVersion);
  return document.toString({ lineWidth: 0 });
}

/** helm packages a chart only together with the charts that it needs. */
function missingCharts({ dependencies }: ChartMetadata, files: readonly string[], folder: string): Diagnostic[] {
  const present = (name: string): boolean =>
    files.some((file) => file.startsWith(`charts/${name}/`) || file.startsWith(`charts/${name}-`));
  return dependencies
    .filter((name) => !present(name))
    .map((name) => ({
      ...fault(`${folder}/Chart.yaml`, `the chart ${name}, which \`dependencies\` names, is not in charts/`),
      hint: `Run \`helm dependency update ${folder}\`.`,
    }));
}

function fault(file: string, message: string): Diagnostic {
  return { code: "helm/invalid-chart", severity: "error", message, at: { file } };
}

/** Places the files of a chart, and keeps the edits of its owner. */
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import type { ExactJsonObject } from "../core/json.js";
import { type ChartAbout, printChart } from "../helm/chart-files.js";
import type { Chart } from "../helm/chart.js";
import { hubAnnotations } from "../helm/hub/annotations.js";
import { readChanges } from "../helm/hub/changes.js";
import { printRepositoryFile, repositoryFile } from "../helm/hub/repository-file.js";
import { textAt } from "../helm/objects.js";
import { printReadme } from "../helm/readme.js";
import { valuesSchema } from "../helm/values-schema.js";
import { isGroupAt } from "../helm/values.js";
import { mergeValues, plainValues } from "../helm/values-file.js";
import type { GenerationRecord } from "../machinery/generation-record.js";
import { keepEdits } from "../machinery/keep-edits.js";
import type { Tree } from "../machinery/tree.js";
import type { HelmChartOptions } from "./declared/others.js";

export interface PlacedChart {
  /** The newly generated files, by path below the chart. */
  readonly generated: ReadonlyMap<string, string>;
  readonly warnings: readonly Diagnostic[];
  readonly edited: readonly string[];
}

/** What readers of the chart want to know. */
export interface Described {
  readonly about: ChartAbout;
  readonly icon: string | undefined;
  readonly signKey: { readonly url: string; readonly fingerprint: string | undefined } | undefined;
  readonly changelog: string;
  /** The objects of config/samples. */
  readonly samples: readonly ExactJsonObject[];
}

export interface ChartTarget {
  readonly folder: string;
  readonly chart: Chart;
  readonly described: Described;
  readonly record: GenerationRecord;
}

/** Files that are merged key by key, because they belong to the user more than to the generator. */
const keyed = ["Chart.yaml", "values.yaml"];

/** Files that a chart often has already: a file of the user takes precedence. */
const yielding = ["README.md", repositoryFile];

/** Changes the tree. @throws TsopError `scaffold/collision`, `helm/conflict`; nothing is written then */
export function placeChart(tree: Tree, target: ChartTarget, options: HelmChartOptions): PlacedChart {
  const { folder, chart, described, record } = target;
  const force = options.force === true;
  const full = (file: string): string => `${folder}/${file}`;
  const edited: string[] = [];
  const placeKeyed = ({ path: file, content }: Artifact): void => {
    const present = tree.read(full(file));
    const isForeign = present !== undefined && record.files.size === 0;
    if (isForeign && present !== content && !force) throw foreign(full(file));
    const text = present === undefined ? content : mergeKeyed(file, present, content, target, options);
    tree.write(full(file), text);
    if (text !== content) edited.push(full(file));
  };
  const values = chart.files.filter((each) => keyed.includes(each.path));
  values.forEach(placeKeyed);
  const own = plainValues(tree.read(full("values.yaml")) ?? "", full("values.yaml"));
  const chartFile = { path: "Chart.yaml", content: describeChart(chart, described, own) };
  placeKeyed(chartFile);
  const isTheirs = (file: string): boolean =>
    yielding.includes(file) && !force && tree.read(full(file)) !== undefined && !record.files.has(file);
  const files = [
    ...chart.files.filter((each) => !keyed.includes(each.path)),
    { path: "values.schema.json", content: `${JSON.stringify(valuesSchema(chart.values, own), undefined, 2)}\n` },
    {
      path: "README.md",
      content: printReadme({ about: described.about, crds: chart.crds, values: chart.values, own }),
    },
    { path: repositoryFile, content: printRepositoryFile(described.about.maintainers) },
  ].filter((each) => !isTheirs(each.path));
  const kept = keepEdits(
    tree,
    files.map((each) => ({ ...each, path: full(each.path) })),
    {
      last: new Map(
        [...record.files].filter(([file]) => !keyed.includes(file)).map(([file, text]) => [full(file), text]),
      ),
      force,
      needed: new Set([full("templates/_helpers.tpl")]),
      codes: { conflict: "helm/conflict", orphan: "helm/orphan" },
    },
  );
  if (kept.problems.length > 0) throw TsopError.fromDiagnostics(kept.problems);
  return {
    generated: new Map([...values, chartFile, ...files].map((each) => [each.path, each.content])),
    warnings: kept.warnings,
    edited: [...edited, ...kept.edited],
  };
}

/** Returns Chart.yaml. It names the image of the merged values, which the user may have changed. */
function describeChart(chart: Chart, described: Described, own: ExactJsonObject): string {
  const { about, icon, signKey, changelog, samples } = described;
  const { version, license, source, support } = about;
  const links = [
    { name: "source", url: source },
    { name: "support", url: support },
  ].flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
  const annotations = hubAnnotations({
    ...{ version, license, links, signKey, samples },
    changes: readChanges(changelog, version),
    objects: chart.crds,
    image: imageIn(own, chart.container, version),
  });
  return printChart(about, { icon, annotations });
}

function imageIn(own: ExactJsonObject, name: string, version: string): { name: string; image: string } | undefined {
  const [repository, tag, digest] = ["repository", "tag", "digest"].map((key) => textAt(own, "image", key));
  if (repository === undefined || repository === "" || repository === "controller") return undefined;
  const image = digest === "" ? `${repository}:${tag === "" ? version : tag}` : `${repository}@${digest}`;
  return { name, image };
}

function mergeKeyed(
  file: string,
  text: string,
  next: string,
  { folder, chart, record }: ChartTarget,
  { img, imageDigest }: HelmChartOptions,
): string {
  const isValues = file === "values.yaml";
  return mergeValues({
    ...{ text, file: `${folder}/${file}`, base: record.files.get(file), next },
    isGroup: (keys) => (isValues ? isGroupAt(chart.values, keys) : keys[0] === "annotations"),
    // An image that the user names now replaces the existing value.
    isForced: ([first, second = ""]) =>
      isValues &&
      (img !== undefined || imageDigest === true) &&
      first === "image" &&
      ["repository", "tag", "digest"].includes(second),
  });
}

function foreign(file: string): TsopError {
  return TsopError.fromDiagnostics([
    {
      code: "scaffold/collision",
      severity: "error",
      message: `${file} exists, and tsop did not generate it`,
      at: { file },
      hint: "Name another folder (tsop helm chart charts/NAME), or repeat the command with --force, which keeps the keys of values.yaml and Chart.yaml and overwrites other files.",
    },
  ]);
}

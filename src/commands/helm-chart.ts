import path from "node:path";
import { defined } from "../core/defined.js";
import type { Artifact } from "../core/artifact.js";
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { checkImage } from "../core/image-reference.js";
import { type Chart, planChart } from "../helm/chart.js";
import { valuesSchema } from "../helm/values-schema.js";
import { isGroupAt } from "../helm/values.js";
import { mergeValues, plainValues } from "../helm/values-file.js";
import { keepEdits } from "../machinery/keep-edits.js";
import { type GenerationRecord, parseRecord, printRecord } from "../machinery/generation-record.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { withDigest } from "./choose-image.js";
import { imageToMake } from "./images/image-name.js";
import { chartAbout } from "./chart-about.js";
import { readChartObjects } from "./chart-objects.js";
import type { CommandResult, Context } from "./context.js";
import type { HelmChartOptions } from "./declared/others.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { freshManifests, freshnessOf } from "./fresh-manifests.js";
import { openFiles } from "./open-files.js";

const drift: DriftTexts = {
  code: "helm/out-of-date",
  wanted: "the output of the sources",
  command: "npx tsop helm chart",
};

/** The record of the last generated files. It is part of the chart's folder and is committed with it. */
const recordName = ".tsop-chart.json";

/**
 * Creates a helm chart of the objects that `deploy` applies. Preserves edits in the chart.
 *
 * @throws TsopError `render/…`, `helm/…`, `scaffold/collision`; nothing is written then
 */
export async function helmChart(options: HelmChartOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const snapshot = openFiles(root, context);
  const { projectName } = readProject(root);
  const folder = folderOf(root, options.dir ?? `charts/${projectName}`);
  const tree = new Tree(snapshot);
  const recordFile = `${folder}/${recordName}`;
  const recordText = tree.read(recordFile);
  const record = readRecord(recordText, recordFile);
  const image = imageOf(options, record, context);
  const from = options.from ?? record.options["from"] ?? "config/default";
  const { files } = await freshManifests(freshnessOf(options), context);
  const { objects, optional, namePrefix } = await readChartObjects(
    { dir: from, files, ...defined({ kustomize: options.kustomize }) },
    context,
  );
  const chart = planChart({
    ...{ objects, optional, namePrefix, image, recordName },
    about: chartAbout(root, projectName),
  });
  const placed = place(tree, { folder, chart, record }, options);
  const made = { image, from: options.from ?? record.options["from"] };
  const next: GenerationRecord = { options: defined(made), files: placed.generated };
  tree.write(recordFile, printRecord(next, recordText));
  const actions = tree.actions();
  const { edited } = placed;
  const warnings = [...chart.warnings, ...placed.warnings];
  const plan = {
    ...{ actions, drift, warnings, hidden: recordFile },
    unchanged: [`${folder} is up to date`],
    notes: edited.map((file) => `${file}: kept your edits`),
    json: { chart: folder, changes: changesOf(actions), edited, diagnostics: warnings },
  };
  const result = await finishPlan(root, plan, options);
  for (const warning of warnings) context.output.warn(warning);
  return result;
}

function folderOf(root: string, dir: string): string {
  const folder = path.relative(root, path.resolve(root, dir)).replaceAll(path.sep, "/");
  if (folder !== "" && folder !== ".." && !folder.startsWith("../") && !path.isAbsolute(folder)) return folder;
  throw new TsopError(
    "usage/invalid-argument",
    `the chart cannot be in ${dir}, which is not a folder below the project`,
    {
      hint: "Name a folder such as charts/demo.",
    },
  );
}

/** @throws TsopError `image/no-digest`, `image/no-name` */
function imageOf(
  { img, imageDigest = false }: HelmChartOptions,
  { options }: GenerationRecord,
  context: Context,
): string | undefined {
  const named = img === undefined ? options["image"]?.split("@")[0] : checkImage(img, "--img");
  if (!imageDigest) return img === undefined ? options["image"] : named;
  return withDigest(named ?? imageToMake(undefined, "docker-build", context), true, context);
}

function readRecord(text: string | undefined, file: string): GenerationRecord {
  return text === undefined ? { options: {}, files: new Map() } : parseRecord(text, file, "helm/invalid-record");
}

interface Placed {
  /** The newly generated files, by path below the chart. */
  readonly generated: ReadonlyMap<string, string>;
  readonly warnings: readonly Diagnostic[];
  readonly edited: readonly string[];
}

/** Files that are merged key by key, because they belong to the user more than to the generator. */
const keyed = ["Chart.yaml", "values.yaml"];

interface Target {
  readonly folder: string;
  readonly chart: Chart;
  readonly record: GenerationRecord;
}

function place(tree: Tree, target: Target, options: HelmChartOptions): Placed {
  const { folder, chart, record } = target;
  const force = options.force === true;
  const full = (file: string): string => `${folder}/${file}`;
  const edited: string[] = [];
  for (const { path: file, content } of chart.files.filter((each) => keyed.includes(each.path))) {
    const present = tree.read(full(file));
    const isForeign = present !== undefined && record.files.size === 0;
    if (isForeign && present !== content && !force) throw foreign(full(file));
    const text = present === undefined ? content : mergeKeyed(file, present, content, target, options);
    tree.write(full(file), text);
    if (text !== content) edited.push(full(file));
  }
  const own = plainValues(tree.read(full("values.yaml")) ?? "", full("values.yaml"));
  const schema: Artifact = {
    path: "values.schema.json",
    content: `${JSON.stringify(valuesSchema(chart.values, own), undefined, 2)}\n`,
  };
  const files = [...chart.files, schema];
  const kept = keepEdits(
    tree,
    files.filter((each) => !keyed.includes(each.path)).map((each) => ({ ...each, path: full(each.path) })),
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
    generated: new Map(files.map((each) => [each.path, each.content])),
    warnings: kept.warnings,
    edited: [...edited, ...kept.edited],
  };
}

function mergeKeyed(
  file: string,
  text: string,
  next: string,
  { folder, chart, record }: Target,
  { img, imageDigest }: HelmChartOptions,
): string {
  const isValues = file === "values.yaml";
  return mergeValues({
    ...{ text, file: `${folder}/${file}`, base: record.files.get(file), next },
    isGroup: (keys) => isValues && isGroupAt(chart.values, keys),
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

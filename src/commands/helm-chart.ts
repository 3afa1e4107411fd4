import path from "node:path";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { checkImage } from "../core/image-reference.js";
import { planChart } from "../helm/chart.js";
import { type GenerationRecord, parseRecord, printRecord } from "../machinery/generation-record.js";
import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { textOf } from "../project/files.js";
import { withDigest } from "./choose-image.js";
import { imageToMake } from "./images/image-name.js";
import { chartAbout } from "./chart-about.js";
import { readChartObjects, readSamples } from "./chart-objects.js";
import type { CommandResult, Context } from "./context.js";
import type { HelmChartOptions } from "./declared/others.js";
import { changesOf, type DriftTexts, finishPlan } from "./file-plan.js";
import { freshManifests, freshnessOf } from "./fresh-manifests.js";
import { openFiles } from "./open-files.js";
import { type Described, placeChart } from "./place-chart.js";

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
  const about = chartAbout(root, projectName);
  const chart = planChart({ objects, optional, namePrefix, image, recordName, about });
  const made = {
    image,
    from: options.from ?? record.options["from"],
    icon: options.icon ?? record.options["icon"],
    signKeyUrl: options.signKeyUrl ?? record.options["signKeyUrl"],
    signKeyFingerprint: options.signKeyFingerprint ?? record.options["signKeyFingerprint"],
  };
  const described: Described = {
    about,
    ...hubOptions(made),
    changelog: textOf(root, "CHANGELOG.md") ?? "",
    samples: await readSamples(files, context),
  };
  const placed = placeChart(tree, { folder, chart, described, record }, options);
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

/** @throws TsopError `usage/invalid-argument` for what Artifact Hub would not read */
function hubOptions({
  icon,
  signKeyUrl: url,
  signKeyFingerprint: fingerprint,
}: {
  readonly icon: string | undefined;
  readonly signKeyUrl: string | undefined;
  readonly signKeyFingerprint: string | undefined;
}): Pick<Described, "icon" | "signKey"> {
  for (const [flag, address] of [
    ["--icon", icon],
    ["--sign-key-url", url],
  ] as const) {
    if (address === undefined || /^https?:\/\/\S+$/.test(address)) continue;
    throw invalid(`${flag} ${JSON.stringify(address)} is not a web address`, `${flag} https://example.com/FILE`);
  }
  if (fingerprint === undefined) return { icon, signKey: url === undefined ? undefined : { url, fingerprint } };
  if (!/^[0-9A-Fa-f]{40,64}$/.test(fingerprint)) {
    const hint = "gpg --list-secret-keys prints it: 40 hexadecimal digits.";
    throw invalid(`--sign-key-fingerprint ${JSON.stringify(fingerprint)} is not a fingerprint`, hint);
  }
  if (url !== undefined) return { icon, signKey: { url, fingerprint } };
  throw invalid("--sign-key-fingerprint needs the address of the key", "--sign-key-url https://example.com/key.asc");
}

function invalid(message: string, hint: string): TsopError {
  return new TsopError("usage/invalid-argument", message, { hint });
}

function readRecord(text: string | undefined, file: string): GenerationRecord {
  return text === undefined ? { options: {}, files: new Map() } : parseRecord(text, file, "helm/invalid-record");
}

/** Transcripts of the real API servers. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type KubernetesVersion, kubernetesVersions, newestVersion } from "../../../src/schema/kubernetes-versions.js";
import type { Area } from "./areas.js";
import { showDifferences } from "./differences.js";
import type { Step, Transcript } from "./transcript.js";

/** The transcripts of one version, by the name of the case. */
export type Goldens = Readonly<Record<string, Transcript>>;

const folder = fileURLToPath(new URL("../../golden/apiserver/", import.meta.url));

/** In the record of an older version: the step is the same in the newest one. */
const same = "as in 1.37";

type RecordedStep = Step | typeof same;

/**
 * `<area>.json` contains the transcripts of the newest version; `<version>/<area>.json` contains the cases that an older
 * version answers differently.
 */
export function readGoldens(area: string, version: KubernetesVersion): Goldens {
  const newest = readRecord(area) as Goldens;
  if (version === newestVersion) return newest;
  const older = Object.entries(readRecord(`${version}/${area}`)).map(([name, steps]): [string, Transcript] => [
    name,
    steps.map((step, index): Step => (step === same ? newest[name]![index]! : step)),
  ]);
  return { ...newest, ...Object.fromEntries(older) };
}

/** Returns the names of the cases that the versions answer differently. */
export function differingCases(area: string): ReadonlySet<string> {
  const older = kubernetesVersions.filter((version) => version !== newestVersion);
  return new Set(older.flatMap((version) => Object.keys(readRecord(`${version}/${area}`))));
}

/** Writes the transcripts of one version. Those of the other versions, and of cases that did not run, stay. */
export function writeGoldens(
  { name: area, cases, versions }: Area,
  version: KubernetesVersion,
  recorded: Goldens,
): void {
  const byVersion = versions.map((each): [KubernetesVersion, Goldens] => {
    const goldens = readGoldens(area, each);
    return [each, each === version ? { ...goldens, ...recorded } : goldens];
  });
  const names = cases.map((each) => each.name);
  const newest = new Map(byVersion).get(newestVersion) ?? {};
  writeRecord(area, newest, names);
  for (const [older, goldens] of byVersion) {
    if (older !== newestVersion) writeRecord(`${older}/${area}`, differing(goldens, newest), names);
  }
}

function differing(older: Goldens, newest: Goldens): Readonly<Record<string, readonly RecordedStep[]>> {
  const entries = Object.entries(older).map(([name, steps]): [string, readonly RecordedStep[]] => [
    name,
    steps.map((step, index) => (isSame(newest[name]?.[index], step) ? same : step)),
  ]);
  return Object.fromEntries(
    entries.filter(([name, steps]) => steps.length !== newest[name]?.length || steps.some((step) => step !== same)),
  );
}

function isSame(newest: Step | undefined, older: Step): boolean {
  return newest !== undefined && showDifferences([newest], [older]) === "";
}

function readRecord(file: string): Readonly<Record<string, readonly RecordedStep[]>> {
  const path = `${folder}${file}.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, readonly RecordedStep[]>) : {};
}

function writeRecord(
  file: string,
  record: Readonly<Record<string, readonly RecordedStep[]>>,
  order: readonly string[],
): void {
  const path = `${folder}${file}.json`;
  const cases = order.flatMap((name) => {
    const steps = record[name];
    return steps === undefined
      ? []
      : `${JSON.stringify(name)}: [\n${steps.map((step) => (step === same ? `  ${JSON.stringify(step)}` : showStep(step))).join(",\n")}\n]`;
  });
  if (cases.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `{\n${cases.join(",\n\n")}\n}\n`);
}

/** Prints the request and the short parts on a first line, and the body and each event on separate lines. */
function showStep({ request, sent, digest, status, headers, body, events }: Step): string {
  const short = JSON.stringify({
    request,
    sent,
    digest,
    status,
    headers,
  }).slice(1, -1);
  const long = [
    ...(body === undefined ? [] : [`"body": ${JSON.stringify(body)}`]),
    ...(events === undefined
      ? []
      : [`"events": [${events.map((event) => `\n    ${JSON.stringify(event)}`).join(",")}\n  ]`]),
  ];
  return `  {${[short, ...long].join(",\n   ")}}`;
}

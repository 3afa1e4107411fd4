/** Transcripts of the real API server, one file per area. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Step, Transcript } from "./transcript.js";

export type Goldens = Readonly<Record<string, Transcript>>;

const folder = fileURLToPath(new URL("../../golden/apiserver/", import.meta.url));

export function readGoldens(area: string): Goldens {
  const file = `${folder}${area}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Goldens) : {};
}

export function writeGoldens(area: string, goldens: Goldens): void {
  mkdirSync(folder, { recursive: true });
  const cases = Object.entries(goldens).map(
    ([name, steps]) => `${JSON.stringify(name)}: [\n${steps.map(showStep).join(",\n")}\n]`,
  );
  writeFileSync(`${folder}${area}.json`, `{\n${cases.join(",\n\n")}\n}\n`);
}

/** Prints the request and the short parts on a first line, and the body and each event on separate lines. */
function showStep({ request, sent, digest, status, headers, body, events }: Step): string {
  const short = JSON.stringify({ request, sent, digest, status, headers }).slice(1, -1);
  const long = [
    ...(body === undefined ? [] : [`"body": ${JSON.stringify(body)}`]),
    ...(events === undefined
      ? []
      : [`"events": [${events.map((event) => `\n    ${JSON.stringify(event)}`).join(",")}\n  ]`]),
  ];
  return `  {${[short, ...long].join(",\n   ")}}`;
}

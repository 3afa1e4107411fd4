/** Shows in which steps, and where in them, two transcripts differ; omits equal parts. */
import { isJsonObject } from "../../../src/core/json.js";
import type { Step, Transcript } from "./transcript.js";

/** Throws an error with the differences. */
export function checkTranscript(
  want: Transcript | undefined,
  got: Transcript,
  isExcepted?: (path: string) => boolean,
): void {
  if (want === undefined) throw new Error("the case is not recorded yet: see README.md");
  const differences = showDifferences(sortManagers(want) as Transcript, sortManagers(got) as Transcript, isExcepted);
  if (differences !== "") throw new Error(`what differs from the record:\n${differences}`);
}

/** @param isExcepted - whether a difference at a path (`body.metadata.uid`) is a named exception */
export function showDifferences(
  want: Transcript,
  got: Transcript,
  isExcepted: (path: string) => boolean = () => false,
): string {
  const count = Math.max(want.length, got.length);
  const parts: string[] = [];
  for (let index = 0; index < count; index++) {
    const lines = differencesOf("", want[index], got[index]).filter(({ path }) => !isExcepted(path));
    if (lines.length === 0) continue;
    parts.push(`step ${index + 1}: ${titleOf(want[index] ?? got[index]!)}`);
    for (const { path, want, got } of lines) parts.push(`  ${path}`, `    want ${want}`, `    got  ${got}`);
  }
  return parts.join("\n");
}

interface Difference {
  readonly path: string;
  readonly want: string;
  readonly got: string;
}

function differencesOf(path: string, want: unknown, got: unknown): Difference[] {
  if (isJsonObject(want) && isJsonObject(got)) {
    const keys = [...new Set([...Object.keys(want), ...Object.keys(got)])].sort();
    return keys.flatMap((key) => differencesOf(path === "" ? key : `${path}.${key}`, want[key], got[key]));
  }
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
    return want.flatMap((item, index) => differencesOf(`${path}[${index}]`, item, got[index]));
  }
  const [a, b] = [show(want), show(got)];
  return a === b ? [] : [{ path, want: a, got: b }];
}

function show(value: unknown): string {
  const text = value === undefined ? "(nothing)" : JSON.stringify(value);
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} characters)` : text;
}

function titleOf({ request, sent }: Step): string {
  return sent === undefined ? request : `${request} ${JSON.stringify(sent)}`;
}

/** Sorts managers: they are listed by the second of their write, and within a second by name, and that second is random. */
function sortManagers(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each) => sortManagers(each));
    return key === "managedFields" ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sortManagers(each, name)]));
}

/**
 * Remembers the last run of `tsop manifests`, so that one in which nothing has changed need not load the compiler. What
 * is remembered is only ever compared: damaged or missing, it costs a full run.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../core/diagnostic.js";
import { field } from "../core/json-fields.js";
import { readRecord, type StatePlace, writeRecord } from "../machinery/project-state.js";
import type { SourceHost } from "../source/source-host.js";
import type { Plan } from "./manifests-options.js";

const memory = "manifests.json";

/** All that a run depends on and all that it came to. */
interface RunRecord {
  /** The program, the options, and the record's own form. */
  readonly key: string;
  /** The list of the sources. */
  readonly sources: string;
  /** By path: the hash of what was read, or null where there was no file. */
  readonly read: Readonly<{ [file: string]: string | null }>;
  /** The names in the folder of the CRDs, after the run. */
  readonly crds: string;
  readonly outcome: Outcome;
}

/** What is said again when nothing has changed. */
export interface Outcome {
  /** Paths of all generated files. */
  readonly artifacts: readonly string[];
  readonly kept: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** A host that notes what is read through it. */
export interface RecordingHost extends SourceHost {
  readonly seen: ReadonlyMap<string, string | undefined>;
}

export function recordingHost(host: SourceHost): RecordingHost {
  const seen = new Map<string, string | undefined>();
  return {
    seen,
    files: () => host.files(),
    realpath: (name) => host.realpath?.(name) ?? name,
    read: (name) => {
      const text = host.read(name);
      seen.set(name, text);
      return text;
    },
  };
}

/** The last run in a project, as far as it was like one of this program with these options. */
export interface Memory {
  /** What the last run came to, if a new one would come to the same and change no file. */
  recall(): Outcome | undefined;
  /** To be called when the files are written. @param seen - what the run depends on and what it wrote, by path */
  remember(seen: ReadonlyMap<string, string | undefined>, outcome: Outcome): void;
}

export function memoryOf(
  place: StatePlace,
  { version, plan }: { readonly version: string; readonly plan: Plan },
  host: SourceHost,
): Memory {
  const key = `${version} ${JSON.stringify(plan)}`;
  const now = () => ({ key, sources: hash(host.files().join("\n")), crds: namesIn(place.cwd, plan.folders.crd) });
  return {
    recall: () => {
      const record = readRecord(place, memory);
      if (!isRunRecord(record) || record.key !== key) return undefined;
      const { sources, crds } = now();
      if (record.sources !== sources || record.crds !== crds) return undefined;
      const isSame = Object.entries(record.read).every(([name, known]) => known === hashOrNull(host.read(name)));
      return isSame ? record.outcome : undefined;
    },
    remember: (seen, outcome) => {
      const read = Object.fromEntries([...seen].map(([name, text]) => [name, hashOrNull(text)]));
      const record: RunRecord = { ...now(), read, outcome };
      writeRecord(place.cwd, memory, record);
    },
  };
}

function namesIn(root: string, folder: string): string {
  try {
    return hash(readdirSync(path.join(root, folder)).toSorted().join("\n"));
  } catch {
    return "";
  }
}

function isRunRecord(value: unknown): value is RunRecord {
  const [read, outcome] = [field(value, "read"), field(value, "outcome")];
  return (
    ["key", "sources", "crds"].every((name) => typeof field(value, name) === "string") &&
    typeof read === "object" &&
    read !== null &&
    Object.values(read).every((each) => each === null || typeof each === "string") &&
    ["artifacts", "kept"].every((name) => isListOf(field(outcome, name), (each) => typeof each === "string")) &&
    isListOf(field(outcome, "warnings"), isWarning)
  );
}

function isWarning(value: unknown): boolean {
  const [hint, at] = [field(value, "hint"), field(value, "at")];
  return (
    field(value, "severity") !== "error" &&
    ["code", "severity", "message"].every((name) => typeof field(value, name) === "string") &&
    (hint === undefined || typeof hint === "string") &&
    (at === undefined || typeof field(at, "file") === "string")
  );
}

function isListOf(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function hashOrNull(text: string | undefined): string | null {
  return text === undefined ? null : hash(text);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

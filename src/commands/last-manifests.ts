/**
 * Records the last run of `tsop manifests`, so that a run without changes does not load the compiler. The record is
 * only used for comparison: if it is damaged or missing, the next run is a full run.
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

/** The inputs and the results of a run. */
interface RunRecord {
  /** The program, the options, and the format of the record. */
  readonly key: string;
  /** The list of the sources. */
  readonly sources: string;
  /** By path: the hash of the file, or null if the file did not exist. */
  readonly read: Readonly<{ [file: string]: string | null }>;
  /** The file names in the folder of the CRDs, after the run. */
  readonly crds: string;
  readonly outcome: Outcome;
}

/** The result that is reported again if nothing has changed. */
export interface Outcome {
  /** The paths of all generated files. */
  readonly artifacts: readonly string[];
  readonly kept: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** A host that records the files that are read through it. */
export interface RecordingHost extends SourceHost {
  readonly seen: ReadonlyMap<string, string | undefined>;
}

export function recordingHost(host: SourceHost): RecordingHost {
  const seen = new Map<string, string | undefined>();
  return {
    seen,
    files: () => host.files(),
    serverFiles: () => host.serverFiles?.() ?? [],
    realpath: (name) => host.realpath?.(name) ?? name,
    read: (name) => {
      const text = host.read(name);
      seen.set(name, text);
      return text;
    },
  };
}

/** The record of the last run in a project, if that run used the same program and options. */
export interface Memory {
  /** Returns the result of the last run, if a new run would have the same result and change no file. */
  recall(): Outcome | undefined;
  /** Records a run. Call it after the files are written. @param seen - the inputs and the written files of the run, by path */
  remember(seen: ReadonlyMap<string, string | undefined>, outcome: Outcome): void;
}

export function memoryOf(
  place: StatePlace,
  { version, plan }: { readonly version: string; readonly plan: Plan },
  host: SourceHost,
): Memory {
  const key = `${version} ${JSON.stringify(plan)}`;
  const now = () => ({
    key,
    sources: hash([...host.files(), ...(host.serverFiles?.() ?? [])].join("\n")),
    crds: namesIn(place.cwd, plan.folders.crd),
  });
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

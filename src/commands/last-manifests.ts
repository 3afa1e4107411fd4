/**
 * Remembers the last run of `tsop manifests`, so that one in which nothing has changed need not load the compiler. What
 * is remembered is only ever compared: damaged or missing, it costs a full run.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { crdFolder } from "../cluster/crd-files.js";
import type { Diagnostic } from "../core/diagnostic.js";
import type { SourceHost } from "../source/source-host.js";

const file = ".tsop/manifests.json";

/** All that a run depends on and all that it came to. */
interface Memory {
  /** Version of tsop and of the memory's own form. */
  readonly version: string;
  /** The list of the sources. */
  readonly sources: string;
  /** By path: the hash of what was read, or null where there was no file. */
  readonly read: Readonly<Record<string, string | null>>;
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

/** What the last run came to, if a new one would come to the same and change no file. */
export function recallOutcome(root: string, version: string, host: SourceHost): Outcome | undefined {
  const memory = readMemory(root);
  if (memory?.version !== version || memory.sources !== hash(host.files().join("\n"))) return undefined;
  if (memory.crds !== crdNames(root)) return undefined;
  const same = Object.entries(memory.read).every(([name, known]) => known === hashOrNull(host.read(name)));
  return same ? memory.outcome : undefined;
}

/** To be called when the files are written. @param seen - what the run depends on and what it wrote, by path */
export function rememberOutcome(
  root: string,
  version: string,
  host: SourceHost,
  seen: ReadonlyMap<string, string | undefined>,
  outcome: Outcome,
): void {
  const memory: Memory = {
    version,
    sources: hash(host.files().join("\n")),
    read: Object.fromEntries([...seen].map(([name, text]) => [name, hashOrNull(text)])),
    crds: crdNames(root),
    outcome,
  };
  try {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, `${file}.new`), JSON.stringify(memory));
    renameSync(path.join(root, `${file}.new`), path.join(root, file));
  } catch {
    // The manifests themselves are written. Without the memory, the next run is a full one.
  }
}

function readMemory(root: string): Memory | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(root, file), "utf8"));
    // Written by rememberOutcome(); one of another form has another version.
    return typeof value === "object" && value !== null && "version" in value ? (value as Memory) : undefined;
  } catch {
    return undefined;
  }
}

function crdNames(root: string): string {
  try {
    return hash(readdirSync(path.join(root, crdFolder)).toSorted().join("\n"));
  } catch {
    return "";
  }
}

function hashOrNull(text: string | undefined): string | null {
  return text === undefined ? null : hash(text);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

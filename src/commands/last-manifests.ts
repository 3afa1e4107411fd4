/**
 * Remembers the last run of `tsop manifests`, so that one in which nothing has changed need not load the compiler. What
 * is remembered is only ever compared: damaged or missing, it costs a full run.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../core/diagnostic.js";
import type { SourceHost } from "../source/source-host.js";
import type { Plan } from "./manifests-options.js";

const memoryFile = ".tsop/manifests.json";

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
export class Memory {
  readonly #root: string;
  readonly #key: string;
  readonly #crdFolder: string;
  readonly #host: SourceHost;

  constructor(root: string, { version, plan }: { readonly version: string; readonly plan: Plan }, host: SourceHost) {
    this.#root = root;
    this.#key = `${version} ${JSON.stringify(plan)}`;
    this.#crdFolder = plan.folders.crd;
    this.#host = host;
  }

  /** What the last run came to, if a new one would come to the same and change no file. */
  recall(): Outcome | undefined {
    const record = this.#read();
    if (record?.key !== this.#key || record.sources !== this.#sources() || record.crds !== this.#crds()) {
      return undefined;
    }
    const isSame = Object.entries(record.read).every(([name, known]) => known === hashOrNull(this.#host.read(name)));
    return isSame ? record.outcome : undefined;
  }

  /** To be called when the files are written. @param seen - what the run depends on and what it wrote, by path */
  remember(seen: ReadonlyMap<string, string | undefined>, outcome: Outcome): void {
    const record: RunRecord = {
      key: this.#key,
      sources: this.#sources(),
      read: Object.fromEntries([...seen].map(([name, text]) => [name, hashOrNull(text)])),
      crds: this.#crds(),
      outcome,
    };
    const file = path.join(this.#root, memoryFile);
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(record));
      renameSync(`${file}.new`, file);
    } catch {
      // The manifests themselves are written. Without the memory, the next run is a full one.
    }
  }

  #read(): RunRecord | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(path.join(this.#root, memoryFile), "utf8"));
      // Written by remember(); one of another form has another key.
      return typeof value === "object" && value !== null && "key" in value ? (value as RunRecord) : undefined;
    } catch {
      return undefined;
    }
  }

  #sources(): string {
    return hash(this.#host.files().join("\n"));
  }

  #crds(): string {
    try {
      return hash(readdirSync(path.join(this.#root, this.#crdFolder)).toSorted().join("\n"));
    } catch {
      return "";
    }
  }
}

function hashOrNull(text: string | undefined): string | null {
  return text === undefined ? null : hash(text);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

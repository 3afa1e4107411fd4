import { type FileAction, type Snapshot, snapshotAfter, textOf } from "./snapshot.js";

/** The state of a file. */
interface Entry {
  /** Undefined for a file that the snapshot does not contain. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  content: string | Uint8Array | undefined;
  mode: number | undefined;
}

/**
 * The files of a snapshot, with changes in memory. `actions` returns the changes as actions for `commit`. The snapshot
 * does not change.
 */
export class Tree implements Snapshot {
  readonly #files: Snapshot;
  readonly #entries = new Map<string, Entry>();

  constructor(files: Snapshot) {
    this.#files = files;
  }

  read(file: string): string | undefined {
    const { content } = this.#entry(file);
    return content === undefined ? undefined : textOf(content);
  }

  exists(file: string): boolean {
    const entry = this.#entries.get(file);
    return entry === undefined ? this.#files.exists(file) : entry.content !== undefined;
  }

  list(folder: string): string[] {
    return snapshotAfter(this.#files, this.actions()).list(folder);
  }

  /** Creates a new file. Call it only if `exists` returns false. */
  create(file: string, content: string | Uint8Array, mode?: number): void {
    const entry = this.#entry(file);
    if (entry.content !== undefined) throw new Error(`${file} exists`);
    entry.content = content;
    entry.mode = mode;
  }

  /** Changes an existing file. The same content is not a change. */
  overwrite(file: string, content: string | Uint8Array): void {
    const entry = this.#entry(file);
    if (entry.content === undefined) throw new Error(`${file} does not exist`);
    entry.content = content;
  }

  /** Creates or changes the file. */
  write(file: string, content: string): void {
    if (this.exists(file)) this.overwrite(file, content);
    else this.create(file, content);
  }

  delete(file: string): void {
    const entry = this.#entry(file);
    if (entry.content === undefined) throw new Error(`${file} does not exist`);
    entry.content = undefined;
  }

  /**
   * Moves an existing file, which keeps its bytes and whether it is executable. Call it only if nothing exists at the target.
   *
   * @returns false for a symbolic link, which stays
   */
  move(from: string, to: string): boolean {
    const entry = this.#entry(from);
    const { content, before } = entry;
    if (content === undefined) throw new Error(`${from} does not exist`);
    const isOnDisk = content === before && this.#files.raw !== undefined;
    const raw = isOnDisk ? this.#files.raw?.(from) : undefined;
    if (isOnDisk && raw === undefined) return false;
    const isExecutable = raw !== undefined && (raw.mode & 0o111) !== 0;
    const isText = raw === undefined || Buffer.from(textOf(content)).equals(raw.bytes);
    this.create(to, isText ? content : raw.bytes, isExecutable ? raw.mode : undefined);
    entry.content = undefined;
    return true;
  }

  /** Returns the differences from the snapshot, in the order of the first change. */
  actions(): FileAction[] {
    return [...this.#entries].flatMap(([file, entry]) => toAction(file, entry) ?? []);
  }

  #entry(file: string): Entry {
    const known = this.#entries.get(file);
    if (known !== undefined) return known;
    const before = this.#files.read(file);
    const entry: Entry = { before, content: before, mode: undefined };
    this.#entries.set(file, entry);
    return entry;
  }
}

function toAction(file: string, { before, content, mode }: Entry): FileAction | undefined {
  if (content === undefined) return before === undefined ? undefined : { kind: "delete", path: file, before };
  if (before === undefined) {
    return { kind: "create", path: file, content, ...(mode === undefined ? {} : { mode }) };
  }
  return content === before ? undefined : { kind: "overwrite", path: file, content, before };
}

/** Reports changes in a project, once per group of changes. */
import path from "node:path";
import { watch } from "chokidar";
import { TsopError } from "../core/errors.js";
import { onAbort } from "../core/on-abort.js";

/** The source of changes: the disk, or a test. */
export interface ChangeSource {
  /**
   * Calls `onChange` with the path of each changed file. Resolves when the source no longer misses changes, or after an
   * error.
   */
  open(onChange: (file: string) => void, onError: (error: Error) => void): Promise<void>;
  close(): Promise<void>;
}

const skipped = new Set(["node_modules", "dist", "coverage"]);

/** Watches for changes below the given folders (or files) of a project, even if they do not exist yet. */
export function diskChanges(root: string, places: readonly string[]): ChangeSource {
  const isOfInterest = (file: string): boolean => {
    const relative = path.relative(root, file).replaceAll(path.sep, "/");
    if (relative.split("/").some((name) => name.startsWith(".") || skipped.has(name))) return false;
    return places.some((place) => isBelow(relative, place) || isBelow(place, relative));
  };
  // Watch the root, because a missing folder appears there.
  const watcher = watch([], { ignoreInitial: true, ignored: (file) => !isOfInterest(file) });
  return {
    open: (onChange, onError) =>
      new Promise((resolve) => {
        watcher.on("all", (_, file) => onChange(path.relative(root, file).replaceAll(path.sep, "/")));
        watcher.on("error", (error) => {
          onError(error instanceof Error ? error : new Error(String(error)));
          resolve();
        });
        watcher.once("ready", () => resolve());
        watcher.add(root);
      }),
    close: () => watcher.close(),
  };
}

function isBelow(file: string, folder: string): boolean {
  return folder === "" || file === folder || file.startsWith(`${folder}/`);
}

/** Saving all files of an editor, or switching a branch, counts as one change. */
const quietMs = 50;
const longestMs = 1000;

/** Groups single changes into turns. */
export class FileChanges {
  readonly #source: ChangeSource;
  readonly #signal: AbortSignal;
  readonly #counts: (file: string) => boolean;
  #hasChanged = false;
  #pending = new Set<string>();
  #files: ReadonlySet<string> = new Set();
  #since = 0;
  #firstAt: number | undefined;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  /** @param counts - whether a file is of interest. Default: each is */
  constructor(source: ChangeSource, signal: AbortSignal, counts: (file: string) => boolean = () => true) {
    this.#source = source;
    this.#signal = signal;
    this.#counts = counts;
  }

  open(): Promise<void> {
    onAbort(this.#signal, () => this.#wake());
    return this.#source.open(
      (file) => {
        if (!this.#counts(file)) return;
        this.#pending.add(file);
        this.#firstAt ??= performance.now();
        this.#hasChanged = true;
        this.#wake();
      },
      (error) => {
        this.#failure = error;
        this.#wake();
      },
    );
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  /** The changed files that `next` last reported, as paths below the root. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** The time of the first change that `next` last reported, in milliseconds of `performance.now()`. */
  get since(): number {
    return this.#since;
  }

  /**
   * Waits for a change and the quiet period after it. Returns false if the signal aborts first.
   *
   * @throws TsopError `files/watch-failed`
   */
  async next(): Promise<boolean> {
    while (!this.#hasChanged) {
      if (this.#failure !== undefined) throw watchFailed(this.#failure);
      if (this.#signal.aborted) return false;
      await this.#woken();
    }
    // Continue while changes arrive, up to a limit.
    for (const latest = Date.now() + longestMs; this.#takeChange();) {
      await this.#woken(quietMs);
      if (this.#signal.aborted) return false;
      if (Date.now() > latest) break;
    }
    this.#since = this.#firstAt ?? performance.now();
    this.#firstAt = undefined;
    this.#files = this.#pending;
    this.#pending = new Set();
    return true;
  }

  #takeChange(): boolean {
    const had = this.#hasChanged;
    this.#hasChanged = false;
    return had;
  }

  #woken(timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function watchFailed(cause: Error): TsopError {
  const isFull = "code" in cause && (cause.code === "ENOSPC" || cause.code === "EMFILE");
  return new TsopError("files/watch-failed", `cannot watch the project's files: ${cause.message}`, {
    hint: isFull
      ? "This machine watches too many files: raise fs.inotify.max_user_watches and max_user_instances, or set CHOKIDAR_USEPOLLING=1."
      : "Set CHOKIDAR_USEPOLLING=1 if the file system does not report changes, such as a network or container file system.",
    cause,
  });
}
